"use strict";

// Figure 1 of the paper with the arrays of one pair of sentences, from the words to the loss.  Names are those of the
// weights in `Transformer.parameters`; an array has the name of the module that makes it.

function transformer({ config, vocabulary, weights }, { source, target }, nudge) {  // -> {tape, loss}
  const tape = new Tape(nudge), { heads, eps, smoothing } = config, d = config.d_model, d_k = d / heads;
  const [BOS, EOS] = [1, 2], counted = (row) => row.map((_, i) => String(i + 1)), words = (ids) => ids.map((id) => vocabulary[id]);
  let box = "";
  const about = (name, symbol, title) => ({ name, symbol, title, box });
  const apply = (operation, made, rows, columns, operands, constants) => tape.apply(OPERATIONS[operation], made, rows, columns, operands, constants);
  const weight = (name, symbol, title, rows = counted(weights[name])) => tape.leaf(about(name, symbol, title), rows, counted(weights[name][0]), weights[name]);

  function embed(name, symbol, table, ids) {
    const positions = apply("sinusoids", about(`${name}.positions`, "P", "positions"), words(ids), table.columns, [], { d });
    return apply("embed", about(name, symbol, "embedding + position"), words(ids), table.columns, [table, positions], { ids, scale: Math.sqrt(d) });
  }

  function linear(x, made, matrix, bias) {
    return apply("linear", made, x.rows, matrix.columns, [x, matrix, bias]);
  }

  function project(x, name, letter, title) {
    const matrix = weight(`${name}.weight`, `W^${letter}`, `weights of the ${title}`), bias = weight(`${name}.bias`, `b^${letter}`, `bias of the ${title}`, [""]);
    return linear(x, about(name, letter, title), matrix, bias);
  }

  function head(name, number, q, k, v, causal) {  // scaled_dot_product_attention (Section 3.2.1)
    const from = d_k * number, of = (part, letter, title) => about(`${name}.${part}.${number}`, `${letter}^${number + 1}`, `${title} of head ${number + 1}`);
    let scores = apply("scores", of("scores", "S", "scores"), q.rows, k.rows, [q, k], { from, d_k });
    if (causal) scores = apply("mask", of("masked", "M", "masked scores"), q.rows, k.rows, [scores]);
    const shares = apply("softmax", of("weights", "A", "attention weights"), q.rows, k.rows, [scores]);
    return apply("weighted_values", of("heads", "H", "weighted values"), q.rows, v.columns.slice(from, from + d_k), [shares, v], { from });
  }

  function attention(name, x, memory, causal = false) {  // multi-head (Section 3.2.2)
    const q = project(x, `${name}.query`, "Q", "queries"), k = project(memory, `${name}.key`, "K", "keys"), v = project(memory, `${name}.value`, "V", "values");
    const all = [...Array(heads).keys()].map((number) => head(name, number, q, k, v, causal));
    const merged = apply("merge_heads", about(`${name}.merged`, "H", "heads side by side"), x.rows, v.columns, all);
    return project(merged, `${name}.output`, "O", "output");
  }

  function feed_forward(name, x) {  // (Section 3.3)
    const [w1, b1, w2, b2] = ["1", "2"].flatMap((i) => [weight(`${name}.w${i}`, `W^${i}`, `weights ${i}`), weight(`${name}.b${i}`, `b^${i}`, `bias ${i}`, [""])]);
    const before = linear(x, about(`${name}.before`, "U", "before ReLU"), w1, b1);
    const hidden = apply("relu", about(`${name}.hidden`, "G", "after ReLU"), x.rows, before.columns, [before]);
    return linear(hidden, about(name, "F", "output"), w2, b2);
  }

  function add_norm(name, symbol, x, sublayer) {  // LayerNorm(x + Sublayer(x)) (Section 3.1)
    const total = apply("residual", about(`${name}.sum`, "R", "residual sum"), x.rows, x.columns, [x, sublayer]);
    const mean = apply("mean", about(`${name}.mean`, "\u03bc", "mean of each row"), x.rows, ["mean"], [total]);
    const r = apply("inverse_std", about(`${name}.inverse_std`, "r", "1 / standard deviation"), x.rows, ["1 / std"], [total, mean], { eps });
    const normal = apply("normalize", about(`${name}.x_hat`, "N", "normalised"), x.rows, x.columns, [total, mean, r]);
    const gamma = weight(`${name}.norm.gamma`, "\u03b3", "scale", [""]), beta = weight(`${name}.norm.beta`, "\u03b2", "shift", [""]);
    return apply("scale", about(name, symbol, "LayerNorm"), x.rows, x.columns, [normal, gamma, beta]);
  }

  box = "Source words";
  const table = weight("source_embedding", "E", "embedding", vocabulary);  // one matrix for source, target and logits
  let x = embed("source", "X", table, [...source, EOS]);
  box = "Encoder: self-attention";
  const seen = attention("encoder.0.self_attention", x, x);
  box = "Encoder: add & norm";
  x = add_norm("encoder.0.attention_residual", "X\u2032", x, seen);
  box = "Encoder: feed-forward";
  const fed = feed_forward("encoder.0.feed_forward", x);
  box = "Encoder: add & norm 2";
  const memory = add_norm("encoder.0.feed_forward_residual", "X\u2033", x, fed);

  box = "Target words";
  let y = embed("target", "Y", table, [BOS, ...target]);
  box = "Decoder: masked self-attention";
  const before = attention("decoder.0.self_attention", y, y, true);
  box = "Decoder: add & norm";
  y = add_norm("decoder.0.self_residual", "Y\u2032", y, before);
  box = "Decoder: attention to the encoder";
  const crossed = attention("decoder.0.cross_attention", y, memory);
  box = "Decoder: add & norm 2";
  y = add_norm("decoder.0.cross_residual", "Y\u2033", y, crossed);
  box = "Decoder: feed-forward";
  const wide = feed_forward("decoder.0.feed_forward", y);
  box = "Decoder: add & norm 3";
  y = add_norm("decoder.0.feed_forward_residual", "Y\u2034", y, wide);

  box = "Next words and loss";
  const logits = apply("project", about("logits", "Z", "logits"), y.rows, vocabulary, [y, table]);
  const p = apply("softmax", about("probabilities", "p", "probabilities"), y.rows, vocabulary, [logits]);
  const right = apply("smooth", about("targets", "t", "right words, smoothed"), y.rows, vocabulary, [], { targets: [...target, EOS], smoothing, words: vocabulary.length });
  const losses = apply("cross_entropy", about("losses", "\u2113", "cross entropy of each word"), y.rows, ["loss"], [logits, p, right]);
  const loss = apply("sum", about("loss", "L", "loss"), [""], ["loss"], [losses]);
  return { tape, loss };
}

function numbersOf(model, pair) {  // -> the matrices by their names, each with its gradient where it has one
  const { tape, loss } = transformer(model, pair);
  tape.backward(loss);
  return tape.matrices;
}

function finite_difference(model, pair, { name }, i, j, h = 1e-5) {  // (loss(w + h) - loss(w - h)) / 2h, by two forwards
  const [above, below] = [h, -h].map((step) => transformer(model, pair, { name, i, j, h: step }).loss.data[0][0]);
  return { above, below, h, slope: (above - below) / (2 * h) };
}
