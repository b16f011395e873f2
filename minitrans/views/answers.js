// What a model says to a text: the model is in the page, or behind the server of minitrans/commands/demo.py.

import { arraysOf, translated } from "./arrays.js";
import { beam_search } from "./beam_search.js";
import { nameOf, whatIs } from "./draw.js";
import { softmax, Transformer } from "./model.js";
import { BOS, EOS, Tokenizer } from "./pieces.js";
import { recorded } from "./record.js";
import { unpacked } from "./weights.js";

const SLICE = 30;  // milliseconds of search after which a key may come in between
const LIKELY = 8;  // next words that one may choose
export const about = JSON.parse(whatIs("model").textContent);
export const tokenizer = about.pieces && new Tokenizer(about.pieces, about.normalizes, about.symbols);
const names = about.pieces?.map(nameOf);
const parameters = about.tensors && unpacked(about.tensors, whatIs("weights").textContent);
export const model = parameters && new Transformer(about.config, parameters);

export const anotherTask = () => new Promise((resolve) => { setTimeout(resolve); });

// Of a text, a change and a beam: what is to be shown, or null.  isWanted(): whether it still is
export async function answered({ text, change, beam }, isWanted) {
  if (!model) return asked(text, beam);
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

export function translationOf(text, beam) {  // by the model as it is
  const search = beam_search(model, tokenizer.encode(text), { ...about.config, beam });
  let step = search.next();
  while (!step.done) step = search.next();
  return tokenizer.decode(step.value[0].ids);
}

function shownOf(run, text, nodes, hypotheses) {
  const pieces = [...tokenizer.split(text), ["</s>", EOS]], source = pieces.map(([, id]) => id), { ids } = run.best;
  const rows = pieces.map(([piece]) => nameOf(piece)), places = new Map(nodes.map((node, i) => [node, i]));
  Object.assign(run, { parameters, source: source.slice(0, -1) });
  return {
    run, text, names, ids: new Set([BOS, ...source, ...ids]), heads: about.config.heads,
    source: rows, target: [BOS, ...ids].map((id) => names[id]),
    written: [...ids, EOS].map((id) => about.pieces[id]), translation: tokenizer.decode(ids),
    layers: { encoder: run.model.encoder.length, decoder: run.model.decoder.length },
    make: () => (run.arrays ??= arraysOf(run, source, rows, names)),
    likely: (step) => likely(run.kept.get("logits")[step], ids[step] ?? EOS),
    hypotheses: hypotheses.map(({ score, ids, node }) => [score, tokenizer.decode(ids), places.get(node)]),
    beam: nodes.map(({ parent, id, score, fate }) => [parent && places.get(parent), about.pieces[id], score, fate]),
  };
}

function likely(logits, written) {  // -> the most probable next words, best first, and the written one
  const p = softmax(logits), least = p.slice().sort().at(-LIKELY);
  const ids = [...p.keys()].filter((id) => p[id] >= least || id === written).sort((a, b) => p[b] - p[a]);
  return ids.map((id) => ({ name: names[id], p: p[id], id, chosen: id === written }));
}

async function asked(text, beam) {  // the server; nothing for a text without any piece
  const message = whatIs("message"), busy = "Translating; others may be before you.";
  const slow = setInterval(() => { message.textContent ||= busy; }, 1000);  // again: each key clears the message
  const unanswered = () => { throw new Error("The server does not answer. Was it ended?"); };
  try {
    const answer = await fetch(`translate?${new URLSearchParams({ text, beam })}`).catch(unanswered);
    if (!answer.ok) throw new Error(await answer.text());
    const record = await answer.json();
    return record && recorded(record);
  } finally {
    clearInterval(slow);
    if (message.textContent === busy) message.textContent = "";
  }
}
