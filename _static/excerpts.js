// Shows below each result of the search what its page says around the words looked for.

function excerpt(text, words) {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  if (!places.length) return "";
  const begin = Math.max(0, places[0] - 100);
  const from = begin ? text.indexOf(" ", begin) + 1 : 0;
  return `${from ? "… " : ""}${text.slice(from, from + 240).replace(/\S*$/, "")}…`;
}

function addExcerpt(item, words) {
  const link = item.querySelector("a");
  if (!link || item.querySelector(".context")) return;
  const page = link.getAttribute("href").replace(/\.html.*/, "");
  const said = document.createElement("p");
  said.className = "context";
  said.textContent = excerpt(PAGE_TEXTS[page] ?? "", words);
  if (said.textContent) item.append(said);
}

document.addEventListener("DOMContentLoaded", () => {
  const results = document.querySelector("#search-results");
  const query = new URLSearchParams(location.search).get("q")?.toLowerCase().match(/[\p{L}\d-]+/gu);
  if (!results || !query) return;
  const texts = document.createElement("script");
  texts.src = "_static/page_texts.js";
  texts.addEventListener("load", () => {
    const add = () => results.querySelectorAll("li").forEach((item) => addExcerpt(item, query));
    new MutationObserver(add).observe(results, { childList: true, subtree: true });
    add();
  });
  document.head.append(texts);
});
