"use strict";

// What the search saw: the most probable next words at each step, and the beam.

const SHOWN = 5, LEAST_SHOWN = 0.01;  // next words of a step, and their least probability unless one may choose them
const SPACE = 30, STEP = 22;  // of the beam: the least space between two steps, and between two hypotheses

function nextWords(records) {
  const hint = records[0].choose ? " Choose another word, and the translation goes on from there." : "";
  return element("section", { id: "next" }, element("h2", {}, "The next word at each step"),
    element("p", { class: "faint" }, `The number is the probability that the model gives to a word after all words written so far.${hint}`),
    beside(records.map((record) => scroll("The next word at each step", stepTable(record)))));
}

function stepTable(record) {  // choose: of a model in the page, a function of the pieces that the translation is to begin with
  const name = (piece) => nameOf([piece]);
  const head = element("tr", {}, ...["written", "most probable next words"].map((text, i) => element("th", { scope: "col", colspan: i ? SHOWN : false }, text)));
  const rows = record.likely.map((words, t) => element("tr", {},
    element("th", { scope: "row" }, element("bdi", {}, name(record.target[t])), " ", element("span", { class: "faint" }, record.probability[t].toFixed(3))),
    ...words.slice(0, SHOWN).filter(([piece, p]) => p >= LEAST_SHOWN || piece === record.target[t] || record.choose).map(([piece, p], rank) => {
      const bar = element("span", { class: "bar" });
      bar.style.width = `${Math.max(1, 60 * p)}px`;
      const word = element("bdi", { class: piece === record.target[t] ? "written" : "" }, name(piece));
      const choose = () => record.choose([...record.target.slice(0, t), piece]);
      const shown = record.choose ? element("button", { type: "button", "data-choice": `${t}-${rank}`, onclick: choose }, word) : word;
      return element("td", {}, bar, " ", shown, " ", element("span", { class: "faint" }, p.toFixed(3)));
    })));
  return element("table", { class: "steps" }, element("thead", {}, head), element("tbody", {}, ...rows));
}

function beam(records) {
  return element("section", { id: "beam" }, element("h2", {}, "The beam"),
    element("p", { class: "faint" }, "A column for each step. The number is the log probability of the words so far. Thick: the translation; underlined: the end of a hypothesis; grey: pruned (only the best of these)."),
    beside(records.map(hypotheses)));
}

function hypotheses(record) {  // a tree: a column for each step, the best hypotheses of a step at its top
  const nodes = record.beam.map(([parent, piece, score, fate]) => ({ parent, name: nameOf([piece]), score, fate })), steps = [];
  for (const node of nodes) {
    node.parent = nodes[node.parent];
    node.step = node.parent ? node.parent.step + 1 : 0;
    (steps[node.step] ??= []).push(node);
  }
  const order = { finished: 0, kept: 1, pruned: 2 };
  let x = 10;
  for (const column of steps) {
    column.sort((a, b) => order[a.fate] - order[b.fate] || b.score - a.score);
    column.forEach((node, row) => Object.assign(node, { x, y: STEP * (row + 1), text: `${isolated(node.name)} ${node.score.toFixed(2)}` }));
    const end = Math.max(...column.map((node) => x + widthOf(node.text)));
    for (const node of column) [node.own, node.end] = [x + widthOf(node.text), end];
    x = end + SPACE;
  }
  for (let node = nodes[record.hypotheses[0]?.[2]]; node; node = node.parent) node.best = true;
  const svg = drawing(x, STEP * (1 + Math.max(...steps.map((column) => column.length))), "group", "The hypotheses of each step, as a tree");
  svg.append(...nodes.filter((node) => node.parent).sort((a, b) => (a.best ?? 0) - (b.best ?? 0)).map((node) => (node.edge = edge(node))));
  for (const node of nodes) svg.append(node.drawn = element("text", { x: node.x, y: node.y, class: kind(node), role: "img", "aria-label": story(node) }, node.text));
  const readout = element("p", { class: "readout", role: "status" });
  const show = (node) => {
    for (const each of svg.querySelectorAll(".on")) each.classList.remove("on");
    svg.classList.toggle("alone", node !== null);
    readout.textContent = node ? story(node) : "Point at a word, or move to it with the arrow keys, to read its hypothesis.";
    for (let each = node; each?.edge; each = each.parent) {
      each.edge.classList.add("on");
      svg.insertBefore(each.edge, nodes[0].drawn);  // over the other edges
    }
  };
  for (const node of nodes) {
    for (const event of ["mouseenter", "focus"]) node.drawn.addEventListener(event, () => show(node));
    for (const event of ["mouseleave", "blur"]) node.drawn.addEventListener(event, () => show(null));
  }
  arrowKeys(steps.map((column) => column.map((node) => node.drawn)));
  show(null);
  const finished = record.hypotheses.map(([score, text]) => element("li", {}, element("bdi", {}, visible(text)), " ", element("span", { class: "faint" }, score.toFixed(3))));
  return element("div", {}, element("div", { class: "scroll" }, svg), readout,
    element("div", { class: "hypotheses" },
      element("p", { class: "faint" }, "The finished hypotheses, with the log probability divided by the length penalty:"), element("ol", {}, ...finished)));
}

function edge(node) {
  const [own, x, from, to] = [node.parent.own + 4, node.parent.end + 4, node.parent.y - 5, node.y - 5], middle = (x + node.x) / 2;
  return element("path", { d: `M${own} ${from}H${x}C${middle} ${from},${middle} ${to},${node.x - 4} ${to}`, class: kind(node, "edge") });
}

function kind(node, ...more) {
  return [...more, node.fate, ...(node.best ? ["best"] : [])].join(" ");
}

function story(node) {  // a hypothesis in words
  const words = [];
  for (let each = node; each.parent; each = each.parent) words.unshift(isolated(each.name));
  return `${words.join(" ") || "The beginning"}: ${node.score.toFixed(3)}, ${node.fate}`;
}
