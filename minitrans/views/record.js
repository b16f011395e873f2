"use strict";

// What view.js draws, made by the model in the page: the same record as of minitrans/views/trace.py and page.py.

const LIKELY = 8;  // most probable next words that are kept for each step

function recordOf(model, tokenizer, text, nodes, hypotheses) {  // nodes: those that the search has yielded; best hypothesis first
  const pieces = tokenizer.split(text), { ids, node: end } = hypotheses[0], names = ids.map((id) => tokenizer.pieces[id]);
  const steps = nodes_before(end), probabilities = steps.map(({ logits }) => softmax(logits)), numbers = new Map(nodes.map((node, i) => [node, i]));
  return {
    text,
    translation: tokenizer.decode(ids),
    source: [...pieces.map(([piece]) => piece), "</s>"],
    target: [...names, "</s>"],
    attention: attentionOf(model, steps, pieces.length + 1),
    likely: probabilities.map((row) => mostLikely(row).map((id) => [tokenizer.pieces[id], row[id]])),
    probability: probabilities.map((row, t) => row[ids[t] ?? EOS]),
    hypotheses: hypotheses.map(({ score, ids, node }) => [score, tokenizer.decode(ids), numbers.get(node)]),
    beam: nodes.map(({ parent, id, score, fate }) => [parent && numbers.get(parent), tokenizer.pieces[id], score, fate]),
  };
}

function attentionOf({ config: { heads }, encoder, decoder }, steps, S) {  // S: pieces of the source
  const T = steps.length, step = (kind) => (layer, head, query, key) => steps[query][kind][layer][head][key] ?? 0;  // later words are hidden
  return {
    encoder: { shape: [encoder.length, heads, S, S], weights: (layer, head, query, key) => steps[0].encoder[layer][query][head][key] },
    decoder: { shape: [decoder.length, heads, T, T], weights: step("decoder") },
    cross: { shape: [decoder.length, heads, T, S], weights: step("cross") },
  };
}

function mostLikely(probabilities) {  // -> the ids of the LIKELY most probable words, best first
  const least = probabilities.slice().sort().at(-LIKELY);
  return [...probabilities.keys()].filter((id) => probabilities[id] >= least).sort((a, b) => probabilities[b] - probabilities[a]).slice(0, LIKELY);
}
