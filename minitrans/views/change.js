"use strict";

// What a reader changes in the model and its sentence.  A change is a plain object, which the address can hold.
//
// off: attentions ("encoder.0.self_attention"), their heads ("encoder.0.self_attention.head.2"), and residual connections
//   ("encoder.0.attention_residual") that are switched off
// rows: what a query looks at instead, by its place: {"decoder.1.cross_attention.row.3": the place of a key, or "all"}; of
//   one head alone: "decoder.1.cross_attention.head.2.row.3"
// temperature: what the logits are divided by
// prefix: the ids that the translation begins with
// swap: the places of two words of the source, or none

const UNCHANGED = { off: [], rows: {}, temperature: 1, prefix: [], swap: [] };
const OF_SENTENCE = { rows: {}, prefix: [], swap: [] };  // what belongs to one sentence
const COLDEST = 0.1, HOTTEST = 5;
const LONGEST_TEXT = 2000;  // characters, in an address
const SOURCE_WORD = /[\p{L}\p{M}\p{N}]+(?:['\u2019-][\p{L}\p{M}\p{N}]+)*/gu;  // without the full stop after it
const PARTS = {
  self_attention: "self-attention", cross_attention: "encoder-decoder attention", attention_residual: "residual of self-attention",
  self_residual: "residual of self-attention", cross_residual: "residual of encoder-decoder attention", feed_forward_residual: "residual of feed-forward",
};

function isChanged(change) {
  return addressOf("", change) !== "";
}

function changed_weights({ off, rows }, weights, name, head, place) {  // of one query and head -> those to use instead
  const own = `${name}.head.${head}`, key = rows[`${own}.row.${place}`] ?? rows[`${name}.row.${place}`];
  if (off.includes(name) || off.includes(own)) return weights.map(() => 0);
  if (key === undefined) return weights;
  return weights.map((_, i) => (key === "all" ? 1 / weights.length : Number(i === key)));
}

function oneLine(text) {
  return text.replace(/[\t-\r\u2028\u2029 ]+/g, " ").trim();
}

function swapped(text, [i, j]) {  // the text with its words i and j swapped
  const words = text.match(SOURCE_WORD) ?? [];
  let place = 0;
  return text.replace(SOURCE_WORD, (word) => words[{ [i]: j, [j]: i }[place++]] ?? word);
}

// --- what there is to change ---

function attentionsOf(model) {  // -> their names
  return [...model.encoder, ...model.decoder].flatMap(Object.values).filter(({ query }) => query).map(({ name }) => name);
}

function switchesOf(model) {  // -> what `off` can name
  const heads = attentionsOf(model).flatMap((name) => Array.from({ length: model.config.heads }, (_, head) => `${name}.head.${head}`));
  const residuals = [...model.encoder, ...model.decoder].flatMap(Object.values).filter(({ norm }) => norm).map(({ name }) => name);
  return [...attentionsOf(model), ...heads, ...residuals];
}

function keysOf(name, place, length) {  // of `length` pieces, with EOS: how many keys this query has; 0 if there is no such query
  if (name.startsWith("encoder") && place >= length) return 0;
  return name.includes("cross_attention") || name.startsWith("encoder") ? length : place + 1;
}

// --- the address ---

function addressOf(text, { off, rows, temperature, prefix, swap }) {  // what stands after its #
  const parts = { text, off, rows: Object.entries(rows).map((row) => row.join(":")), temperature: temperature === 1 ? [] : [temperature], next: prefix, swap };
  const given = Object.entries(parts).filter(([, value]) => value.length).map(([name, value]) => [name, String(value)]);
  return String(new URLSearchParams(given)).replaceAll("%2C", ",").replaceAll("%3A", ":");
}

function readAddress(hash, model, tokenizer, otherwise = "") {  // -> {text, change, refused: what there is not, as "name=value"}
  // otherwise: the text, if the address has none
  const given = new URLSearchParams(hash.replace(/^#/, "")), refused = [], valuesOf = (name) => given.get(name)?.split(",").filter(Boolean) ?? [];
  const refuse = (name, value) => refused.push(`${name}=${value}`);
  const each = (name, fits) => [...new Set(valuesOf(name))].filter((value) => fits(value) || !refuse(name, value));
  const numbers = (name, fits) => {  // all of them, or none
    const values = valuesOf(name), fit = !values.length || fits(values);
    if (!fit) refuse(name, values);
    return fit ? values.map(Number) : [];
  };
  const within = (value, end) => /^(0|[1-9]\d*)$/.test(value) && Number(value) < end;

  let text = oneLine(given.get("text") ?? otherwise);
  if (text.length > LONGEST_TEXT) {
    refuse("text", text);
    text = otherwise;
  }
  const words = text.match(SOURCE_WORD) ?? [], switches = switchesOf(model);
  const swap = numbers("swap", (places) => places.length === 2 && places[0] !== places[1] && places.every((place) => within(place, words.length)));
  const length = tokenizer.encode(swapped(text, swap)).length + 1, longest = length + model.config.max_extra;
  const isRow = (value) => {
    const [, name, place, key] = /^([\w.]+_attention(?:\.head\.\d+)?)\.row\.(\d+):(\w+)$/.exec(value) ?? [];
    const keys = switches.includes(name) && within(place, longest) ? keysOf(name, Number(place), length) : 0;
    return within(key === "all" ? 0 : key, keys);
  };
  const rows = each("rows", isRow).map((row) => row.split(":")).map(([row, key]) => [row, key === "all" ? key : Number(key)]);
  const [temperature = 1] = numbers("temperature", ([value, ...more]) => /^\d+(\.\d+)?$/.test(value) && COLDEST <= value && value <= HOTTEST && !more.length);
  const prefix = numbers("next", (ids) => ids.length <= longest && ids.every((id) => within(id, tokenizer.pieces.length)) && !ids.slice(0, -1).map(Number).includes(EOS));
  const off = each("off", (name) => switches.includes(name));
  for (const name of new Set(given.keys())) if (!["text", "off", "rows", "temperature", "next", "swap"].includes(name)) refused.push(name);
  return { text, change: { off, rows: Object.fromEntries(rows), temperature, prefix, swap }, refused };
}

// --- in words ---

function nameOfPart(name) {  // "encoder.0.self_attention.head.2" -> "encoder 1, self-attention, head 3"
  const [side, layer, part, , head] = name.split(".");
  return [`${side} ${Number(layer) + 1}`, PARTS[part], ...(head ? [`head ${Number(head) + 1}`] : [])].join(", ");
}

function toldChanges({ off, rows, temperature, prefix, swap }, text, tokenizer) {  // -> each change as [in words, what takes it back]
  const pieces = Object.keys(rows).length ? [...tokenizer.split(swapped(text, swap)).map(([piece]) => piece), "</s>"] : [];
  const words = text.match(SOURCE_WORD), quoted = (word) => `\u201c${isolated(visible(word))}\u201d`;
  const rowOf = (row) => {
    const [name, place] = row.split(".row."), source = (i) => quoted(nameOf([pieces[i]]));
    const written = (i) => (i ? `what step ${i} wrote` : quoted("<s>"));
    const query = name.startsWith("encoder") ? source(place) : `step ${Number(place) + 1}`, key = /decoder.*self/.test(name) ? written : source;
    return `${nameOfPart(name)}: ${query} looks at ${rows[row] === "all" ? "all alike" : `${key(rows[row])} only`}`;
  };
  return [
    ...off.map((name) => [`${nameOfPart(name)}: off`, { off: off.filter((each) => each !== name) }]),
    ...Object.keys(rows).map((row) => [rowOf(row), { rows: Object.fromEntries(Object.entries(rows).filter(([each]) => each !== row)) }]),
    ...(temperature === 1 ? [] : [[`temperature ${temperature}`, { temperature: 1 }]]),
    ...(swap.length ? [[`${quoted(words[swap[0]])} and ${quoted(words[swap[1]])} swapped`, { swap: [] }]] : []),
    ...(prefix.length ? [[`begins with ${quoted(tokenizer.decode(prefix))}`, { prefix: [] }]] : []),
  ];
}
