// Prints a page in dark ink, with everything that is folded unfolded, and then puts it back.

let afterPrinting = [];

addEventListener("beforeprint", () => {
  const page = document.documentElement;
  const { theme } = page.dataset;
  const folded = [...document.querySelectorAll(".bd-article details:not([open])")];
  page.dataset.theme = "light";
  for (const details of folded) details.open = true;
  afterPrinting = [
    () => (page.dataset.theme = theme),
    ...folded.map((details) => () => (details.open = false)),
  ];
});

addEventListener("afterprint", () => {
  for (const restore of afterPrinting) restore();
  afterPrinting = [];
});
