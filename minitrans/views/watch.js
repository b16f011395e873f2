// The page that follows runs.  The server (minitrans/views/follow.py) reads and draws; this puts it in place.

import { element, whatIs } from "./draw.js";

const PAUSE = 2000;  // milliseconds between two questions
const form = whatIs("controls"), message = whatIs("message"), image = whatIs("charts");
let query = new URLSearchParams(location.search), key = "", timer;

async function ask() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches ? "&dark" : "";
  const url = `runs?${query}&columns=${Math.ceil(innerWidth / 400)}${dark}&key=${key}`;
  const answer = await fetch(url).then((found) => found.json()).catch(() => null);
  if (answer) show(answer);
  if (answer) message.textContent = "";
  else message.textContent ||= `The server has not answered since ${new Date().toLocaleTimeString()}.`;
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE);
}

function show({ runs, picture, key: drawn }) {
  const titles = [...new Set(runs.flatMap((run) => Object.keys(run.last)))];
  const value = (run, title) => (title in run.last ? String(Number(Number(run.last[title]).toPrecision(5))) : "");
  const head = element("tr", {}, ...["run", ...titles].map((title) => element("th", {}, title)));
  const rows = runs.map((run) => element("tr", {}, element("th", {}, line(run), element("b", { dir: "auto" }, run.name),
    element("span", {}, ` ${run.status} `), element("small", {}, run.settings)),
    ...titles.map((title) => element("td", {}, value(run, title)))));
  update(whatIs("runs"), element("table", { id: "runs" }, head, ...rows));
  update(whatIs("samples"), element("div", { id: "samples" }, ...runs.filter((run) => run.samples).map(samples)));
  if (picture) image.src = picture;
  key = drawn;
}

function line(run) {  // as in the charts
  return element("svg", { width: 24, height: 12, "aria-hidden": true }, element("path", { d: "M 0 7 H 22",
    stroke: run.colour, "stroke-width": 4, "stroke-dasharray": run.dashed ? "6 2" : "none" }));
}

function samples(run) {
  const row = ([name, parts]) => [element("dt", {}, name), element("dd", { dir: "auto" },
    ...parts.filter(([, text]) => text).flatMap(([tag, text]) => [element(tag, {}, text), " "]))];
  return element("section", {}, element("h3", { dir: "auto" }, line(run), run.name), element("p", { class: "faint" },
    run.samples.title), ...run.samples.sentences.map((rows) => element("dl", {}, ...rows.flatMap(row))));
}

function update(old, fresh) {  // change only what differs, so that a selection stays
  if (old.isEqualNode(fresh)) return;
  const [before, after] = [old, fresh].map((node) => [...node.childNodes]);
  if (!before.length || !old.cloneNode().isEqualNode(fresh.cloneNode())) return old.replaceWith(fresh);
  after.forEach((child, i) => (before[i] ? update(before[i], child) : old.append(child)));
  before.slice(after.length).forEach((child) => child.remove());
}

for (const [name, value] of query) Object.assign(form.elements.namedItem(name) ?? {}, { value, checked: true });
form.addEventListener("change", () => {
  query = new URLSearchParams(new FormData(form));
  history.replaceState(null, "", `?${query}`);
  ask();
});
ask();
