// A constituency tree: all words on one line, each label above a bar over its words.

import { element, scroll, visible } from "./draw.js";

export function tree({ tree: root, translation, repaired }) {  // root: [label, list of children], or [label, word]
  const node = ([label, below]) => (typeof below === "string"  // a parser does not say the parts of speech
    ? element("span", { class: "name" }, visible(below))
    : element("div", { class: "node" }, element("span", { class: "label" }, label),
      element("div", {}, ...below.map(node))));
  const note = repaired ? "What the parser wrote was not a tree over these words; it was repaired." : "";
  return [scroll(`The tree: ${translation}`, node(root)), element("p", { class: "faint" }, note)];
}
