// The answers of a model to a text.  Its weights are in the page, or on the server of minitrans/commands/demo.py; or
// the page is a file with records of what a model did.

import { arraysOf, rowsOf, translated } from "./arrays.js";
import { beam_search } from "./beam_search.js";
import { addressOf, isChanged, UNCHANGED } from "./change.js";
import { nameOf, whatIs } from "./draw.js";
import { softmax, Transformer } from "./model.js";
import { BOS, EOS, Tokenizer } from "./pieces.js";
import { unpacked } from "./weights.js";

const SLICE = 30;  // milliseconds of search after which a key may come in between
const LIKELY = 8;  // next words to choose from
export const about = JSON.parse(whatIs("model").textContent);
const packed = whatIs("weights").textContent, parameters = unpacked(about.tensors, packed);
export const where = packed ? "page" : about.records ? "file" : "server";
export const model = new Transformer(about.config, parameters);
export const tokenizer = about.pieces && new Tokenizer(about.pieces, about.normalizes, about.symbols);
const names = about.pieces?.map(nameOf), unchanged = new Map();

export const anotherTask = () => new Promise((resolve) => { setTimeout(resolve); });

// -> what to show for a text, a change and a beam, or null.  isWanted(): whether it is still wanted
export async function answered({ text, change, beam }, isWanted) {
  if (where === "server") return asked({ text, change, beam });
  if (beam === 1) return greedily({ text, change });
  const source = tokenizer.encode(text), changed = new Transformer(about.config, parameters, change);
  const search = beam_search(changed, source, { ...about.config, beam, prefix: change.prefix }, beam), nodes = [];
  let step = search.next();
  for (let sliced = performance.now(); !step.done; step = search.next()) {
    nodes.push(...step.value);
    if (performance.now() < sliced + SLICE) continue;
    await anotherTask();
    if (!isWanted()) return null;
    sliced = performance.now();
  }
  const run = translated(about.config, parameters, source, { ...change, prefix: [...step.value[0].ids, EOS] });
  run.model.change = change;
  return shownOf(run, text, nodes, step.value);
}

function greedily({ text, change }) {
  const run = translated(about.config, parameters, tokenizer.encode(text), change);
  return shownOf(run, text, run.nodes, [run.best]);
}

export async function translationOf(text, beam) {  // by the model as it is
  if (where === "server") {
    const key = `${beam} ${text}`;
    return unchanged.get(key) ?? (await asked({ text, beam, change: UNCHANGED })).translation;
  }
  const search = beam_search(model, tokenizer.encode(text), { ...about.config, beam });
  let step = search.next();
  while (!step.done) step = search.next();
  return tokenizer.decode(step.value[0].ids);
}

function shownOf(run, text, nodes, hypotheses) {
  const split = [...tokenizer.split(text), ["</s>", EOS]], places = new Map(nodes.map((node, i) => [node, i]));
  const source = split.map(([, id]) => id), { ids } = run.best;
  Object.assign(run, { parameters, source: source.slice(0, -1) });
  return drawn(run, source, names, {
    text, source: split.map(([piece]) => piece), target: [...ids, EOS].map((id) => about.pieces[id]),
    translation: tokenizer.decode(ids),
    hypotheses: hypotheses.map(({ score, ids, node }) => [score, tokenizer.decode(ids), places.get(node)]),
    beam: nodes.map(({ parent, id, score, fate }) => [parent && places.get(parent), about.pieces[id], score, fate]),
  });
}

function drawn(run, ids, names, record) {  // ids: of the source, with EOS; names: of all ids
  const source = record.source.map(nameOf), target = ["<s>", ...record.target.slice(0, -1)].map(nameOf);
  return {
    ...record, run, names, ids: new Set([BOS, ...ids, ...(run.written ?? run.best.ids)]), heads: about.config.heads,
    source, target, written: record.target,
    layers: { encoder: run.model.encoder.length, decoder: run.model.decoder.length },
    make: () => (run.arrays ??= arraysOf(run, ids, source, names)),
    likely: (step) => likely(run, step, names),
  };
}

function likely({ kept, best, rest, ids, written = best.ids }, step, names) {
  // -> the most probable next words, best first, and the written one
  const z = kept.get("logits")[step], last = written[step] ?? EOS;
  const p = softmax(Float64Array.from([...z, Math.log(rest?.[step] ?? 0)])).slice(0, -1);
  const least = p.slice().sort().at(-LIKELY);
  const places = [...p.keys()].filter((i) => p[i] >= least || i === last).sort((a, b) => p[b] - p[a]);
  return places.map((i) => ({ name: names[i], p: p[i], id: where === "file" ? undefined : ids?.[i] ?? i,
    chosen: i === last }));
}

// --- a model elsewhere ---

export function recalled(record, change = UNCHANGED) {  // of minitrans/views/sentence_page.py -> what is shown of it
  const { ids, pieces, places: [source, written], rest } = record, own = { ...parameters }, kept = new Map();
  for (const tensor of Object.values(unpacked(record.tensors, record.data))) {
    if (parameters[tensor.name]) own[tensor.name] = tensor;
    else kept.set(tensor.name, rowsOf(tensor));
  }
  const run = { model: new Transformer(about.config, own, change), kept, rest, ids, written, parameters: own,
    best: { ids: written.map((i) => ids[i]) } };
  return drawn(run, source, pieces.map(nameOf), record);
}

async function fromServer(path, query) {
  const unanswered = () => { throw new Error("The server does not answer. Has it been stopped?"); };
  const answer = await fetch(`${path}?${query}`).catch(unanswered);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function asked({ text, change, beam }) {  // nothing for a text without any piece
  const message = whatIs("message"), busy = "The server translates one sentence at a time.";
  const slow = setInterval(() => { message.textContent ||= busy; }, 1000);  // again: each key clears the message
  try {
    const record = await fromServer("translate", addressOf(text, change, { beam }));
    if (record && !isChanged(change)) unchanged.set(`${beam} ${text}`, record.translation);
    return record && recalled(record, change);
  } finally {
    clearInterval(slow);
    if (message.textContent === busy) message.textContent = "";
  }
}

export async function fetchWeights(matrices) {  // into arrays of what is shown
  for (const matrix of matrices) {
    const { tensors, data } = await fromServer("weights", new URLSearchParams({ name: matrix.name }));
    Object.assign(parameters[matrix.name], unpacked(tensors, data)[matrix.name]);
    matrix.data = rowsOf(parameters[matrix.name]);
  }
}
