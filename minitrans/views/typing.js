// The typed text: completed with the words that the model knows, and marked where it knows or reads nothing.

import { about, tokenizer } from "./answers.js";
import { element, whatIs } from "./draw.js";
import { normalized } from "./pieces.js";
import { split, starts } from "./words.js";

const OFFERED = 8;  // completions
export const known = new Set(about.words);

export function complete() {  // the last word
  const text = whatIs("text").value, [begun] = /[^\s]*$/.exec(text), before = text.slice(0, text.length - begun.length);
  const fits = begun ? about.words.filter((word) => word.startsWith(begun) && word !== begun).slice(0, OFFERED) : [];
  whatIs("completions").replaceChildren(...fits.map((word) => element("option", { value: before + word })));
}

export function mark(read) {  // the words that it does not know, and what follows the sentences that were read
  const text = whatIs("text").value, end = starts(text)[read] ?? text.length;
  const isUnknown = (part) => (known.size ? !known.has(normalized(part))
    : tokenizer && [...part].some((character) => !tokenizer.characters.has(character)));
  const marked = (part, i) => (i % 2 && isUnknown(part) ? element("mark", {}, part) : part);
  const parts = (part) => split(part).map(marked);
  whatIs("marks").replaceChildren(...parts(text.slice(0, end)), element("span", { class: "unread" }, text.slice(end)));
}

whatIs("text").addEventListener("scroll", ({ target }) => { whatIs("marks").scrollLeft = target.scrollLeft; });
