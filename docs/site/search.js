// Of the page that searches: a page whose title has all that was typed comes first, a chapter before the others.
const query = new URLSearchParams(location.search).get("q") ?? "";
const typed = (query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/s$/, ""));
Scorer.score = ([page, title, anchor, , score]) => {
  if (anchor || !typed.every((word) => title.toLowerCase().includes(word))) return score;
  const share = typed.join("").length / title.length;  // of the title
  return score + 1000 * (1 + page.startsWith("chapters/") + share);
};

// An excerpt has no formulas, because nothing sets them there.
const textOf = Search.htmlToText;
Search.htmlToText = (html, anchor) =>
  textOf(html.replace(/<(span|div) class="math[^>]*>.*?<\/\1>/gs, "…"), anchor);

// A page that is opened as a file may not read others, so there are no excerpts.
DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY &&= location.protocol !== "file:";
