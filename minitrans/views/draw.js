// Functions that the pages share.  Everything from a record or a run enters a page as text (textContent, setAttribute),
// never as HTML.

const SVG = new Set(["svg", "g", "text", "path", "rect", "circle", "title"]);

export const whatIs = (id) => document.getElementById(id);

export function element(tag, attributes = {}, ...children) {
  // attributes: oninput etc. are functions; false is left out
  const made = SVG.has(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

export const classes = (which) => Object.keys(which).filter((name) => which[name]).join(" ");

export function button(text, key, onclick, attributes = {}) {  // key: gets the focus again when the page is drawn anew
  return element("button", { type: "button", "data-key": key, onclick, ...attributes }, ...[text].flat());
}

export function scroll(label, ...children) {  // a part that can be wider than the page; the keyboard can scroll it
  return element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, ...children);
}

export function visible(text) {  // control characters as the symbols that Unicode has for them
  const symbol = (c) => String.fromCharCode(0x2400 + c.charCodeAt(0));
  return text.replace(/[\u0000-\u001f]/g, symbol).replaceAll("\u007f", "\u2421");
}

export const isolated = (text) => `\u2068${text}\u2069`;  // of any direction, in a line from left to right

export function nameOf(piece) {  // a dot marks a piece within a word; a sign needs none
  const text = visible(piece), own = piece.startsWith("\u2581") || piece === "<s>" || piece === "</s>";
  if (!own && /[\p{L}\p{N}]/u.test(piece)) return `\u00b7${text}`;
  return text.length > 1 ? text.replace("\u2581", "") : text;
}

export function marked(formula) {  // -> nodes: W^Q_ij with its superscript and its index
  const parts = formula.split(/([_^](?:\([^)]*\)|[\p{L}\d]+))/u);
  return parts.map((part, i) => (i % 2 ? element(part[0] === "_" ? "sub" : "sup", {}, part.slice(1)) : part));
}

export function bytesOf(base64) {
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
