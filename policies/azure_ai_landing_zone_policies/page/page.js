"use strict";
(() => {
  const form = document.getElementById("search-form");
  const field = document.getElementById("search");
  const found = document.getElementById("found");
  const things = document.querySelectorAll("g.thing");
  const rows = document.querySelectorAll("tr[data-words], article[data-words]");
  const inventory = document.getElementById("inventory").parentElement.querySelectorAll("tbody tr");

  function search() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hit = (element) => words.every((word) => element.dataset.words.includes(word));
    for (const thing of things) {
      thing.classList.toggle("missed", !hit(thing));
    }
    for (const row of rows) {
      row.hidden = !hit(row);
    }
    const left = [...inventory].filter((row) => !row.hidden).length;
    found.textContent = words.length ? `${left} of ${inventory.length} resources` : "";
  }

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("input", search);
})();
