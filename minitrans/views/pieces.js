// The tokenizer: byte pair encoding (Section 5.1), with the pieces that sentencepiece cuts.  Chapter 9 derives it.

export const PAD = 0, BOS = 1, EOS = 2, UNK = 3;

// As in minitrans/data/unicode.py
const BLANKS = /[\t-\r\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]/g;
const HIDDEN = "\\0-\\x08\\x0e-\\x1b\\x7f-\\x84\\x86-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5" +
  "\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb" +
  "\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";
const INVISIBLE = new RegExp(`[${HIDDEN}]`, "gu");
const SHAPED = "\\u0590-\\u109f\\u1700-\\u1c7f\\u2190-\\u2bff\\ua800-\\uabff\\ufb1d-\\ufefc\\u{10800}-\\u{1ffff}";
const JOINERS = new RegExp(`([${SHAPED}]?)([\\u180b-\\u180f\\u200c\\u200d]+)(?=([${SHAPED}]?))`, "gu");

export function normalized(line) {  // one spelling for text that looks the same
  const shaped = (_, before, joiners, after) => {
    const kept = [...new Set(joiners)].filter((each) => after || each !== "\u200c");
    return before + (before && kept.join(""));
  };
  return line.replace(BLANKS, " ").replace(INVISIBLE, "").replace(JOINERS, shaped).normalize("NFC");
}

export const textOf = (pieces) => pieces.join("").replaceAll("\u2581", " ").replace(/^ +/, "");

export class Tokenizer {
  constructor(pieces, normalizes, symbols) {  // in the order of their ids, which is that of the merges
    // normalizes: whether they are of `normalized` text;  symbols: the pieces that are never cut
    this.pieces = pieces;
    this.normalizes = normalizes;
    this.characters = new Set([" ", ...pieces.join("")]);
    this.ids = new Map(pieces.map((piece, id) => [piece, id]).slice(UNK + 1));  // no text spells a special piece
    const escaped = symbols.map((symbol) => symbol.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
    this.unit = new RegExp([...escaped.sort().reverse(), "[^]"].join("|"), "gu");  // the longest symbol first
  }

  normalized(line) {  // pieces of raw text get raw text, unless normalizing removes an unknown character
    const unknown = (text) => [...new Set(text)].filter((character) => !this.characters.has(character));
    const found = normalized(line), before = unknown(line), gone = before.some((each) => !found.includes(each));
    return this.normalizes || (gone && unknown(found).length <= before.length) ? found : line;
  }

  split(line) {  // -> its pieces, as [piece, id]; what stands between two known pieces is one unknown piece
    const text = this.normalized(line).replace(/^ +/, "").replace(/ +/g, "\u2581"), found = [];
    for (const word of `\u2581${text}`.replace(/\u2581+$/, "").match(/\u2581?[^\u2581]+|\u2581/g) ?? []) {
      const merged = this.merge(word.match(this.unit));
      const whole = this.ids.has(word) && !merged.every((piece) => this.ids.has(piece));
      for (const piece of whole ? [word] : merged) {  // whole: for a vocabulary of words only
        const id = this.ids.get(piece) ?? UNK;
        if (id === UNK && found.at(-1)?.[1] === UNK) found.at(-1)[0] += piece;
        else found.push([piece, id]);
      }
    }
    return found;
  }

  merge(symbols) {
    // characters and symbols -> pieces: join the pair whose piece was learned first, the leftmost of equal ones; repeat
    const rank = (i) => this.ids.get(symbols[i] + symbols[i + 1]) ?? Infinity;
    const ranks = symbols.map((_, i) => rank(i));  // of each symbol with the next
    while (symbols.length > 1) {
      let best = 0;
      for (let i = 1; i < ranks.length; i++) if (ranks[i] < ranks[best]) best = i;
      if (ranks[best] === Infinity) break;
      symbols.splice(best, 2, symbols[best] + symbols[best + 1]);
      ranks.splice(best, 1);
      ranks[best] = rank(best);
      if (best) ranks[best - 1] = rank(best - 1);
    }
    return symbols;
  }

  encode(line) {  // -> ids, without BOS and EOS
    return this.split(line).map(([, id]) => id);
  }

  decode(ids) {  // -> text
    return textOf(ids.map((id) => this.pieces[id]));
  }
}
