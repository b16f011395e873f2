"use strict";

// The operations of minitrans/ops, forward and backward.  Each gives the expression of entry (i, j) of its result, and of
// entry (i, j) of the gradient of each operand; null: a constant, or an array that the formula of another one includes.
// d is the upstream gradient, file has the derivation.  In a formula, _ begins an index and ^ what is raised.

const each = (list, term) => sum([...list.keys()].map(term));  // the sum over the places of a list

const OPERATIONS = {
  embed: {  // (Sections 3.4 and 3.5)
    file: "ops/embed.py",
    formula: (y, E, P) => `${y}_ij = \u221ad ${E}_wj + ${P}_ij, where w is word i`,
    entry: ([table, positions], { ids, scale }) => (i, j) => sum([product(table.at(ids[i], j), scale), positions.at(i, j)]),
    backward: [{
      formula: (d) => `\u221ad \u03a3_k 1[word k is i] ${d}_kj`,
      why: "The table gives its row to each place where the word stands, so the gradients of these places add up.",
      entry: (d, _, y, { ids, scale }) => (i, j) => each(ids, (k) => (ids[k] === i ? product(d.at(k, j), scale) : sum([]))),
    }, null],
  },

  linear: {  // (Section 3.3)
    file: "ops/linear.py",
    formula: (y, x, W, b) => `${y}_ij = \u03a3_k ${x}_ik ${W}_kj + ${b}_j`,
    entry: ([x, W, b]) => (i, j) => sum([each(x.columns, (k) => product(x.at(i, k), W.at(k, j))), b.at(0, j)]),
    backward: [{
      formula: (d, x, W) => `\u03a3_k ${d}_ik ${W}_jk`,
      why: "x_ij meets W_jk in y_ik: dx = dy W^T.",
      entry: (d, [, W]) => (i, j) => each(d.columns, (k) => product(d.at(i, k), W.at(j, k))),
    }, {
      formula: (d, x) => `\u03a3_k ${x}_ki ${d}_kj`,
      why: "All rows share W: dW = x^T dy.",
      entry: (d, [x]) => (i, j) => each(d.rows, (k) => product(x.at(k, i), d.at(k, j))),
    }, {
      formula: (d) => `\u03a3_k ${d}_kj`,
      why: "All rows share b: its gradient is the sum of a column.",
      entry: (d) => (i, j) => each(d.rows, (k) => d.at(k, j)),
    }],
  },

  relu: {  // (Section 3.3)
    file: "ops/relu.py",
    formula: (y, x) => `${y}_ij = max(0, ${x}_ij)`,
    entry: ([x]) => (i, j) => max(0, x.at(i, j)),
    backward: [{
      formula: (d, x) => `${d}_ij where ${x}_ij > 0, else 0`,
      why: "The slope of max(0, x) is 1 where x > 0, and 0 elsewhere.",
      entry: (d, [x]) => (i, j) => product(d.at(i, j), x.data[i][j] > 0 ? 1 : 0),
    }],
  },

  scores: {  // of one head, its columns start at `from` (Section 3.2.1)
    file: "ops/scaled_dot_product_attention.py",
    formula: (y, q, k) => `${y}_ij = \u03a3_c ${q}_ic ${k}_jc / \u221ad_k over the columns c of the head`,
    entry: ([q, k], { from, d_k }) => (i, j) => quotient(each(Array(d_k), (c) => product(q.at(i, from + c), k.at(j, from + c))), sqrt(d_k)),
    backward: [{
      formula: (d, q, k) => `\u03a3_c ${d}_ic ${k}_cj / \u221ad_k`,
      why: "A query meets each key once: dQ = dS K / \u221ad_k. The head has only its own columns.",
      entry: (d, [, k], y, { from, d_k }) => (i, j) => (from <= j && j < from + d_k ? quotient(each(d.columns, (c) => product(d.at(i, c), k.at(c, j))), sqrt(d_k)) : sum([])),
    }, {
      formula: (d, q) => `\u03a3_c ${d}_ci ${q}_cj / \u221ad_k`,
      why: "A key meets each query once: dK = dS^T Q / \u221ad_k. The head has only its own columns.",
      entry: (d, [q], y, { from, d_k }) => (i, j) => (from <= j && j < from + d_k ? quotient(each(d.rows, (c) => product(d.at(c, i), q.at(c, j))), sqrt(d_k)) : sum([])),
    }],
  },

  mask: {  // a word sees itself and the words before it (Section 3.2.3)
    file: "ops/attention.py",
    formula: (y, x) => `${y}_ij = ${x}_ij where j \u2264 i, else \u2212\u221e`,
    entry: ([x]) => (i, j) => (j <= i ? x.at(i, j) : -Infinity),
    backward: [{
      formula: (d) => `${d}_ij where j \u2264 i, else 0`,
      why: "What the mask hides has no influence.",
      entry: (d) => (i, j) => (j <= i ? d.at(i, j) : 0),
    }],
  },

  softmax: {
    file: "ops/softmax.py",
    formula: (y, x) => `${y}_ij = exp(${x}_ij) / \u03a3_k exp(${x}_ik)`,
    entry: ([x]) => (i, j) => quotient(exp(x.at(i, j)), each(x.columns, (k) => exp(x.at(i, k)))),
    backward: [{
      formula: (d, x, y) => `${y}_ij (${d}_ij \u2212 \u03a3_k ${d}_ik ${y}_ik)`,
      why: "\u2202y_k/\u2202x_j = y_k (1[k = j] \u2212 y_j). The sum over k needs no matrix of these.",
      entry: (d, [x], y) => (i, j) => product(y.at(i, j), difference(d.at(i, j), each(y.columns, (k) => product(d.at(i, k), y.at(i, k))))),
    }],
  },

  weighted_values: {  // of one head
    file: "ops/scaled_dot_product_attention.py",
    formula: (y, A, v) => `${y}_ij = \u03a3_k ${A}_ik ${v}_kj over all words k; the columns j are those of the head`,
    entry: ([A, v], { from }) => (i, j) => each(A.columns, (k) => product(A.at(i, k), v.at(k, from + j))),
    backward: [{
      formula: (d, A, v) => `\u03a3_c ${d}_ic ${v}_jc`,
      why: "The weight A_ij multiplies value j: dA = dY V^T.",
      entry: (d, [, v], y, { from }) => (i, j) => each(d.columns, (c) => product(d.at(i, c), v.at(j, from + c))),
    }, {
      formula: (d, A) => `\u03a3_k ${A}_ki ${d}_kj`,
      why: "Value i goes to each word k with the weight A_ki: dV = A^T dY. The head has only its own columns.",
      entry: (d, [A], y, { from }) => (i, j) => (from <= j && j < from + d.columns.length ? each(d.rows, (k) => product(A.at(k, i), d.at(k, j - from))) : sum([])),
    }],
  },

  merge_heads: {  // two heads side by side (Section 3.2.2)
    file: "ops/attention.py",
    formula: (y, a, b) => `row i of ${y} is row i of ${a}, then row i of ${b}`,
    entry: ([a, b]) => (i, j) => (j < a.columns.length ? a.at(i, j) : b.at(i, j - a.columns.length)),
    backward: [{
      formula: (d) => `${d}_ij`,
      why: "Entries only move, so their gradients move back.",
      entry: (d) => (i, j) => d.at(i, j),
    }, {
      formula: (d) => `${d}_ic where c = j + d_v`,
      why: "Entries only move, so their gradients move back.",
      entry: (d, [a]) => (i, j) => d.at(i, j + a.columns.length),
    }],
  },

  residual: {  // (Section 3.1)
    file: "ops/residual.py",
    formula: (y, x, s) => `${y}_ij = ${x}_ij + ${s}_ij`,
    entry: ([x, sublayer]) => (i, j) => sum([x.at(i, j), sublayer.at(i, j)]),
    backward: Array(2).fill({
      formula: (d) => `${d}_ij`,
      why: "A sum passes its gradient on to both terms.",
      entry: (d) => (i, j) => d.at(i, j),
    }),
  },

  mean: {  // the formula of `normalize` includes what it passes back; so for `inverse_std`
    file: "ops/layer_norm.py",
    formula: (y, x) => `${y}_i = \u03a3_k ${x}_ik / d`,
    entry: ([x]) => (i) => quotient(each(x.columns, (k) => x.at(i, k)), x.columns.length),
    backward: [null],
  },

  inverse_std: {
    file: "ops/layer_norm.py",
    formula: (y, x, mean) => `${y}_i = 1 / \u221a(\u03a3_k (${x}_ik \u2212 ${mean}_i)\u00b2 / d + eps)`,
    entry: ([x, mean], { eps }) => (i) => quotient(1, sqrt(sum([quotient(each(x.columns, (k) => square(difference(x.at(i, k), mean.at(i, 0)))), x.columns.length), eps]))),
    backward: [null, null],
  },

  normalize: {  // the first half of layer_norm (Section 3.1)
    file: "ops/layer_norm.py",
    formula: (y, x, mean, r) => `${y}_ij = (${x}_ij \u2212 ${mean}_i) ${r}_i`,
    entry: ([x, mean, r]) => (i, j) => product(difference(x.at(i, j), mean.at(i, 0)), r.at(i, 0)),
    backward: [{
      formula: (d, x, mean, r, y) => `${r}_i (${d}_ij \u2212 \u03a3_k ${d}_ik / d \u2212 ${y}_ij \u03a3_k ${d}_ik ${y}_ik / d)`,
      why: "An entry has three ways to its row: directly, through the mean, and through the standard deviation.",
      entry: (d, [x, , r], y) => (i, j) => {
        const mean = (term) => quotient(each(x.columns, term), x.columns.length);
        const direct = difference(d.at(i, j), mean((k) => d.at(i, k)));
        return product(r.at(i, 0), difference(direct, product(y.at(i, j), mean((k) => product(d.at(i, k), y.at(i, k))))));
      },
    }, null, null],
  },

  scale: {  // the second half of layer_norm
    file: "ops/layer_norm.py",
    formula: (y, x, gamma, beta) => `${y}_ij = ${gamma}_j ${x}_ij + ${beta}_j`,
    entry: ([x, gamma, beta]) => (i, j) => sum([product(gamma.at(0, j), x.at(i, j)), beta.at(0, j)]),
    backward: [{
      formula: (d, x, gamma) => `${d}_ij ${gamma}_j`,
      why: "\u2202y/\u2202x\u0302 = \u03b3.",
      entry: (d, [, gamma]) => (i, j) => product(d.at(i, j), gamma.at(0, j)),
    }, {
      formula: (d, x) => `\u03a3_k ${d}_kj ${x}_kj`,
      why: "All rows share \u03b3, so their gradients add up.",
      entry: (d, [x]) => (i, j) => each(d.rows, (k) => product(d.at(k, j), x.at(k, j))),
    }, {
      formula: (d) => `\u03a3_k ${d}_kj`,
      why: "All rows share \u03b2, so their gradients add up.",
      entry: (d) => (i, j) => each(d.rows, (k) => d.at(k, j)),
    }],
  },

  project: {  // the logits, by the embedding itself (Section 3.4)
    file: "ops/project_loss.py",
    formula: (y, x, E) => `${y}_ij = \u03a3_k ${x}_ik ${E}_jk`,
    entry: ([x, E]) => (i, j) => each(x.columns, (k) => product(x.at(i, k), E.at(j, k))),
    backward: [{
      formula: (d, x, E) => `\u03a3_k ${d}_ik ${E}_kj`,
      why: "A linear map with the matrix E^T: dx = dz E.",
      entry: (d, [, E]) => (i, j) => each(d.columns, (k) => product(d.at(i, k), E.at(k, j))),
    }, {
      formula: (d, x) => `\u03a3_k ${d}_ki ${x}_kj`,
      why: "All rows share E: dE = dz^T x.",
      entry: (d, [x]) => (i, j) => each(d.rows, (k) => product(d.at(k, i), x.at(k, j))),
    }],
  },

  smooth: {  // the word that is right, with label smoothing (Section 5.4)
    file: "ops/cross_entropy.py",
    formula: (t) => `${t}_iv = (1 \u2212 \u03b5) \u00b7 1[v is the right word] + \u03b5 / V`,
    entry: (_, { targets, smoothing, words }) => (i, j) => sum([...(targets[i] === j ? [1 - smoothing] : []), quotient(smoothing, words)]),
    backward: [],
  },

  cross_entropy: {
    file: "ops/cross_entropy.py",
    formula: (y, z, p, t) => `${y}_i = \u2212 \u03a3_v ${t}_iv log ${p}_iv`,
    entry: ([, p, t]) => (i) => product(-1, each(p.columns, (v) => product(t.at(i, v), log(p.at(i, v))))),
    backward: [{
      formula: (d, z, p, t) => `${d}_i (${p}_ij \u2212 ${t}_ij)`,
      why: "Because \u03a3_v t_v = 1, \u2202/\u2202z_j (log \u03a3_v exp(z_v) \u2212 \u03a3_v t_v z_v) = p_j \u2212 t_j: prediction minus target.",
      entry: (d, [, p, t]) => (i, j) => product(d.at(i, 0), difference(p.at(i, j), t.at(i, j))),
    }, null, null],
  },

  sum: {
    file: "ops/cross_entropy.py",
    formula: (y, x) => `${y} = \u03a3_i ${x}_i`,
    entry: ([x]) => () => each(x.rows, (i) => x.at(i, 0)),
    backward: [{
      formula: (d) => d,
      why: "Each term has the slope 1.",
      entry: (d) => () => d.at(0, 0),
    }],
  },

  sinusoids: {  // (Section 3.5)
    file: "nn/position.py",
    formula: (y) => `${y}_ij = sin(angle) or cos(angle) in turn, where angle = i / 10000^(2m/d), with place i and pair of columns m from 0`,
    entry: (_, { d }) => (i, j) => (j % 2 ? cos : sin)(quotient(i, 10000 ** ((j - (j % 2)) / d))),
    backward: [],
  },
};
