// A constituency tree: all words on one line, each label above its words.  A parser does not say the parts of speech.

import { drawing, element, scroll, visible, widthOf } from "./draw.js";

const LEVEL = 40;  // pixels from a label to the one above it

export function tree(root, text) {  // root: [label, list of children], or [label, word]
  const marks = [];
  let end = 8;  // the right end of the words so far

  function place(node, width) {  // node is at least `width` wide -> [x, level]
    const [label, children] = node;
    if (typeof children === "string") {
      const wide = Math.max(width, widthOf(visible(children))) + 18, x = end + wide / 2;
      end += wide;
      marks.push({ x, level: 0, text: visible(children), kind: "name" });
      return [x, 0];
    }
    const least = Math.max(width, widthOf(label));
    const below = children.map((child) => place(child, children.length === 1 ? least : 0));
    const x = (below[0][0] + below.at(-1)[0]) / 2, level = Math.max(...below.map((each) => each[1])) + 1;
    marks.push({ x, level, text: label, kind: "label", below });
    return [x, level];
  }

  const [, top] = place(root, 0), y = (level) => 22 + LEVEL * (top - level);
  const svg = drawing(end + 8, y(0) + 12, "img", text);
  for (const { x, level, below = [] } of marks) {
    const bar = y(level) + 13;
    for (const [to, under] of below) svg.append(element("path",
      { class: "edge", d: `M${x} ${y(level) + 5}V${bar}H${to}V${y(under) - 15}` }));
  }
  svg.append(...marks.map(({ x, level, text: word, kind }) => element("text",
    { x, y: y(level), class: kind, "text-anchor": "middle" }, word)));
  return scroll("The tree", svg);
}
