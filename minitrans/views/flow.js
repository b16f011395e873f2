// The page: Figure 1 as one drawing, with the arrays of the sentence that is typed, or of one in a file.

import { about, answered, model, recalled, tokenizer, where } from "./answers.js";
import { addressOf, oneLine, readAddress, toldChanges } from "./change.js";
import { button, element, isolated, visible, whatIs } from "./draw.js";
import { close } from "./inspector.js";
import { UNK } from "./pieces.js";
import { draw, go, leave, link, move, play, show, showNothing } from "./show.js";
import { at, does, shown } from "./state.js";
import { endStory } from "./story.js";
import { complete, known, mark } from "./typing.js";
import { sentences, words } from "./words.js";

const PAUSE = 400;  // milliseconds without a key after which the beam search starts
const field = whatIs("text");
let wanted = null, busy = false, timer = null;  // wanted: what is to be translated, {text, change, beam}
let untold = !location.hash;  // the story starts by itself once, unless the visitor follows a link

// --- what is typed ---

function typed() {  // another sentence: drop what belonged to the one before
  Object.assign(at, { change: { ...at.change, rows: {}, prefix: [] }, step: Infinity, picked: null, pointed: null });
  ask();
}

does.apply = (part) => {  // without what does not fit
  at.change = readAddress(addressOf(at.text, { ...at.change, ...part }), model, tokenizer).change;
  ask();
};

function ask() {
  endStory();
  clearTimeout(timer);
  at.text = oneLine(field.value);
  const pieces = tokenizer?.split(at.text) ?? [], most = Math.min(about.longest, model.longest - 1);
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
        showChanges();  // in its words
        if (untold && job.beam === about.config.beam) play();
        untold &&= job.beam !== about.config.beam;
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

function introduce(translation) {  // what the model knows or does not know about the sentence
  const list = (texts) => `${[...new Set(texts)].map((text) => isolated(visible(text))).join(", ")}.`;
  const unseen = known.size ? words(at.text).filter((word) => !known.has(word)) : [];
  const pieces = tokenizer?.split(at.text) ?? [];
  const unknown = pieces.filter(([, id]) => id === UNK).map(([piece]) => piece);
  const count = sentences(at.text), read = translation === undefined ? count : Math.max(1, sentences(translation));
  const notes = [unseen.length && `Not in the training text: ${list(unseen)}`,
    unknown.length && `Unknown: ${list(unknown)}`,
    count > read && `This is read as one sentence, but seems to hold ${count}: type one at a time.`,
    count <= read && about.length && pieces.length > about.length
      && `Longer than nearly all training sentences (${about.length} pieces): split it by sentences.`].filter(Boolean);
  const size = known.size ? `It knows ${known.size.toLocaleString("en")} words. ` : "";
  const place = where === "page" ? "in this page" : "at the server";
  whatIs("hint").textContent = notes.join(" ") || `${size}All is computed ${place}.`;
  mark(count > read ? read : Infinity);
}

function showChanges() {
  const undo = ([words, part]) => element("li", {}, `${words} `,
    button("\u00d7", `undo-${words}`, () => does.apply(part), { "aria-label": `take back: ${words}` }));
  whatIs("changes").replaceChildren(...toldChanges(at.change, shown).map(undo));
}

function follow(hash) {  // do what the address says
  const { text, change, refused } = readAddress(hash, model, tokenizer, about.examples[0],
    ["step", "encoder", "decoder"]);
  const given = new URLSearchParams(hash.slice(1)),
    number = (name, otherwise) => (parseInt(given.get(name), 10) || otherwise) - 1;
  field.value = text;
  Object.assign(at, { change, step: number("step", 4), picked: null, pointed: null, open: null, head: {} });
  at.layer = { encoder: Math.max(0, number("encoder", 1)), decoder: Math.max(0, number("decoder", Infinity)) };
  const list = refused.slice(0, 3).map((each) => isolated(visible(each.slice(0, 60)))).join(", ");
  const left = `Left out of the address: ${list}${refused.length > 3 ? ", and more" : ""}.`;
  whatIs("refused").textContent = refused.length ? left : "";
  ask();
}

function showRecord(record) {
  Object.assign(field, { value: record.text, readOnly: true });
  document.title = record.text;
  mark(Infinity);
  return show(recalled(record));
}

function showFile(records) {  // of a training, each with its step and the loss there, or null; or a single one
  whatIs("hint").textContent = "This file has the numbers of one sentence, and no model. To type another sentence or to"
    + " change the model, run minitrans demo.";
  if (records.length === 1) return showRecord(records[0]);
  const said = element("output", { for: "step" }), last = records.length - 1;
  const move = () => {
    const { step, loss, translation } = records[slider.value];
    said.textContent = `step ${step}${loss === null ? "" : `, loss ${loss.toFixed(3)}`}`;
    slider.setAttribute("aria-valuetext", `${said.textContent}: ${translation}`);
    showRecord(records[slider.value]);
  };
  const slider = element("input", { type: "range", id: "step", min: 0, max: last, value: last, oninput: move,
    "aria-label": "step of the training" });
  whatIs("learning").append(slider, said);
  return move();
}

addEventListener("keydown", (event) => {
  const other = event.target.closest?.("input, select, table, .scroll");
  if (!shown.make || other || event.ctrlKey || event.metaKey || event.altKey) return;
  const shrink = () => { at.large = null; draw(); }, escape = at.large ? shrink : at.scene ? leave : close;
  const keys = { ArrowLeft: () => move(-1), ArrowRight: () => move(1), Home: () => go(0), End: () => go(Infinity),
    Escape: escape };
  const act = event.key === " " && !event.target.closest?.("button, a, summary") ? play : keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
addEventListener("click", ({ target }) => {  // outside: the story ends, and what was clicked happens
  if (!at.scene || target.closest("#caption")) return;
  endStory();
  setTimeout(draw);
}, true);
whatIs("drawing").addEventListener("dblclick", ({ target }) => {
  const panel = target.closest(".panel"), other = target.closest(":is(button, a):not(.box)");
  if (!panel || other) return;
  at.large = at.large ? null : panel.id;
  draw();
});
addEventListener("resize", () => draw());
addEventListener("beforeprint", () => {  // print the page as it is on the screen, so that the wires stay in place
  leave();
  whatIs("drawing").style.width = `${whatIs("drawing").offsetWidth}px`;
});
addEventListener("afterprint", () => { whatIs("drawing").style.width = ""; });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => draw());

// --- the beginning ---

const nameOfLanguage = (code) => new Intl.DisplayNames("en", { type: "language" }).of(code);
function present() {  // what the page is, and what to try
  const [from, to] = about.languages?.length ? about.languages.map(nameOfLanguage) : ["a sentence", "another one"];
  whatIs("what").replaceChildren(element("b", {}, `Type ${from}.`),
    ` ${about.weights.toLocaleString("en")} numbers turn it into `, element("b", {}, to),
    ", and you can see each of them.");
  if (about.languages?.length) {
    document.title = `${from} to ${to}: a Transformer, number by number`;
    document.querySelector("label[for=text]").textContent = `${from} to ${to}`;
    [field.lang, whatIs("said").lang] = about.languages;
  }
  const choice = whatIs("examples"), option = (text, i) => element("option", { value: text },
    about.purposes ? `${text} \u2013 ${about.purposes[i]}` : text);
  choice.append(element("option", { value: "" }, "Examples"), ...about.examples.map(option));
  choice.hidden = about.examples.length < 2;
  choice.addEventListener("change", () => {
    field.value = choice.value;
    choice.value = "";
    typed();
  });
  const item = ({ title, address, look }) => element("li", {},
    button(title, `try-${title}`, () => { location.hash = address; scrollTo(0, 0); }), look);
  whatIs("try").hidden = !model || !about.experiments;
  whatIs("try").querySelector("ul").append(...(about.experiments ?? []).map(item));
}

if (where === "file") showFile(about.records);
else {
  field.addEventListener("input", () => {
    complete();
    typed();
  });
  present();
  field.value = about.examples[0] ?? "";
  addEventListener("hashchange", ({ newURL }) => follow(new URL(newURL).hash));  // `link` may write another
  follow(location.hash);
}
