// Of the page that searches: a page whose title has all that was typed comes first, a chapter before the others.
const query = new URLSearchParams(location.search).get("q") ?? "";
const typed = (query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/s$/, ""));
const SIGNS = { sqrt: "√", varepsilon: "ε", beta: "β" };  // of titles
Scorer.score = (found) => {
  const [page, title, anchor, , score] = found;
  found[1] = title.replace(/\\(\w+)/g, (_, name) => SIGNS[name] ?? name).replace(/[{}]/g, "");
  if (anchor || !typed.every((word) => title.toLowerCase().includes(word))) return score;
  const share = typed.join("").length / title.length;  // of the title
  return score + 1000 * (1 + page.startsWith("chapters/") + share);
};

// An excerpt is of the article, without formulas, because nothing sets them there.
const textOf = Search.htmlToText;
Search.htmlToText = (html, anchor) => {
  const [article] = html.match(/<article.*<\/article>/s) ?? [html];
  const plain = article.replace(/<(span|div) class="math[^>]*>.*?<\/\1>/gs, "…");
  return textOf(`<div role="main">${plain}</div>`, anchor);
};

// A page that is opened as a file may not read others, so there are no excerpts.
DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY &&= location.protocol !== "file:";
