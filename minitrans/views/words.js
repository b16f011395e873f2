// The words and sentences that a person sees in a line, as in minitrans/data/words.py.

import { normalized } from "./pieces.js";

const LETTER =
  "(?:(?![\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u30ff\\u3400-\\u9fff"
  + "\\uf900-\\ufaff\\u{20000}-\\u{3ffff}])[\\p{L}\\p{M}\\p{N}_])+";
const WORD = new RegExp(`${LETTER}(?:['\u2019-]${LETTER})*`, "gu");
const OPENING = /^["'“‘„‚«»¿¡([「『]+/, CLOSING = /["'”’“‘»«)\]」』]+$/, STOPS = /[.!?…।؟۔。！？]+$/;
const SHORT = /^(?:(?:[a-z]\.)*[a-z]|[b-df-hj-np-tv-xz]+|[0-9]{1,2}|capt|col|gen|gov|prof|rev|sen)$/i;

export const words = (line) => normalized(line).match(WORD) ?? [];
export const split = (line) => line.split(new RegExp(`(${WORD.source})`, "gu"));  // every second part is a word

export function starts(line) {  // where the sentences begin that a line seems to hold
  const parts = [...line.matchAll(/[^ 。！？]*[。！？]+[」』]*|[^ ]+/g)];
  const isEnd = (word, next) => {
    const bare = word.replace(CLOSING, ""), first = next.replace(OPENING, "");
    const short = SHORT.test(bare.replace(STOPS, "").replace(OPENING, ""));
    return STOPS.test(bare) && !short && /^(?!\p{Lowercase})\p{L}/u.test(first);
  };
  return parts.filter(([part], i) => !i || isEnd(parts[i - 1][0], part)).map(({ index }) => index);
}

export const sentences = (line) => starts(normalized(line)).length;
