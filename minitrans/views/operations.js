// The operations of minitrans/ops, which has the derivations, forward and backward.  Each gives the expression of entry
// (i, j) of its result, and of entry (i, j) of the gradient of each operand; null: a constant, or an array that the
// formula of another one includes. d is the upstream gradient.  In a formula, _ begins an index and ^ what is raised.

import { cos, difference, each, exp, log, max, product, quotient, sin, sqrt, square, sum } from "./expression.js";

const shared = (what) => ({
  formula: (d) => `\u03a3_k ${d}_kj`,
  why: `All rows share ${what}, so their gradients add up.`,
  entry: (d) => (i, j) => each(d.rows, (k) => d.at(k, j)),
});

// The gradient of a query or key: the head has only its own columns
const ofHead = ({ from, d_k }, term) => (i, j) => (
  from <= j && j < from + d_k ? quotient(term(i, j), sqrt(d_k)) : sum([]));

export const OPERATIONS = {
  lookup: {  // (Section 3.4)
    formula: (y, E) => `${y}_ij = \u221ad ${E}_wj, where w is piece i`,
    entry: ([table], { ids, scale }) => (i, j) => product(table.at(ids[i], j), scale),
    backward: [{
      formula: (d) => `\u221ad \u03a3_k 1[piece k is i] ${d}_kj`,
      why: "The table gives its row to each place where the piece stands, so the gradients of these places add up.",
      entry: (d, _, y, { ids, scale }) => (i, j) => (
        each(ids, (k) => (ids[k] === i ? product(d.at(k, j), scale) : sum([])))),
    }],
  },

  linear: {  // (Section 3.3)
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
    }, shared("b")],
  },

  relu: {  // (Section 3.3)
    formula: (y, x) => `${y}_ij = max(0, ${x}_ij)`,
    entry: ([x]) => (i, j) => max(0, x.at(i, j)),
    backward: [{
      formula: (d, x) => `${d}_ij where ${x}_ij > 0, else 0`,
      why: "The slope of max(0, x) is 1 where x > 0, and 0 elsewhere.",
      entry: (d, [x]) => (i, j) => product(d.at(i, j), x.data[i][j] > 0 ? 1 : 0),
    }],
  },

  swish: {  // of the models that others publish
    formula: (y, x) => `${y}_ij = ${x}_ij / (1 + exp(\u2212${x}_ij))`,
    entry: ([x]) => (i, j) => quotient(x.at(i, j), sum([1, exp(product(-1, x.at(i, j)))])),
    backward: [{
      formula: (d, x) => `${d}_ij \u03c3 (1 + ${x}_ij (1 \u2212 \u03c3)), where \u03c3 = 1 / (1 + exp(\u2212${x}_ij))`,
      why: "The product rule for x \u03c3(x), whose second factor has the slope \u03c3 (1 \u2212 \u03c3).",
      entry: (d, [x]) => (i, j) => {
        const sigma = quotient(1, sum([1, exp(product(-1, x.at(i, j)))]));
        return product(d.at(i, j), sigma, sum([1, product(x.at(i, j), difference(1, sigma))]));
      },
    }],
  },

  scores: {  // of one head, its columns start at `from` (Section 3.2.1); causal: a word sees none after it (3.2.3)
    formula: (y, q, k) => `${y}_ij = \u03a3_c ${q}_ic ${k}_jc / \u221ad_k over the columns c of the head`,
    entry: ([q, k], { from, d_k, causal }) => (i, j) => {
      const products = (c) => product(q.at(i, from + c), k.at(j, from + c));
      return causal && j > i ? -Infinity : quotient(each(Array(d_k), products), sqrt(d_k));
    },
    backward: [{
      formula: (d, q, k) => `\u03a3_c ${d}_ic ${k}_cj / \u221ad_k`,
      why: "A query meets each key once: dQ = dS K / \u221ad_k. The head has only its own columns.",
      entry: (d, [, k], y, head) => ofHead(head, (i, j) => each(d.columns, (c) => product(d.at(i, c), k.at(c, j)))),
    }, {
      formula: (d, q) => `\u03a3_c ${d}_ci ${q}_cj / \u221ad_k`,
      why: "A key meets each query once: dK = dS^T Q / \u221ad_k. The head has only its own columns.",
      entry: (d, [q], y, head) => ofHead(head, (i, j) => each(d.rows, (c) => product(d.at(c, i), q.at(c, j)))),
    }],
  },

  softmax: {  // given(i, j): the weights that the reader has set for this row, if any
    formula: (y, x) => `${y}_ij = exp(${x}_ij) / \u03a3_k exp(${x}_ik)`,
    entry: ([x], { given }) => (i, j) => (
      given?.(i, j) ?? quotient(exp(x.at(i, j)), each(x.columns, (k) => exp(x.at(i, k))))),
    backward: [{
      formula: (d, x, y) => `${y}_ij (${d}_ij \u2212 \u03a3_k ${d}_ik ${y}_ik)`,
      why: "\u2202y_k/\u2202x_j = y_k (1[k = j] \u2212 y_j). The sum over k needs no matrix of these.",
      entry: (d, [x], y, { given }) => (i, j) => {
        const mean = () => each(y.columns, (k) => product(d.at(i, k), y.at(i, k)));
        return given?.(i, j) === undefined ? product(y.at(i, j), difference(d.at(i, j), mean())) : sum([]);
      },
    }],
  },

  mix: {  // all heads side by side (Section 3.2.2); operands: V, then the weights A of each head
    formula: (y, v) => `${y}_ij = \u03a3_k A_ik ${v}_kj with the weights A of the head that has column j`,
    entry: ([v, ...all], { d_v }) => (i, j) => {
      const A = all[Math.floor(j / d_v)];
      return each(A.columns, (k) => product(A.at(i, k), v.at(k, j)));
    },
    backward: [{
      formula: (d) => `\u03a3_k A_ki ${d}_kj with the weights A of the head that has column j`,
      why: "Value i goes to each word k with the weight A_ki: dV = A^T dY.",
      entry: (d, [, ...all], y, { d_v }) => (i, j) => {
        const A = all[Math.floor(j / d_v)];
        return each(d.rows, (k) => product(A.at(k, i), d.at(k, j)));
      },
    }, {
      formula: (d, v) => `\u03a3_c ${d}_ic ${v}_jc over the columns c of the head`,
      why: "The weight A_ij multiplies value j: dA = dY V^T.",
      entry: (d, [v], y, { d_v, causal }, number) => (i, j) => {
        const from = (number - 1) * d_v;
        return causal && j > i ? 0 : each(Array(d_v), (c) => product(d.at(i, from + c), v.at(j, from + c)));
      },
    }],
  },

  residual: {  // (Section 3.1)
    formula: (y, ...terms) => `${y}_ij = ${terms.map((term) => `${term}_ij`).join(" + ")}`,
    entry: (terms) => (i, j) => sum(terms.map((term) => term.at(i, j))),  // one, where the connection is off
    backward: [{
      formula: (d) => `${d}_ij`,
      why: "A sum passes its gradient on to both terms.",
      entry: (d) => (i, j) => d.at(i, j),
    }],
  },

  mean: {  // the formula of `normalize` includes what it passes back; so for `inverse_std`
    formula: (y, x) => `${y}_i = \u03a3_k ${x}_ik / d`,
    entry: ([x]) => (i) => quotient(each(x.columns, (k) => x.at(i, k)), x.columns.length),
    backward: [null],
  },

  inverse_std: {
    formula: (y, x, mean) => `${y}_i = 1 / \u221a(\u03a3_k (${x}_ik \u2212 ${mean}_i)\u00b2 / d + eps)`,
    entry: ([x, mean], { eps }) => (i) => {
      const squares = each(x.columns, (k) => square(difference(x.at(i, k), mean.at(i, 0))));
      return quotient(1, sqrt(sum([quotient(squares, x.columns.length), eps])));
    },
    backward: [null, null],
  },

  normalize: {  // the first half of layer_norm (Section 3.1)
    formula: (y, x, mean, r) => `${y}_ij = (${x}_ij \u2212 ${mean}_i) ${r}_i`,
    entry: ([x, mean, r]) => (i, j) => product(difference(x.at(i, j), mean.at(i, 0)), r.at(i, 0)),
    backward: [{
      formula: (d, x, mean, r, y) => (
        `${r}_i (${d}_ij \u2212 \u03a3_k ${d}_ik / d \u2212 ${y}_ij \u03a3_k ${d}_ik ${y}_ik / d)`),
      why: "An entry has three ways to its row: directly, through the mean, and through the standard deviation.",
      entry: (d, [x, , r], y) => (i, j) => {
        const mean = (term) => quotient(each(x.columns, term), x.columns.length);
        const direct = difference(d.at(i, j), mean((k) => d.at(i, k)));
        return product(r.at(i, 0), difference(direct, product(y.at(i, j),
          mean((k) => product(d.at(i, k), y.at(i, k))))));
      },
    }, null, null],
  },

  scale: {  // the second half of layer_norm
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
    }, shared("\u03b2")],
  },

  project: {  // the logits, by the embedding itself (Section 3.4)
    formula: (y, x, E, b) => `${y}_ij = \u03a3_k ${x}_ik ${E}_jk${b ? ` + ${b}_j` : ""}`,
    entry: ([x, E, b]) => (i, j) => (
      sum([each(x.columns, (k) => product(x.at(i, k), E.at(j, k))), ...(b ? [b.at(0, j)] : [])])),
    backward: [{
      formula: (d, x, E) => `\u03a3_k ${d}_ik ${E}_kj`,
      why: "A linear map with the matrix E^T: dx = dz E.",
      entry: (d, [, E]) => (i, j) => each(d.columns, (k) => product(d.at(i, k), E.at(k, j))),
    }, {
      formula: (d, x) => `\u03a3_k ${d}_ki ${x}_kj`,
      why: "All rows share E: dE = dz^T x.",
      entry: (d, [x]) => (i, j) => each(d.rows, (k) => product(d.at(k, i), x.at(k, j))),
    }, shared("the bias")],
  },

  smooth: {  // the words that are written, with label smoothing (Section 5.4)
    formula: (t) => `${t}_iv = (1 \u2212 \u03b5) \u00b7 1[v is the written word] + \u03b5 / V`,
    entry: (_, { targets, smoothing, words }) => (i, j) => (
      sum([...(targets[i] === j ? [1 - smoothing] : []), quotient(smoothing, words)])),
    backward: [null],
  },

  cross_entropy: {
    formula: (y, z, p, t) => `${y}_i = \u2212 \u03a3_v ${t}_iv log ${p}_iv`,
    entry: ([, p, t]) => (i) => product(-1, each(p.columns, (v) => product(t.at(i, v), log(p.at(i, v))))),
    backward: [{
      formula: (d, z, p, t) => `${d}_i (${p}_ij \u2212 ${t}_ij)`,
      why: "Because \u03a3_v t_v = 1, log \u03a3_v exp(z_v) \u2212 \u03a3_v t_v z_v has the slope p_j \u2212 t_j.",
      entry: (d, [, p, t]) => (i, j) => product(d.at(i, 0), difference(p.at(i, j), t.at(i, j))),
    }, null, null],
  },

  sum: {
    formula: (y, x) => `${y} = \u03a3_i ${x}_i`,
    entry: ([x]) => () => each(x.rows, (i) => x.at(i, 0)),
    backward: [{
      formula: (d) => d,
      why: "Each term has the slope 1.",
      entry: (d) => () => d.at(0, 0),
    }],
  },

  sinusoids: {  // (Section 3.5)
    formula: (y) => `${y}_ij = sin or cos, in turn, of i / 10000^(2m/d), with place i and pair of columns m from 0`,
    entry: (_, { d }) => (i, j) => (j % 2 ? cos : sin)(quotient(i, 10000 ** ((j - (j % 2)) / d))),
    backward: [null],
  },
};
