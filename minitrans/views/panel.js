"use strict";

// The controls with which a reader changes the model and its sentence.

function changePanel(model, part, apply, link) {  // fills `part` -> {show, fill}, see below; apply(some fields of a change); link(): the address
  const select = (label, onchange) => element("select", { "aria-label": label, onchange });
  const option = (text, value) => element("option", { value }, text), button = (text, onclick) => element("button", { type: "button", onclick }, text);
  const group = (title, ...children) => element("fieldset", {}, element("legend", {}, title), ...children);
  let change = UNCHANGED, source = [], target = [];

  // --- switches ---

  const boxes = [];
  function box(name, text = "") {  // checked: on
    const flip = ({ target: { checked } }) => apply({ off: checked ? change.off.filter((each) => each !== name) : [...change.off, name] });
    boxes.push(element("input", { type: "checkbox", value: name, checked: true, "aria-label": nameOfPart(name), onchange: flip }));
    return element("label", {}, boxes.at(-1), text);
  }

  function switchesOf(layer) {  // a row for each sub-layer: its attention, its heads, its residual connection
    const { self_attention, attention_residual, self_residual, cross_attention, cross_residual, feed_forward_residual: last } = layer;
    const sublayers = [[self_attention, attention_residual ?? self_residual], [cross_attention, cross_residual], [null, last]].filter(([, residual]) => residual);
    return sublayers.map(([attention, residual]) => element("tr", {},
      element("th", { scope: "row" }, attention ? nameOfPart(attention.name) : `${nameOfPart(last.name).split(",")[0]}, feed-forward`),
      element("td", {}, ...(attention ? [box(attention.name)] : [])),
      ...Array.from({ length: model.config.heads }, (_, head) => element("td", {}, ...(attention ? [box(`${attention.name}.head.${head}`, ` ${head + 1}`)] : []))),
      element("td", {}, box(residual.name))));
  }

  const titles = [["sub-layer"], ["attention"], ["heads", model.config.heads], ["residual"]];
  const head = element("tr", {}, ...titles.map(([text, colspan = 1]) => element("th", { scope: "col", colspan }, text)));
  const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...[...model.encoder, ...model.decoder].flatMap(switchesOf)));

  // --- a row of attention ---

  const names = attentions_of(model), attention = select("attention", refill), whose = select("head"), query = select("who looks", refill), key = select("at what");
  attention.append(...names.map((name) => option(nameOfPart(name), name)));
  whose.append(option("all heads", ""), ...Array.from({ length: model.config.heads }, (_, i) => option(`head ${i + 1}`, `.head.${i}`)));

  function refill() {  // the choices that depend on others
    const name = attention.value, own = name.startsWith("encoder"), cross = name.includes("cross");
    replace(query, (own ? source : target).map((piece, i) => option(`${own ? "" : `step ${i + 1}, to write `}${nameOf([piece])}`, i)));
    const seen = own || cross ? source : ["<s>", ...target].slice(0, Number(query.value) + 1);
    replace(key, [option("all alike", "all"), ...seen.map((piece, i) => option(`only ${nameOf([piece])}`, i))]);
  }

  function replace(list, options) {  // and keep what was chosen
    const chosen = Math.max(0, Math.min(list.selectedIndex, options.length - 1));
    list.replaceChildren(...options);
    list.selectedIndex = chosen;
  }

  const setRow = () => apply({ rows: { ...change.rows, [`${attention.value}${whose.value}.row.${query.value}`]: key.value === "all" ? "all" : Number(key.value) } });

  // --- the sentence, and the next word ---

  const first = select("first word"), second = select("second word");
  const swap = button("Swap", () => apply({ swap: first.value === second.value ? [] : [Number(first.value), Number(second.value)] }));
  const shown = element("output", {}), heat = ({ target: { value } }) => apply({ temperature: Number(value) });
  const temperature = element("input", { type: "range", min: COLDEST, max: HOTTEST, step: 0.1, value: 1, "aria-label": "temperature", oninput: heat });

  // --- all of it ---

  const done = element("span", { role: "status" });
  async function copy() {
    const address = link();
    done.textContent = await navigator.clipboard.writeText(address).then(() => "Copied.");
  }

  part.append(
    element("p", { class: "faint" }, "The changed model translates beside the untouched one. Another sentence keeps switches and temperature only."),
    group("Switch off what has no mark", scroll("Switches", table)),
    group("Let a word look elsewhere", attention, whose, query, element("span", {}, "looks at"), key, button("Set", setRow)),
    group("Swap two words", first, element("span", {}, "and"), second, swap),
    group("Temperature", temperature, shown),
    group("Next word", element("span", {}, "Choose one in the table of next words below.")),
    element("div", { class: "controls" }, button("Reset", () => apply(UNCHANGED)), button("Copy link", () => copy().catch(() => { done.textContent = "Copy the address of this page."; })), done));
  part.hidden = false;

  return {
    show(newest) {  // the change as it is now
      change = newest;
      for (const each of boxes) {
        each.checked = !change.off.includes(each.value);
        each.disabled = change.off.some((name) => each.value.startsWith(`${name}.head.`));
      }
      temperature.value = change.temperature;
      shown.textContent = change.temperature.toFixed(1);
      done.textContent = "";
    },
    fill(words, pieces, written) {  // the words of the source, its pieces and those of the translation
      [source, target] = [pieces, written];
      refill();
      for (const list of [first, second]) replace(list, words.map((word, i) => option(word, i)));
    },
  };
}
