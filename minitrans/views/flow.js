// The page: Figure 1 as one drawing, with the arrays of the sentence that one types.  The model is in the page, or
// behind the server of minitrans/commands/demo.py; or there is only a record of what a model did
// (minitrans/views/page.py).

import { about, answered, model, tokenizer } from "./answers.js";
import { addressOf, oneLine, readAddress, toldChanges } from "./change.js";
import { button, element, isolated, visible, whatIs } from "./draw.js";
import { close } from "./inspector.js";
import { UNK } from "./pieces.js";
import { recorded, showLearning } from "./record.js";
import { draw, go, link, play, show, showNothing, stop } from "./show.js";
import { at, does, shown } from "./state.js";
import { sentences, words } from "./words.js";

const PAUSE = 400;  // milliseconds without a key after which the beam search starts
const field = whatIs("text"), known = new Set(about.words);
let wanted = null, busy = false, timer = null;  // wanted: what is to be translated, {text, change, beam}

// --- what is typed ---

function typed() {  // another sentence: what belonged to the one before goes
  Object.assign(at, { change: { ...at.change, rows: {}, prefix: [] }, step: Infinity, piece: null });
  ask();
}

does.apply = (part) => {  // without what does not fit
  at.change = readAddress(addressOf(at.text, { ...at.change, ...part }), model, tokenizer).change;
  ask();
};

function ask() {
  stop();
  clearTimeout(timer);
  at.text = oneLine(field.value);
  const pieces = tokenizer?.split(at.text) ?? [], most = Math.min(about.longest, (model?.longest ?? Infinity) - 1);
  const long = pieces.length > most;
  whatIs("message").textContent = long
    ? `This sentence has ${pieces.length} pieces; this page translates at most ${most}. Shorten it.` : "";
  showChanges();
  introduce();
  if (long) return forget("");
  if (!at.text || (tokenizer && !pieces.length)) return forget("Nothing is typed, so there is nothing to translate.");
  const { text, change } = at, { beam } = about.config;
  timer = setTimeout(() => {
    link();
    if (beam > 1) translate({ text, change, beam });
  }, PAUSE);
  return translate({ text, change, beam: 1 });
}

function forget(why) {
  wanted = null;
  showNothing(why);
}

async function translate(job) {  // one at a time, the greedy search first; of what is typed meanwhile, only the newest
  wanted = job;
  if (busy) return;
  busy = true;
  for (let done = null; wanted && wanted !== done; done = job) {
    job = wanted;
    const isWanted = () => job.text === wanted?.text && job.change === wanted.change;
    try {
      const found = await answered(job, isWanted);
      if (found && isWanted()) {
        introduce(found.translation);
        await show(found, job, isWanted);
      } else if (isWanted()) forget("");
    } catch (error) {
      if (!wanted) continue;
      forget("");
      whatIs("message").replaceChildren(`${error.message} `,
        button("Try again", "again", () => { field.focus(); ask(); }));
    }
  }
  busy = false;
}

// --- around the sentence ---

function introduce(translation) {  // what the model is, or what it does not know of the sentence
  const list = (texts) => `${[...new Set(texts)].map((text) => isolated(visible(text))).join(", ")}.`;
  const unseen = known.size ? words(at.text).filter((word) => !known.has(word)) : [];
  const pieces = tokenizer?.split(at.text) ?? [];
  const unknown = pieces.filter(([, id]) => id === UNK).map(([piece]) => piece);
  const count = sentences(at.text), several = translation && count > Math.max(1, sentences(translation));
  const notes = [unseen.length && `Not in the training text: ${list(unseen)}`,
    unknown.length && `Unknown: ${list(unknown)}`,
    several && `This is read as one sentence, but seems to hold ${count}: type one at a time.`,
    !several && about.length && pieces.length > about.length
      && `Longer than nearly all training sentences (${about.length} pieces): split it by sentences.`].filter(Boolean);
  const size = known.size ? `; they know ${known.size.toLocaleString("en")} words` : "";
  const what = `${about.weights.toLocaleString("en")} weights answer ${model ? "in this page" : "at the server"}`;
  whatIs("hint").textContent = notes.join(" ") || `Type. ${what}${size}.`;
}

function showChanges() {
  const undo = ([words, part]) => element("li", {}, `${words} `,
    button("\u00d7", `undo-${words}`, () => does.apply(part), { "aria-label": `take back: ${words}` }));
  whatIs("changes").replaceChildren(...(model ? toldChanges(at.change, at.text, tokenizer).map(undo) : []));
}

function follow() {  // do what the address says
  const { text, change, refused } = readAddress(location.hash, model, tokenizer, about.examples[0],
    ["step", "encoder", "decoder"]);
  const given = new URLSearchParams(location.hash.slice(1)),
    number = (name, otherwise) => (parseInt(given.get(name), 10) || otherwise) - 1;
  field.value = text;
  Object.assign(at, { change, step: number("step", 4), piece: null, open: null, head: {} });
  at.layer = { encoder: Math.max(0, number("encoder", 1)), decoder: Math.max(0, number("decoder", Infinity)) };
  const list = refused.slice(0, 3).map((each) => isolated(visible(each.slice(0, 60)))).join(", ");
  const left = `Left out of the address: ${list}${refused.length > 3 ? ", and more" : ""}.`;
  whatIs("refused").textContent = refused.length ? left : "";
  ask();
}

function showRecord(record) {
  Object.assign(field, { value: record.text, readOnly: true });
  document.title = record.text;
  return show(recorded(record));
}

addEventListener("keydown", (event) => {
  const other = event.target.closest?.("input, table, .scroll") || event.ctrlKey || event.metaKey || event.altKey;
  if (!shown.make || other) return;
  const keys = { ArrowLeft: () => go(at.step - 1), ArrowRight: () => go(at.step + 1), Home: () => go(0),
    End: () => go(Infinity), Escape: close };
  const act = event.key === " " && !event.target.closest?.("button, a, summary") ? play : keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
addEventListener("resize", () => draw());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => draw());

if (about.records) showLearning(about.records, showRecord);
else if (about.record) showRecord(about.record);
else {
  field.addEventListener("input", typed);
  whatIs("example").addEventListener("click", () => {
    field.value = about.examples[(about.examples.indexOf(at.text) + 1) % about.examples.length];
    typed();
  });
  whatIs("example").hidden = about.examples.length < 2;
  if (about.languages?.length) {
    const [from, to] = about.languages.map((code) => new Intl.DisplayNames("en", { type: "language" }).of(code));
    document.querySelector("label[for=text]").textContent = `${from} to ${to}`;
    [field.lang, whatIs("said").lang] = about.languages;
  }
  field.value = about.examples[0] ?? "";
  if (model) addEventListener("hashchange", follow);
  (model ? follow : typed)();
}
