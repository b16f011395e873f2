// Two translations, word by word: what is in one and not in the other.

import { element } from "./draw.js";

export function different(text, other) {
  // -> its words; those that are not in the longest common subsequence are a <mark>
  const [a, b] = [text, other].map((each) => each.split(" "));
  const length = [...a, ""].map(() => Array(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      length[i][j] = a[i] === b[j] ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
    }
  }
  let j = 0;
  return a.flatMap((word, i) => {
    while (j < b.length && word !== b[j] && length[i][j + 1] === length[i][j]) j++;
    const common = word === b[j];
    if (common) j++;
    return [...(i ? [" "] : []), common ? word : element("mark", {}, word)];
  });
}
