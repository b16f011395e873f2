// One sentence over a whole training: a slider over its steps moves the translation, the attention and the
// probabilities.

import { button, drawing, element, whatIs } from "./draw.js";

const FRAME = 250;  // milliseconds of a step while it plays
const WIDE = 320, HIGH = 60;  // of the curve of the loss

export function showLearning(records, show) {
  // each with its step, and with the loss of training at about that step, or null
  const last = records.length - 1, said = element("output", { for: "step" }),
    dot = element("circle", { r: 4, class: "here" });
  const slider = element("input", { type: "range", id: "step", min: 0, max: last, value: last,
    "aria-label": "step of the training" });
  const losses = records.filter((each) => each.loss !== null).map((each) => each.loss), least = Math.min(...losses);
  const x = (record) => 6 + (WIDE - 12) * record.step / records[last].step;
  const y = (record) => HIGH - 6 - (HIGH - 12) * (record.loss - least) / (Math.max(...losses) - least || 1);
  const curve = drawing(WIDE, HIGH, "img", "the loss of training, from the first snapshot to the last");
  if (losses.length === records.length) {
    const d = `M${records.map((each) => `${x(each)} ${y(each)}`).join("L")}`;
    curve.append(element("path", { class: "loss", d }), dot,
      element("text", { x: WIDE - 6, y: 14, "text-anchor": "end" }, "loss"));
  }
  let timer = null;
  const move = () => {
    const record = records[slider.value];
    said.textContent = `step ${record.step}${record.loss === null ? "" : `, loss ${record.loss.toFixed(3)}`}`;
    slider.setAttribute("aria-valuetext", `${said.textContent}: ${record.translation}`);
    dot.setAttribute("cx", x(record));
    dot.setAttribute("cy", y(record));
    show(record);
  };
  const pause = () => {
    clearInterval(timer);
    timer = null;
    play.textContent = "play";
  };
  const tick = () => {
    if (Number(slider.value) === last) return pause();
    slider.value = Number(slider.value) + 1;
    return move();
  };
  const play = button("play", "learn", () => {
    if (timer) return pause();
    if (Number(slider.value) === last) slider.value = -1;
    play.textContent = "pause";
    timer = setInterval(tick, FRAME);
    return tick();
  });
  slider.addEventListener("input", () => { pause(); move(); });
  whatIs("learning").append(play, slider, said, curve);
  move();
}
