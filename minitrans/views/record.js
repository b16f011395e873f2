"use strict";

// What view.js draws, made by the model in the page: the same record as of minitrans/views/trace.py and page.py.

const LIKELY = 8;  // most probable next words that are kept for each step

function recordOf(model, tokenizer, text, nodes, hypotheses) {  // nodes: those that the search has yielded; best hypothesis first
  const pieces = tokenizer.split(text), { ids } = hypotheses[0], names = ids.map((id) => tokenizer.pieces[id]);
  const { probabilities, attention } = forward(model, pieces.map(([, id]) => id), ids);
  const numbers = new Map(nodes.map((node, i) => [node, i]));
  return {
    text,
    translation: tokenizer.decode(ids),
    source: [...pieces.map(([piece]) => piece), "</s>"],
    target: [...names, "</s>"],
    attention,
    likely: probabilities.map((row) => [...row.keys()].sort((a, b) => row[b] - row[a]).slice(0, LIKELY).map((id) => [tokenizer.pieces[id], row[id]])),
    probability: probabilities.map((row, t) => row[ids[t] ?? EOS]),
    hypotheses: hypotheses.map(({ score, ids, node }) => [score, tokenizer.decode(ids), numbers.get(node)]),
    beam: nodes.map(({ parent, id, score, fate }) => [parent && numbers.get(parent), tokenizer.pieces[id], score, fate]),
  };
}

function forward(model, source, target) {  // the target is given -> probabilities of each next piece, and all attention
  const watch = { encoder: [], decoder: [], cross: [] }, state = model.start([...source, EOS], watch);
  const probabilities = [BOS, ...target].map((id) => softmax(model.step([id], state)[0]));
  const depth = model.decoder.length, { heads } = model.config, [S, T] = [source.length + 1, target.length + 1];
  const step = (kind) => (layer, head, query, key) => watch[kind][query * depth + layer][0][head][key] ?? 0;  // later words are hidden
  const weights = { encoder: (layer, head, query, key) => watch.encoder[layer][query][head][key], decoder: step("decoder"), cross: step("cross") };
  const shapes = { encoder: [model.encoder.length, heads, S, S], decoder: [depth, heads, T, T], cross: [depth, heads, T, S] };
  return { probabilities, attention: Object.fromEntries(Object.keys(shapes).map((kind) => [kind, { shape: shapes[kind], weights: weights[kind] }])) };
}
