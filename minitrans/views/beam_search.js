// Beam search with the length penalty (Section 6.1) for one sentence, as in minitrans/decoding.py; greedy search is a
// beam of 1.

import { BOS, EOS, PAD, UNK } from "./pieces.js";

const PRUNED = 8;  // best pruned words that are kept for each step, to be shown

function length_penalty(length, alpha) {  // ((5 + length) / 6)^alpha (Wu et al. 2016)
  return ((5 + length) / 6) ** alpha;
}

function best_words(logits, count, only) {  // -> the most probable next words as [log probability, id], best first
  // only: the one word that is allowed
  const top = logits.reduce((a, b) => Math.max(a, b));
  const log_total = top + Math.log(logits.reduce((sum, each) => sum + Math.exp(each - top), 0));
  if (only !== undefined) return [[logits[only] - log_total, only]];
  const left = logits.slice(), best = [];
  for (const never of [PAD, BOS, UNK]) left[never] = -Infinity;
  for (let i = 0; i < count; i++) {
    let id = EOS;
    for (let j = 0; j < left.length; j++) if (left[j] > left[id]) id = j;
    best.push([left[id] - log_total, id]);
    left[id] = -Infinity;
  }
  return best;
}

// Translate ids -> the `nbest` best hypotheses {score, ids, node}, best first.  Each step keeps the `beam` most
// probable continuations; a finished hypothesis keeps its place in the beam.  A step yields its nodes {parent, id,
// score, fate}, best first, so that the page can stop the search, and draw it.  prefix: the words that each hypothesis
// begins with.
export function* beam_search(model, source, { beam, alpha, max_extra, prefix = [] }, nbest = 1) {
  const limit = Math.min(source.length + max_extra, model.longest), finished = [];
  const state = model.start([...source, EOS]), root = { parent: null, id: BOS, score: 0, fate: "kept" };
  yield [root];
  for (let live = [root], length = 1; live.length; length++) {
    const logits = model.step(live.map((node) => node.id), state), only = length === limit ? EOS : prefix[length - 1];
    const candidates = live.flatMap((parent, row) => best_words(logits[row], beam, only).map(([log_p, id]) => (
      { parent, row, id, score: parent.score + log_p, fate: "pruned" })));
    candidates.sort((a, b) => b.score - a.score);
    for (const node of candidates.slice(0, beam - finished.length).filter(({ score }) => score > -Infinity)) {
      node.fate = node.id === EOS ? "finished" : "kept";
      const ids = nodes_before(node).slice(1).map(({ id }) => id);
      if (node.id === EOS) finished.push({ score: node.score / length_penalty(length, alpha), ids, node });
    }
    yield candidates.filter(({ score }) => score > -Infinity).slice(0, beam + Math.max(PRUNED, beam));
    live = candidates.filter(({ fate }) => fate === "kept");
    finished.sort((a, b) => b.score - a.score);
    // no later length penalty is larger than that of the limit
    const to_beat = finished[nbest - 1]?.score ?? -Infinity;
    if (!live.length || live[0].score / length_penalty(limit, alpha) <= to_beat) break;
    model.select(state, live.map(({ row }) => row));
  }
  return finished.slice(0, nbest);
}

function nodes_before(node) {  // from the root on, without this node
  const nodes = [];
  for (let each = node.parent; each; each = each.parent) nodes.unshift(each);
  return nodes;
}
