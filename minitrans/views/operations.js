// The operations of minitrans/ops, which has the derivations, forward and backward.  Each gives the expression of entry
// (i, j) of its result, and of entry (i, j) of the gradient of each operand, where d is the upstream gradient; null: a
// constant, or an array that the formula of another one includes.  The formulas that are shown, and why a gradient is
// so, stand in texts.json: {y} is the symbol of the result, {0} that of the first operand; what follows a | needs them.

import { cos, difference, each, exp, log, max, product, quotient, sin, sqrt, square, sum } from "./expression.js";

const shared = (d) => (i, j) => each(d.rows, (k) => d.at(k, j));  // all rows share it, so their gradients add up

// The gradient of a query or key: the head has only its own columns
const ofHead = ({ from, d_k }, term) => (i, j) => (
  from <= j && j < from + d_k ? quotient(term(i, j), sqrt(d_k)) : sum([]));

export const OPERATIONS = {
  lookup: {  // (Section 3.4)
    entry: ([table], { ids, scale }) => (i, j) => product(table.at(ids[i], j), scale),
    backward: [(d, _, y, { ids, scale }) => (i, j) => (
      each(ids, (k) => (ids[k] === i ? product(d.at(k, j), scale) : sum([]))))],
  },

  linear: {  // (Section 3.3)
    entry: ([x, W, b]) => (i, j) => sum([each(x.columns, (k) => product(x.at(i, k), W.at(k, j))), b.at(0, j)]),
    backward: [
      (d, [, W]) => (i, j) => each(d.columns, (k) => product(d.at(i, k), W.at(j, k))),
      (d, [x]) => (i, j) => each(d.rows, (k) => product(x.at(k, i), d.at(k, j))),
      shared,
    ],
  },

  relu: {  // (Section 3.3)
    entry: ([x]) => (i, j) => max(0, x.at(i, j)),
    backward: [(d, [x]) => (i, j) => product(d.at(i, j), x.data[i][j] > 0 ? 1 : 0)],
  },

  swish: {  // of the models that others publish
    entry: ([x]) => (i, j) => quotient(x.at(i, j), sum([1, exp(product(-1, x.at(i, j)))])),
    backward: [(d, [x]) => (i, j) => {
      const sigma = quotient(1, sum([1, exp(product(-1, x.at(i, j)))]));
      return product(d.at(i, j), sigma, sum([1, product(x.at(i, j), difference(1, sigma))]));
    }],
  },

  scores: {  // of one head, its columns start at `from` (Section 3.2.1); causal: a word sees none after it (3.2.3)
    entry: ([q, k], { from, d_k, causal }) => (i, j) => {
      const products = (c) => product(q.at(i, from + c), k.at(j, from + c));
      return causal && j > i ? -Infinity : quotient(each(Array(d_k), products), sqrt(d_k));
    },
    backward: [
      (d, [, k], y, head) => ofHead(head, (i, j) => each(d.columns, (c) => product(d.at(i, c), k.at(c, j)))),
      (d, [q], y, head) => ofHead(head, (i, j) => each(d.rows, (c) => product(d.at(c, i), q.at(c, j)))),
    ],
  },

  softmax: {  // given(i, j): the weights that the reader has set for this row, if any; others: in each row, the sum of
    // exp(x) over the columns that are elsewhere
    entry: ([x], { given, others }) => (i, j) => given?.(i, j) ?? quotient(exp(x.at(i, j)),
      sum([each(x.columns, (k) => exp(x.at(i, k))), ...(others ? [others[i]] : [])])),
    backward: [(d, [x], y, { given }) => (i, j) => {
      const mean = () => each(y.columns, (k) => product(d.at(i, k), y.at(i, k)));
      return given?.(i, j) === undefined ? product(y.at(i, j), difference(d.at(i, j), mean())) : sum([]);
    }],
  },

  mix: {  // all heads side by side (Section 3.2.2); operands: V, then the weights A of each head
    entry: ([v, ...all], { d_v }) => (i, j) => {
      const A = all[Math.floor(j / d_v)];
      return each(A.columns, (k) => product(A.at(i, k), v.at(k, j)));
    },
    backward: [(d, [, ...all], y, { d_v }) => (i, j) => {
      const A = all[Math.floor(j / d_v)];
      return each(d.rows, (k) => product(A.at(k, i), d.at(k, j)));
    }, (d, [v], y, { d_v, causal }, number) => (i, j) => {
      const from = (number - 1) * d_v;
      return causal && j > i ? 0 : each(Array(d_v), (c) => product(d.at(i, from + c), v.at(j, from + c)));
    }],
  },

  residual: {  // (Section 3.1)
    entry: (terms) => (i, j) => sum(terms.map((term) => term.at(i, j))),  // one, where the connection is off
    backward: [(d) => (i, j) => d.at(i, j)],
  },

  mean: {  // the formula of `normalize` includes what it passes back; so for `inverse_std`
    entry: ([x]) => (i) => quotient(each(x.columns, (k) => x.at(i, k)), x.columns.length),
    backward: [null],
  },

  inverse_std: {
    entry: ([x, mean], { eps }) => (i) => {
      const squares = each(x.columns, (k) => square(difference(x.at(i, k), mean.at(i, 0))));
      return quotient(1, sqrt(sum([quotient(squares, x.columns.length), eps])));
    },
    backward: [null, null],
  },

  normalize: {  // the first half of layer_norm (Section 3.1)
    entry: ([x, mean, r]) => (i, j) => product(difference(x.at(i, j), mean.at(i, 0)), r.at(i, 0)),
    backward: [(d, [x, , r], y) => (i, j) => {
      const mean = (term) => quotient(each(x.columns, term), x.columns.length);
      const direct = difference(d.at(i, j), mean((k) => d.at(i, k)));
      const through = product(y.at(i, j), mean((k) => product(d.at(i, k), y.at(i, k))));
      return product(r.at(i, 0), difference(direct, through));
    }, null, null],
  },

  scale: {  // the second half of layer_norm
    entry: ([x, gamma, beta]) => (i, j) => sum([product(gamma.at(0, j), x.at(i, j)), beta.at(0, j)]),
    backward: [
      (d, [, gamma]) => (i, j) => product(d.at(i, j), gamma.at(0, j)),
      (d, [x]) => (i, j) => each(d.rows, (k) => product(d.at(k, j), x.at(k, j))),
      shared,
    ],
  },

  project: {  // the logits, by the embedding itself (Section 3.4)
    entry: ([x, E, b]) => (i, j) => (
      sum([each(x.columns, (k) => product(x.at(i, k), E.at(j, k))), ...(b ? [b.at(0, j)] : [])])),
    backward: [
      (d, [, E]) => (i, j) => each(d.columns, (k) => product(d.at(i, k), E.at(k, j))),
      (d, [x]) => (i, j) => each(d.rows, (k) => product(d.at(k, i), x.at(k, j))),
      shared,
    ],
  },

  smooth: {  // the words that are written, with label smoothing (Section 5.4)
    entry: (_, { targets, smoothing, words }) => (i, j) => (
      sum([...(targets[i] === j ? [1 - smoothing] : []), quotient(smoothing, words)])),
    backward: [null],
  },

  cross_entropy: {
    entry: ([, p, t]) => (i) => product(-1, each(p.columns, (v) => product(t.at(i, v), log(p.at(i, v))))),
    backward: [(d, [, p, t]) => (i, j) => product(d.at(i, 0), difference(p.at(i, j), t.at(i, j))), null, null],
  },

  sum: {
    entry: ([x]) => () => each(x.rows, (i) => x.at(i, 0)),
    backward: [(d) => () => d.at(0, 0)],
  },

  sinusoids: {  // (Section 3.5)
    entry: (_, { d }) => (i, j) => (j % 2 ? cos : sin)(quotient(i, 10000 ** ((j - (j % 2)) / d))),
    backward: [null],
  },
};
