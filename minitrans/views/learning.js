"use strict";

// One sentence over a whole training: a slider over its steps moves the translation, the attention and the probabilities.

const FRAME = 250;  // milliseconds of a step while it plays
const WIDE = 320, HIGH = 60;  // of the curve of the loss

function showLearning(records) {  // each with its step, and with the loss of training at about that step, or null
  const last = records.length - 1, slider = element("input", { type: "range", id: "step", min: 0, max: last, value: last, "aria-label": "step of the training" });
  const said = element("output", { for: "step" }), dot = element("circle", { r: 4, class: "here" });
  const x = (record) => 6 + (WIDE - 12) * record.step / records[last].step, losses = records.filter((each) => each.loss !== null).map((each) => each.loss);
  const y = (record) => HIGH - 6 - (HIGH - 12) * (record.loss - Math.min(...losses)) / (Math.max(...losses) - Math.min(...losses) || 1);
  const curve = drawing(WIDE, HIGH, "img", "the loss of training, from the first snapshot to the last");
  if (losses.length === records.length) curve.append(element("path", { class: "loss", d: `M${records.map((each) => `${x(each)} ${y(each)}`).join("L")}` }), dot, element("text", { class: "title", x: WIDE - 6, y: 14, "text-anchor": "end" }, "loss"));
  const show = () => {
    const record = records[slider.value];
    said.textContent = `step ${record.step}${record.loss === null ? "" : `, loss ${record.loss.toFixed(3)}`}`;
    slider.setAttribute("aria-valuetext", `${said.textContent}: ${record.translation}`);
    dot.setAttribute("cx", x(record));
    dot.setAttribute("cy", y(record));
    showRecord(record);
  };
  let timer = null;
  const play = element("button", { type: "button", onclick: () => {
    if (timer) return pause();
    if (Number(slider.value) === last) slider.value = 0;
    else slider.value = Number(slider.value) + 1;
    play.textContent = "pause";
    timer = setInterval(() => {
      if (Number(slider.value) === last) return pause();
      slider.value = Number(slider.value) + 1;
      return show();
    }, FRAME);
    return show();
  } }, "play");
  const pause = () => {
    clearInterval(timer);
    timer = null;
    play.textContent = "play";
  };
  slider.addEventListener("input", () => { pause(); show(); });
  whatIs("view").before(element("section", { id: "learning" }, element("div", { class: "controls" }, play, slider, said), curve));
  show();
}
