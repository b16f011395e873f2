// The page that follows runs.  It asks the server (minitrans/views/follow.py) for the rows that it does not have yet.

import { COLOURS, element, whatIs } from "./draw.js";

const PAUSE = 2000;  // milliseconds between two questions
const HEIGHT = 190, LEFT = 52, RIGHT = 18, TOP = 10, BOTTOM = 22;
const CHARTS = [
  { title: "training loss", unit: "nats per target token", value: (row) => row.loss, noisy: true },
  { title: "validation perplexity", value: (row) => row.valid_perplexity, log: true },
  { title: "BLEU", value: (row) => row.valid_bleu ?? row.valid_f1, zero: true },
  { title: "learning rate", value: (row) => row.rate, zero: true },
  { title: "tokens per second", value: (row) => row.tokens_per_second, zero: true, noisy: true },
  { title: "gradient norm", value: (row) => row.gradient_norm, log: true, noisy: true },
];

let runs = [];  // in the server's order, each as it answered last; rows: all rows; hidden: left out of the charts
let pointed = null;  // the step, or the minute, under the pointer, in all charts
const OUTLIER = 10;  // times the value that nine tenths of the others stay below
const inMinutes = () => whatIs("minutes").checked;

// --- the runs ---

async function ask() {
  const query = new URLSearchParams(runs.map((run) => [run.key, run.rows.length])), message = whatIs("message");
  const answer = await fetch(`runs?${query}`).then((found) => found.json()).catch(() => null);
  if (answer) message.textContent = "";
  const since = `The server has not answered since ${new Date().toLocaleTimeString()}.`;
  if (!answer) message.textContent ||= `${since} The page shows what it said last.`;
  setTimeout(ask, PAUSE);
  if (!answer) return;
  runs = answer.runs.map((run, i) => {
    const before = runs[i]?.key === run.key ? runs[i].rows.slice(0, run.start) : [];
    return { ...run, rows: [...before, ...run.rows], hidden: runs[i]?.hidden ?? false,
      colour: COLOURS[i % COLOURS.length], dashed: i >= COLOURS.length };
  });
  show();
}

function show() {
  update(whatIs("runs"), runs.map(legend));
  const none = element("p", {}, "None yet; the first validation writes them.");
  update(whatIs("samples"), runs.some((run) => run.samples) ? runs.filter((run) => run.samples &&
    !run.hidden).map(samples) : [none]);
  draw();
}

function update(parent, children) {  // only what differs, so that the focus and a selection stay
  children.forEach((child, i) => {
    if (!parent.children[i]) parent.append(child);
    else if (parent.children[i].outerHTML !== child.outerHTML) parent.children[i].replaceWith(child);
  });
  while (parent.children.length > children.length) parent.lastChild.remove();
}

function legend(run, i) {
  const box = element("input", { type: "checkbox", id: `run-${i}`,
    onchange: () => { run.hidden = !run.hidden; show(); } });
  box.checked = !run.hidden;
  return coloured(run, element("li", {}, element("label", {}, box,
    element("span", { class: `swatch${run.dashed ? " dashed" : ""}` }), element("bdi", {}, run.name)),
      ` ${run.status} `, element("span", { class: "faint" }, run.settings)));
}

function samples(run) {
  const parts = (tag, list) => list.flatMap(([text, differs]) => [differs ? element(tag, {}, text) : text, " "]);
  const step = (title) => title.split(":")[0];
  const pairs = run.samples.sentences.map(({ source, reference, translation, before }) => element("dl", {},
    element("dt", {}, "source"), element("dd", { dir: "auto" }, source),
    ...(before ? [element("dt", {}, step(run.samples.before)), element("dd", { dir: "auto" }, ...parts("del", before))]
      : []),
    element("dt", {}, step(run.samples.title)), element("dd", { dir: "auto" }, ...parts("mark", translation)),
    element("dt", {}, "reference"), element("dd", { dir: "auto" }, reference)));
  return coloured(run, element("section", { class: "samples" }, element("h3", { dir: "auto" }, run.name),
    element("p", { class: "faint" }, run.samples.title), ...pairs));
}

// --- the charts ---

function draw() {
  for (const chart of CHARTS) {
    chart.lines = runs.filter((run) => !run.hidden).map((run) => ({ run,
      points: pointsOf(run, chart) })).filter((line) => line.points.length);
    const title = chart.title === "BLEU" && runs.some((run) => run.rows.some((row) => "valid_f1" in row))
      ? "BLEU, or F1 of trees" : chart.title;
    chart.figure.querySelector("figcaption").replaceChildren(title,
      element("span", { class: "faint" }, [chart.unit ?? "",
        chart.noisy && smoothing() ? "smoothed" : ""].map((each) => each && ` ${each}`).join("")));
    curves(chart);
    point(chart);
  }
}

function smoothing() {
  return Number(whatIs("smoothing").value);
}

function pointsOf(run, { value, noisy }) {
  // drawn: what the curve shows, a mean of the values so far in which the newest count most
  const kept = noisy ? smoothing() : 0, points = run.rows.map((row) => ({ at: inMinutes() ? row.seconds / 60
    : row.step, value: value(row) }));
  let mean;
  return points.filter((point) => Number.isFinite(point.value)).map((point) => ({ ...point,
    drawn: (mean = kept * (mean ?? point.value) + (1 - kept) * point.value) }));
}

function figure(chart) {
  const svg = element("svg", { tabindex: 0, role: "img" });
  svg.addEventListener("pointermove", (event) => pointAt(chart.at?.(event.clientX - svg.getBoundingClientRect().left)));
  svg.addEventListener("pointerleave", () => pointAt(null));
  svg.addEventListener("blur", () => pointAt(null));
  svg.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return pointAt(null);
    const steps = chart.lines[0]?.points.map((point) => point.at) ?? [],
      move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!move || !steps.length) return;
    event.preventDefault();
    const at = pointed === null ? steps.length : steps.indexOf(nearest(chart.lines[0].points, pointed).at);
    pointAt(steps[Math.min(steps.length - 1, Math.max(0, at + move))]);
  });
  return element("figure", {}, element("figcaption"), svg, element("p", { class: "values" }));
}

function pointAt(at) {
  pointed = at ?? null;
  CHARTS.forEach(point);
}

function curves(chart) {
  const svg = chart.figure.querySelector("svg"), width = svg.clientWidth || 320;
  const all = chart.lines.flatMap((line) => line.points), end = Math.max(...all.map((p) => p.at), inMinutes() ? 0 : 1);
  const log = (chart.log || (chart === CHARTS[0] && whatIs("logarithmic").checked)) && all.every((p) => p.value > 0),
    scale = log ? Math.log : (v) => v;
  let [low, high] = extent(withoutOutliers(all.map((p) => p.drawn), log));
  if (chart.zero) low = Math.min(low, 0);
  if (low === high) [low, high] = log ? [low / 2, high * 2] : [low - 1, high + 1];
  chart.at = (x) => Math.min(end, Math.max(0, (x - LEFT) / (width - LEFT - RIGHT) * end));
  chart.x = (at) => LEFT + (width - LEFT - RIGHT) * at / end;
  chart.y = (value) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (scale(Math.min(value,
    high)) - scale(low)) / (scale(high) - scale(low));
  svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
  svg.replaceChildren();
  if (!all.length) return svg.append(element("text", { x: LEFT, y: HEIGHT / 2 }, "nothing yet"));
  const values = log ? logTicks(low, high) : ticks(low, high, 5), places = ticks(0, end, width / 60);
  for (const value of values) {
    svg.append(element("path", { class: "grid", d: `M ${LEFT} ${chart.y(value)} H ${width - RIGHT}` }),
      element("text", { x: LEFT - 6, y: chart.y(value) + 4, "text-anchor": "end" }, short(value, values.at(-1))));
  }
  for (const at of places) svg.append(element("text", { x: chart.x(at), y: HEIGHT - 5, "text-anchor": "middle" },
    short(at, places.at(-1)) + (inMinutes() ? " min" : "")));
  chart.lines.forEach(({ run, points }, i) => {
    const drawn = thin(points, chart.x), place = (p) => `${chart.x(p.at).toFixed(1)} ${chart.y(p.drawn).toFixed(1)}`;
    const d = `M ${drawn.map(place).join(" L ")}`;
    const width = 1.8 + 1.4 * Math.min(2, chart.lines.length - 1 - i);  // a curve shows beside those that lie on it
    svg.append(coloured(run, element("path", { class: `curve${run.dashed ? " dashed" : ""}`, d, "stroke-width": width,
      "data-points": points.length })));
    if (drawn.length < 16) svg.append(...drawn.map((p) => coloured(run,
      element("circle", { cx: chart.x(p.at), cy: chart.y(p.drawn), r: 0.7 + width }))));
  });
}

function withoutOutliers(values, log) {  // one value of a run that diverged would flatten all curves
  const most = OUTLIER * [...values].sort((a, b) => a - b)[Math.floor(0.9 * (values.length - 1))];
  return log ? values : values.filter((value) => value <= most);
}

function point(chart) {  // the values at the step under the pointer, or the last ones
  const svg = chart.figure.querySelector("svg");
  svg.querySelectorAll(".now").forEach((each) => each.remove());
  const at = chart.lines.map(({ run, points }) => ({ run, ...nearest(points, pointed ?? Infinity) }));
  if (pointed !== null && at.length) svg.append(element("path",
    { class: "cross now", d: `M ${chart.x(pointed)} ${TOP} V ${HEIGHT - BOTTOM}` }));
  if (pointed !== null) svg.append(...at.map((p) => coloured(p.run,
    element("circle", { class: "now", cx: chart.x(p.at), cy: chart.y(p.drawn), r: 4.5 }))));
  const several = new Set(at.map((p) => p.at)).size > 1, when = (p) => (inMinutes() ? `${short(p.at)} min`
    : `step ${p.at}`);
  const texts = at.map((p) => coloured(p.run, element("span", {}, element("span", { class: "dot" }), short(p.value),
    element("span", { class: "faint" }, several ? ` at ${when(p)}` : ""))));
  const values = chart.figure.querySelector(".values");
  values.setAttribute("aria-live", document.activeElement === svg ? "polite" : "off");
  values.replaceChildren(...(at.length && !several ? [when(at[0])] : []), ...texts);
  const told = at.map((p) => `${p.run.name} ${short(p.value)} at ${when(p)}`).join(", ") || "nothing yet";
  svg.setAttribute("aria-label", `${chart.figure.querySelector("figcaption").textContent}: ${told}`);
}

function nearest(points, at) {
  if (at === Infinity) return points.at(-1);
  return points.reduce((best, p) => (Math.abs(p.at - at) < Math.abs(best.at - at) ? p : best));
}

function thin(points, x) {  // first, lowest, highest and last of each pixel: a long run is drawn as fast as a short one
  const columns = new Map();
  for (const p of points) {
    const column = Math.round(x(p.at));
    columns.set(column, [...(columns.get(column) ?? []), p]);
  }
  return [...columns.values()].flatMap((all) => {
    const [low, high] = extent(all.map((p) => p.drawn));
    return all.length < 4 ? all : all.filter((p, i) => i === 0 || i === all.length - 1 || p.drawn === low ||
      p.drawn === high);
  });
}

// --- numbers and elements ---

function extent(values) {  // [least, greatest]; [0, 1] of nothing
  return values.length ? values.reduce(([low, high], v) => [Math.min(low, v), Math.max(high, v)],
    [Infinity, -Infinity]) : [0, 1];
}

function ticks(low, high, count) {  // round numbers from low to high, about `count`
  const rough = (high - low) / count, power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((m) => m * power >= rough * 0.99), found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high * (1 + 1e-9); i++) found.push(i * step);
  return found;
}

function logTicks(low, high) {
  const all = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) all.push(...[1, 2,
    5].map((m) => m * 10 ** power));
  const found = all.filter((v) => v >= low && v <= high);
  if (found.length < 2) return ticks(low, high, 5);
  return found.length > 6 ? found.filter((v) => String(v / 10 ** Math.floor(Math.log10(v) + 1e-9)).startsWith("1"))
    : found;
}

function short(value, most = value) {  // most: the largest number of its axis; all of them are written alike
  if (value === 0) return "0";
  if (Math.abs(most) < 0.01 || Math.abs(most) >= 1e6) return value.toExponential(2).replace(/\.?0+e/,
    "e").replace("e+", "e");
  return String(Number(value.toPrecision(4)));
}

function coloured(run, node) {
  node.style.setProperty("--colour", run.colour);
  return node;
}

for (const chart of CHARTS) chart.figure = figure(chart);
whatIs("charts").append(...CHARTS.map((chart) => chart.figure));
whatIs("controls").addEventListener("input", () => { pointed = null; draw(); });
addEventListener("resize", draw);
ask();
