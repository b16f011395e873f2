"use strict";

// The tokenizer: byte pair encoding (Section 5.1), with the pieces that sentencepiece cuts.  Chapter 9 derives it.

class Tokenizer {
  constructor(pieces) {  // in the order of their ids, which is that of the merges
    this.pieces = pieces;
    this.ids = new Map(pieces.map((piece, id) => [piece, id]).slice(UNK + 1));  // no text spells a special piece
  }

  split(line) {  // -> its pieces, as [piece, id]; what stands between two known pieces is one unknown piece
    const text = line.replace(/^ +/, "").replace(/ +/g, "\u2581"), found = [];
    for (const word of `\u2581${text}`.replace(/\u2581+$/, "").match(/\u2581?[^\u2581]+|\u2581/g) ?? []) {
      for (const piece of this.merge([...word])) {
        const id = this.ids.get(piece) ?? UNK;
        if (id === UNK && found.at(-1)?.[1] === UNK) found.at(-1)[0] += piece;
        else found.push([piece, id]);
      }
    }
    return found;
  }

  merge(symbols) {  // characters -> pieces: join the pair whose piece was learned first, the leftmost of equal ones; repeat
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
    return ids.map((id) => this.pieces[id]).join("").replaceAll("\u2581", " ").replace(/^ +/, "");
  }
}
