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

  function rowsOf(layer) {  // a row for each sub-layer: its attention as a whole, its heads, its residual connection
    const { self_attention, attention_residual, self_residual, cross_attention, cross_residual, feed_forward_residual: last } = layer;
    const attentions = [self_attention, cross_attention].filter(Boolean), residuals = [attention_residual ?? self_residual, cross_residual, last].filter(Boolean);
    const names = [...attentions.map(({ name }) => PARTS[name.split(".")[2]]), "feed-forward"], [layerName] = nameOfPart(last.name).split(",");
    const rows = residuals.map((residual, i) => element("tr", {}, element("th", { scope: "row" }, names[i]),
      element("td", {}, ...(attentions[i] ? [box(attentions[i].name)] : [])),
      ...Array.from({ length: model.config.heads }, (_, head) => element("td", {}, ...(attentions[i] ? [box(`${attentions[i].name}.head.${head}`, ` ${head + 1}`)] : []))),
      element("td", {}, box(residual.name))));
    return element("tbody", {}, element("tr", {}, element("th", { scope: "rowgroup", class: "layer", colspan: 3 + model.config.heads }, layerName)), ...rows);
  }

  const titles = [[""], ["all"], ["heads", model.config.heads], ["residual"]];
  const head = element("tr", {}, ...titles.map(([text, colspan = 1]) => element("th", { scope: "col", colspan }, text)));
  const table = element("table", {}, element("thead", {}, head), ...[...model.encoder, ...model.decoder].map(rowsOf));

  // --- a row of attention ---

  const names = attentionsOf(model), attention = select("attention", refill), whose = select("head"), query = select("who looks", refill), key = select("at what");
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

  const look = () => apply({ rows: { ...change.rows, [`${attention.value}${whose.value}.row.${query.value}`]: key.value === "all" ? "all" : Number(key.value) } });

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
    element("div", { class: "groups" },
      group("Untick what you switch off", scroll("Switches", table)),
      element("div", {},
        group("A row of attention", attention, whose, query, element("span", {}, "looks at"), key, button("Set", look)),
        group("Two words of the sentence", first, element("span", {}, "and"), second, swap),
        group("Temperature of the next word", temperature, shown),
        group("Another next word", element("span", {}, "Choose it below, in the table of next words.")))),
    element("div", { class: "controls" }, button("Reset", () => apply(UNCHANGED)), button("Copy link", () => copy().catch(() => { done.textContent = "Copy the address of this page."; })), done));
  part.hidden = false;

  return {
    show(newest) {  // the change as it is now
      change = newest;
      for (const each of boxes) {
        each.disabled = change.off.some((name) => each.value.startsWith(`${name}.head.`));
        each.checked = !each.disabled && !change.off.includes(each.value);
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
