// A reader's changes of the model.  A change is a plain object, which the address can hold.
//
// off: attentions ("encoder.0.self_attention"), their heads ("encoder.0.self_attention.head.2"), and residual
//   connections ("encoder.0.attention_residual") that are switched off
// rows: what a query looks at instead, by its place: {"decoder.1.cross_attention.row.3": the place of a key, or "all"};
//   of one head alone: "decoder.1.cross_attention.head.2.row.3"
// prefix: the ids that the translation begins with

import { isolated, visible } from "./draw.js";
import { EOS, textOf } from "./pieces.js";

export const UNCHANGED = { off: [], rows: {}, prefix: [] };
const LONGEST_TEXT = 2000;  // characters, in an address
const PARTS = {
  self_attention: "self-attention", cross_attention: "encoder-decoder attention",
  attention_residual: "residual of self-attention", self_residual: "residual of self-attention",
  cross_residual: "residual of encoder-decoder attention", feed_forward_residual: "residual of feed-forward",
};

export const isChanged = (change) => addressOf("", change) !== "";

export function rowOf({ rows }, name, head, place) {  // what this query looks at instead; undefined: no change
  return rows[`${name}.head.${head}.row.${place}`] ?? rows[`${name}.row.${place}`];
}

export const isOff = ({ off }, name, head) => off.includes(name) || off.includes(`${name}.head.${head}`);

export function changed_weights(change, weights, name, head, place) {  // of one query and head -> those to use instead
  const key = rowOf(change, name, head, place);
  if (isOff(change, name, head)) return weights.map(() => 0);
  if (key === undefined) return weights;
  return weights.map((_, i) => (key === "all" ? 1 / weights.length : Number(i === key)));
}

export const oneLine = (text) => text.replace(/[\t-\r\u2028\u2029 ]+/g, " ").trim();

// --- what can be changed ---

const namesOf = (model, kind) => [...model.encoder, ...model.decoder].flatMap(Object.values)
  .filter((part) => part[kind]).map(({ name }) => name);
const attentionsOf = (model) => namesOf(model, "query");

function switchesOf(model) {  // -> what `off` can name
  const headsOf = (name) => Array.from({ length: model.config.heads }, (_, head) => `${name}.head.${head}`);
  return [...attentionsOf(model), ...attentionsOf(model).flatMap(headsOf), ...namesOf(model, "norm")];
}

function keysOf(name, place, length) {  // of `length` pieces, with EOS: how many keys this query has; 0: there is none
  if (name.startsWith("encoder") && place >= length) return 0;
  return name.includes("cross_attention") || name.startsWith("encoder") ? length : place + 1;
}

// --- the address ---

export function addressOf(text, { off, rows, prefix }, more = {}) {  // what stands after its #
  const parts = { text, ...more, off, rows: Object.entries(rows).map((row) => row.join(":")), next: prefix };
  const given = Object.entries(parts).map(([name, value]) => [name, String(value)]).filter(([, value]) => value);
  return String(new URLSearchParams(given)).replaceAll("%2C", ",").replaceAll("%3A", ":");
}

export function readAddress(hash, model, tokenizer, otherwise = "", more = []) {
  // -> {text, change, refused: what does not exist, as "name=value"}
  // otherwise: the text, if the address has none; more: what else an address may have
  const given = new URLSearchParams(hash.replace(/^#/, "")), refused = [];
  const listOf = (name) => given.get(name)?.split(",").filter(Boolean) ?? [];
  const refuse = (name, value) => refused.push(`${name}=${value}`);
  const each = (name, fits) => [...new Set(listOf(name))].filter((value) => fits(value) || !refuse(name, value));
  const within = (value, end) => /^(0|[1-9]\d*)$/.test(value) && Number(value) < end;

  let text = oneLine(given.get("text") ?? otherwise);
  if (text.length > LONGEST_TEXT) {
    refuse("text", text);
    text = otherwise;
  }
  const length = (tokenizer?.encode(text).length ?? Infinity) + 1, longest = length + model.config.max_extra;
  const switches = switchesOf(model);
  const isRow = (value) => {
    const [, name, place, key] = /^([\w.]+_attention(?:\.head\.\d+)?)\.row\.(\d+):(\w+)$/.exec(value) ?? [];
    const keys = switches.includes(name) && within(place, longest) ? keysOf(name, Number(place), length) : 0;
    return within(key === "all" ? 0 : key, keys);
  };
  const rows = each("rows", isRow).map((row) => row.split(":"));
  let prefix = listOf("next");  // all of it, or nothing
  const isWord = (id, i) => within(id, model.config.vocabulary) && (i === prefix.length - 1 || Number(id) !== EOS);
  if (prefix.length > longest || !prefix.every(isWord)) {
    refuse("next", prefix);
    prefix = [];
  }
  const off = each("off", (name) => switches.includes(name));
  const known = ["text", "off", "rows", "next", ...more];
  refused.push(...[...new Set(given.keys())].filter((name) => !known.includes(name)));
  const placed = rows.map(([row, key]) => [row, key === "all" ? key : Number(key)]);
  return { text, change: { off, rows: Object.fromEntries(placed), prefix: prefix.map(Number) }, refused };
}

// --- in words ---

function nameOfPart(name) {  // "encoder.0.self_attention.head.2" -> "encoder 1, self-attention, head 3"
  const [side, layer, part, , head] = name.split(".");
  return [`${side} ${Number(layer) + 1}`, PARTS[part], ...(head ? [`head ${Number(head) + 1}`] : [])].join(", ");
}

export function toldChanges({ off, rows, prefix }, shown) {  // -> of each, [it in words, what takes it back]
  const quoted = (word) => `\u201c${isolated(visible(word))}\u201d`;
  const source = (i) => quoted(shown.source?.[i] ?? "\u2026");
  const beginning = textOf(shown.written?.slice(0, prefix.length) ?? []);
  const told = (row) => {
    const [name, place] = row.split(".row.");
    const written = (i) => (i ? `what step ${i} wrote` : quoted("<s>"));
    const query = name.startsWith("encoder") ? source(place) : `step ${Number(place) + 1}`;
    const key = /decoder.*self/.test(name) ? written : source;
    return `${nameOfPart(name)}: ${query} looks at ${rows[row] === "all" ? "all alike" : `${key(rows[row])} only`}`;
  };
  const without = (row) => Object.fromEntries(Object.entries(rows).filter(([each]) => each !== row));
  return [
    ...off.map((name) => [`${nameOfPart(name)}: off`, { off: off.filter((each) => each !== name) }]),
    ...Object.keys(rows).map((row) => [told(row), { rows: without(row) }]),
    ...(prefix.length ? [[`begins with ${quoted(beginning)}`, { prefix: [] }]] : []),
  ];
}
