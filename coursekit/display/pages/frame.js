// A page inside a frame: as high as what is in it, light or dark as the page around it.

function frameAround() {
  try {
    return window.frameElement;
  } catch {
    return null; // a page that may not be looked at
  }
}

// The page around says whether it is dark: JupyterLab, the book, or else the system.
function isDark() {
  const around = frameAround() && window.parent.document;
  const lab = around?.body.dataset.jpThemeLight;
  const theme = around?.documentElement.dataset.theme;
  if (lab) return lab === "false";
  if (theme) return theme === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

function dress() {
  document.documentElement.classList.toggle("ck-dark", isDark());
  // A frame stays transparent only while its scheme is that of the page around it.
  const scheme = frameAround() ? getComputedStyle(frameAround()).colorScheme : "";
  document.documentElement.style.colorScheme = scheme || (isDark() ? "dark" : "light");
}

// Shows what the page consists of, and follows the page around from then on.
function settle(root) {
  const frame = frameAround();
  const fit = () => {
    if (frame) frame.style.height = `${Math.ceil(root.getBoundingClientRect().height)}px`;
  };
  document.body.append(root);
  dress();
  fit();
  new ResizeObserver(fit).observe(root);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", dress);
  if (!frame) return;
  const watch = new MutationObserver(dress);
  const { documentElement, body } = window.parent.document;
  watch.observe(documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  watch.observe(body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
}
