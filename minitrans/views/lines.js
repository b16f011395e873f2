"use strict";

// Attention as lines between words, as in Figures 3 to 5 of the paper.  A word under the pointer shows its lines alone.

const LEAST = 0.02;  // lighter lines are not drawn
const HINT = "Point at a word, or move to it with the arrow keys, to see its lines alone; click it to keep them.";

function lines(pieces, matrix, width) {  // pieces: those that look, and those that they look at; width: in pixels
  const self = chosen.kind === "encoder", titles = [self ? "this word" : "to write", "looks at"];
  const sides = pieces.map(names), drawn = chosen.heads.flatMap((head) => linesOf(head, matrix(chosen.layer, head)));
  const [left, right] = sides.map((side, i) => 16 + Math.max(...[...side, titles[i]].map(widthOf)));
  const room = width - left - right - 20, middle = Math.min(600, Math.max(90, room));
  const most = Math.max(...sides.map((side) => side.length)), step = Math.max(15, Math.min(26, (innerHeight - 160) / most));
  const y = (i) => step * (i + 1.5), x = [left, left + middle];
  const svg = drawing(left + middle + right, step * (most + 1) + 6, "group", "Attention as lines between words");
  const apart = Math.min(4, (step - 6) / chosen.heads.length);  // the lines of two heads between the same words
  svg.append(...drawn.map((line) => curve(line, sides, x, (i) => y(i) + apart * (chosen.heads.indexOf(line.head) - (chosen.heads.length - 1) / 2))));
  const words = sides.map((side, column) => side.map((text, i) => {
    const box = element("rect", { x: column ? x[1] : 0, y: y(i) - step / 2, width: column ? right : left, height: step, rx: 3 });
    return element("g", { class: "word", role: "button", "aria-label": `${titles[column]}: ${text}`, "data-word": `${column}-${i}` }, box, label(text, column, x, y(i) + 5));
  }));
  svg.append(...titles.map((title, column) => label(title, column, x, step * 0.7, "title")), ...words.flat());
  const readout = element("p", { class: "readout", role: "status" });
  pointing(svg, words, (column, i) => {
    readout.textContent = column === undefined ? `${drawn.length} lines, for weights of ${LEAST} or more. ${HINT}` : told(drawn, sides, column, i, self);
  });
  return [element("div", { class: "scroll" }, svg), readout];
}

function linesOf(head, weights) {
  return weights.flatMap((row, i) => row.flatMap((weight, j) => (weight < LEAST ? [] : [{ head, ends: [i, j], weight }])));
}

function curve({ head, ends, weight }, sides, x, y) {
  const [from, to] = ends.map(y), middle = (x[0] + x[1]) / 2, [left, right] = ends.map((end, i) => isolated(sides[i][end]));
  return element("path", { class: "line", d: `M${x[0]} ${from}C${middle} ${from},${middle} ${to},${x[1]} ${to}`, stroke: colour(head),
    "stroke-width": 4 * weight, "stroke-opacity": 0.3 + 0.6 * weight, "stroke-dasharray": head >= COLOURS.length && "6 2",
    "data-head": head, "data-0": ends[0], "data-1": ends[1], "data-weight": weight.toFixed(5) },
  element("title", {}, `head ${head + 1}: ${left} looks at ${right}, ${weight.toFixed(3)}`));
}

function label(text, column, x, y, kind = "name") {
  return element("text", { x: x[column] + (column ? 8 : -8), y, "text-anchor": column ? "start" : "end", class: kind }, text);
}

function pointing(svg, words, tell) {  // tell(column, i): a word is pointed at; tell(): none is
  let kept;  // the word that was clicked; it stays kept when other heads are chosen
  const show = (node) => {
    svg.classList.toggle("alone", node !== null);
    for (const each of svg.querySelectorAll(".on")) each.classList.remove("on");
    if (!node) return tell();
    const [column, i] = node.dataset.word.split("-").map(Number);
    for (const each of [node, ...svg.querySelectorAll(`[data-${column}="${i}"]`)]) each.classList.add("on");
    return tell(column, i);
  };
  const keep = (node) => {
    kept = node;
    chosen.word = node?.dataset.word;
    for (const each of words.flat()) each.setAttribute("aria-pressed", each === kept);
    show(kept);
  };
  const keys = { Enter: (node) => keep(kept === node ? null : node), " ": (node) => keep(kept === node ? null : node), Escape: () => keep(null) };
  for (const node of words.flat()) {
    for (const event of ["mouseenter", "focus"]) node.addEventListener(event, () => show(node));
    for (const event of ["mouseleave", "blur"]) node.addEventListener(event, () => show(kept));
    node.addEventListener("click", () => keys.Enter(node));
    node.addEventListener("keydown", (event) => {
      if (!keys[event.key]) return;
      keys[event.key](node);
      event.preventDefault();
    });
  }
  arrowKeys(words);
  keep(words.flat().find((node) => node.dataset.word === chosen.word) ?? null);
}

function told(drawn, sides, column, i, self) {  // the heaviest lines of a word, in words
  const mine = drawn.filter(({ ends }) => ends[column] === i).sort((a, b) => b.weight - a.weight), text = isolated(sides[column][i]);
  const parts = mine.slice(0, 6).map(({ ends, weight, head }) => `${isolated(sides[1 - column][ends[1 - column]])} ${weight.toFixed(3)}${chosen.heads.length > 1 ? ` (head ${head + 1})` : ""}`);
  const more = mine.length > parts.length ? `, and ${mine.length - parts.length} more` : "";
  const who = self ? [`${text} looks at`, `${text} is looked at by`] : [`To write ${text}, the model looks at`, `${text} is looked at to write`];
  return `${who[column]} ${parts.join(", ") || "nothing"}${more}.`;
}
