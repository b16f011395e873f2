"use strict";

// What the pages share.  Everything from a record or a run enters a page as text (textContent, setAttribute), never as
// HTML.

// Okabe and Ito's colours, which people with any kind of colour vision can tell apart; two of them darker or lighter, so
// that they show on white and on black
const COLOURS = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#b8a800", "#7f7f7f"];
const SVG = new Set(["svg", "g", "text", "path", "rect", "circle", "title"]);

const whatIs = (id) => document.getElementById(id);

function element(tag, attributes = {}, ...children) {  // attributes: oninput etc. are functions; false is left out
  const made = SVG.has(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

function drawing(width, height, role, label) {  // an empty picture
  return element("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role, "aria-label": label });
}

function scroll(label, ...children) {  // a part that can be wider than the page; the keyboard can scroll it
  return element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, ...children);
}

function beside(parts) {  // a part of the page, or that of the untouched and that of the changed translation
  if (parts.length === 1) return parts[0];
  return element("div", { class: "beside" }, ...parts.map((part, i) => element("div", {}, element("h3", {}, ["untouched", "changed"][i]), part)));
}

const ruler = document.createElement("canvas").getContext("2d");
ruler.font = "bold 14px system-ui, sans-serif";  // as in view.css, where text is bold
function widthOf(text) {  // in pixels, in a drawing
  return ruler.measureText(text).width;
}

function visible(text) {  // control characters as the symbols that Unicode has for them
  return text.replace(/[\u0000-\u001f]/g, (c) => String.fromCharCode(0x2400 + c.charCodeAt(0))).replaceAll("\u007f", "\u2421");
}

function isolated(text) {  // text of any direction within a line that reads from left to right
  return `\u2068${text}\u2069`;
}

function begins(piece) {  // whether it begins a word
  return piece.startsWith("\u2581") || piece === "<s>" || piece === "</s>";
}

function nameOf(pieces) {  // of one piece, or of those of a word; a dot marks a piece within a word
  const text = visible(pieces.join(""));
  if (!begins(pieces[0])) return `\u00b7${text}`;
  return text.length > 1 ? text.replace("\u2581", "") : text;
}

function bytesOf(base64) {
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

function colour(head) {
  return COLOURS[head % COLOURS.length];
}

function arrowKeys(columns) {  // lists of nodes, side by side: the arrow keys move the focus; Tab reaches one node
  const nodes = columns.flat();
  nodes.forEach((node, i) => node.setAttribute("tabindex", i ? -1 : 0));
  columns.forEach((column, x) => column.forEach((node, y) => node.addEventListener("keydown", ({ key }) => {
    const beside = (side) => side?.[Math.min(y, side.length - 1)];
    const move = { ArrowUp: column[y - 1], ArrowDown: column[y + 1], ArrowLeft: beside(columns[x - 1]), ArrowRight: beside(columns[x + 1]), Home: column[0], End: column.at(-1) };
    if (!move[key]) return;
    for (const each of nodes) each.setAttribute("tabindex", each === move[key] ? 0 : -1);
    move[key].focus();
  })));
}
