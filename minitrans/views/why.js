// Why a panel or an array exists, from texts.json, for readers who do not know the paper.

import { about } from "./answers.js";
import { element } from "./draw.js";
import { does } from "./state.js";

export function whyOf(name) {
  const kind = name.replace(/^d:|\.\d+/g, "").split(".").at(-1), { text, chapter } = about.why[kind] ?? {};
  if (!text) return "";
  const link = about.book ? element("a", { href: `${about.book}${chapter}.html` }, "The chapter that derives it") : "";
  return element("details", { ontoggle: () => does.wires() }, element("summary", {}, "Why?"),
    element("p", {}, text.join(" "), " ", link));
}
