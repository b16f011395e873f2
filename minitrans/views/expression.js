// A number of an array, as an expression of other numbers: a constant, an entry of a matrix {of, i, j}, or
// {kind, parts}.  The page computes the number and writes it from the same expression, so the two cannot disagree.

const COMPUTE = {
  sum: (...terms) => terms.reduce((a, b) => a + b, 0),
  difference: (a, b) => a - b,
  product: (...factors) => factors.reduce((a, b) => a * b),
  quotient: (a, b) => a / b,
  exp: Math.exp, log: Math.log, sqrt: Math.sqrt, max: Math.max, sin: Math.sin, cos: Math.cos,
  square: (a) => a * a,
};

let computing = false;  // while true, expressions and entries are numbers, not objects
const expression = (kind) => (...parts) => (computing ? COMPUTE[kind](...parts) : { kind, parts });
export const product = expression("product"), quotient = expression("quotient"), difference = expression("difference");
export const exp = expression("exp"), log = expression("log"), max = expression("max"), sin = expression("sin");
export const sqrt = expression("sqrt"), square = expression("square"), cos = expression("cos");

export function sum(terms) {  // the terms of a sum within it are its own; a sum of one term is that term
  if (computing) return terms.reduce((a, b) => a + b, 0);
  const flat = terms.flatMap((term) => (term.kind === "sum" ? term.parts : [term]));
  return flat.length === 1 ? flat[0] : { kind: "sum", parts: flat };
}

export function each({ length }, term) {  // the sum over the places of a list
  if (!computing) return sum(Array.from({ length }, (_, k) => term(k)));
  let total = 0;
  for (let k = 0; k < length; k++) total += term(k);
  return total;
}

export function entryOf(of, i, j) {  // of a matrix
  return computing ? of.number(i, j) : { of, i, j };
}

export function computed(make) {  // -> the number of the expression that `make` makes
  const before = computing;
  computing = true;
  const number = make();
  computing = before;
  return number;
}

export function value(e) {
  if (e.kind) return COMPUTE[e.kind](...e.parts.map(value));
  return e.of ? e.of.number(e.i, e.j) : e;
}

export function entries(e) {  // -> the entries of matrices in it
  return e.kind ? e.parts.flatMap(entries) : e.of ? [e] : [];
}

// How tightly each kind binds; a part that binds less tightly than its place demands gets parentheses.
const BINDS = { sum: 1, difference: 1, product: 2, quotient: 2 };
const SIGNS = { sum: " + ", difference: " \u2212 ", product: " \u00d7 ", quotient: " / " };

export function written(e, demanded = 0) {  // -> text
  if (!e.kind) return value(e) < 0 && demanded ? `(${rounded(value(e))})` : rounded(value(e));
  const own = BINDS[e.kind];
  if (e.kind === "square") return `${written(e.parts[0], 3)}\u00b2`;
  if (!own) return `${e.kind.replace("sqrt", "\u221a")}(${e.parts.map((part) => written(part)).join(", ")})`;
  const later = e.kind === "difference" || e.kind === "quotient" ? 1 : 0;  // a - (b + c), a / (b c)
  const text = e.parts.map((part, i) => written(part, i ? own + later : own)).join(SIGNS[e.kind]) || "0";
  return own < demanded ? `(${text})` : text;
}

export function rounded(number, digits = 3) {  // to so many significant digits
  if (!Number.isFinite(number)) return number < 0 ? "\u2212\u221e" : "\u221e";
  if (Number.isInteger(number)) return String(number).replace("-", "\u2212");
  const size = Math.abs(number), decimals = Math.min(digits - 1 - Math.floor(Math.log10(size)), 2 * digits - 1);
  return (size < 0.001 ? number.toExponential(digits - 2) : number.toFixed(Math.max(0, decimals))).replaceAll("-",
    "\u2212");
}
