// What a book has and a page of the site has not: chapters as wholes, answers at their ends, and a table of contents.

function chapters() {
  for (const start of document.querySelectorAll("main span[id^='document-']")) {
    const chapter = document.createElement("article");
    start.before(chapter);
    chapter.append(start);
    while (chapter.nextElementSibling?.tagName === "SECTION") chapter.append(chapter.nextElementSibling);
  }
}

// Hints and solutions are folded on a screen.  On paper they stand at the end of their chapter.
function answers() {
  for (const chapter of document.querySelectorAll("article")) {
    const section = document.createElement("section");
    section.className = "answers";
    section.innerHTML = "<h2>Hints and solutions</h2>";
    let exercise = "";
    for (const node of chapter.querySelectorAll("h3, p > strong:first-child, details:not(.hide)")) {
      if (node.tagName !== "DETAILS") {
        exercise = node.firstChild.textContent.replace(/\.$/, "");
        continue;
      }
      if (exercise) section.append(Object.assign(document.createElement("h3"), { textContent: exercise }));
      exercise = "";
      node.open = true;
      section.append(node);
    }
    if (section.children.length > 1) chapter.append(section);
  }
}

function contents() {
  document.querySelectorAll("article :is(h1, h2)").forEach((heading, count) => {
    const line = document.createElement("a");
    heading.id = `heading-${count}`;
    line.href = `#${heading.id}`;
    line.className = heading.tagName.toLowerCase();
    line.append(document.createElement("span"));
    line.firstChild.append(...heading.cloneNode(true).childNodes); // its link to itself is not shown
    document.querySelector("nav").append(line);
  });
}

document.addEventListener("DOMContentLoaded", () => [chapters, answers, contents].forEach((make) => make()));
