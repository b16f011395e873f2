// Paper is white, also for those who read on a dark screen.
const root = document.documentElement.dataset;
let shown;
addEventListener("beforeprint", () => {
  shown = root.theme;
  root.theme = "light";
});
addEventListener("afterprint", () => {
  root.theme = shown;
});
