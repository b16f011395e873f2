// What a person sees in a line: its words and sentences, as minitrans/data/words.py.

import { normalized } from "./pieces.js";

const LETTER =
  "(?:(?![\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u9fff])[\\p{L}\\p{N}_])+";
const WORD = new RegExp(`${LETTER}(?:['\u2019-]${LETTER})*`, "gu");
const OPENING = /^["'“‘„‚«»¿¡([]+/, CLOSING = /["'”’“‘»«)\]]+$/, STOPS = /[.!?…]+$/;
const SHORT = /^(?:(?:[a-z]\.)*[a-z]|[b-df-hj-np-tv-xz]+|[0-9]{1,2}|capt|col|gen|gov|prof|rev|sen)$/i;

export const words = (line) => normalized(line).match(WORD) ?? [];

export function sentences(line) {  // how many a line seems to hold
  const parts = normalized(line).split(" ").filter(Boolean);
  const isEnd = (word, i) => {
    const bare = word.replace(CLOSING, ""), first = parts[i + 1]?.replace(OPENING, "") ?? "";
    const short = SHORT.test(bare.replace(STOPS, "").replace(OPENING, ""));
    return STOPS.test(bare) && !short && /^(?!\p{Lowercase})\p{L}/u.test(first);
  };
  return Math.min(parts.length, 1) + parts.filter(isEnd).length;
}
