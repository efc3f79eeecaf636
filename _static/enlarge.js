// Opens a picture, or a table wider than the page, at its full size above the page.

const enlarged = document.createElement("dialog");
enlarged.className = "enlarged";
enlarged.innerHTML =
  '<button type="button" aria-label="Close">×</button><div tabindex="0" role="region"></div>';
const [closeButton, inside] = enlarged.children;
closeButton.addEventListener("click", () => enlarged.close());
enlarged.addEventListener("click", (event) => {
  if (event.target === enlarged) enlarged.close(); // beside what is shown
});

function enlarge(shown, name) {
  inside.replaceChildren(shown);
  inside.setAttribute("aria-label", name);
  enlarged.setAttribute("aria-label", name);
  enlarged.showModal();
  inside.scrollTo(0, 0);
}

// Without this script the links that the book puts around pictures lead to the files.
function linkPictures(page) {
  for (const picture of page.querySelectorAll("img:not(a img)")) {
    const link = document.createElement("a");
    link.className = "image-reference";
    link.href = picture.src;
    picture.replaceWith(link);
    link.append(picture);
  }
  page.addEventListener("click", (event) => {
    const link = event.target.closest("a.image-reference");
    const pictures = [...(link?.querySelectorAll("img") ?? [])];
    const picture = pictures.find((one) => one.offsetParent); // for a light or for a dark page
    if (!picture || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const shown = document.createElement("img");
    [shown.src, shown.alt, shown.className] = [picture.src, picture.alt, picture.className];
    enlarge(shown, picture.alt);
  });
}

// A table gets a button while it is wider than its place.
function watchTables(page) {
  const wide = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      target.previousElementSibling.hidden = target.scrollWidth <= target.clientWidth + 1;
    }
  });
  const places = ".pst-scrollable-table-container, .cell_output .text_html:has(table)";
  for (const place of page.querySelectorAll(places)) {
    const button = document.createElement("button");
    [button.type, button.className, button.textContent] = ["button", "enlarge", "Enlarge the table"];
    button.hidden = true;
    button.addEventListener("click", () => enlarge(place.cloneNode(true), "table"));
    place.before(button);
    wide.observe(place);
  }
}

document.addEventListener("DOMContentLoaded", () => {
  const page = document.querySelector(".bd-article");
  if (!page) return;
  document.body.append(enlarged);
  linkPictures(page);
  watchTables(page);
});
