// Single keys of the whole site. They do nothing while somebody types, and can be switched off.
"use strict";

(() => {
  const KEPT = "keys"; // In localStorage: "off" when they are switched off in this browser.
  const PLACES = "main .row, article.question, article.answer";
  const addresses = document.currentScript.dataset;
  let dialog = null;

  const isOn = () => localStorage.getItem(KEPT) !== "off";
  const isTyping = (element) => element.closest("input, textarea, select, [contenteditable], dialog[open]") !== null;
  const places = () => [...document.querySelectorAll(PLACES)];

  // What has the focus at a place: the link of a row, an answer itself.
  const handle = (place) => place.querySelector(":scope > .what h3 a") ?? place;

  function move(step) {
    const all = places();
    const at = all.findIndex((place) => place.contains(document.activeElement));
    const next = at < 0 ? all.find((place) => place.getBoundingClientRect().top >= 0) : all[at + step];
    if (!next) return;
    handle(next).focus({ preventScroll: true });
    next.scrollIntoView({ block: next.matches(".row") ? "nearest" : "start" });
  }

  function up() {
    const from = document.referrer && new URL(document.referrer);
    if (from && from.origin === location.origin && from.pathname !== location.pathname) history.back();
    else location.assign(addresses.home);
  }

  function offerSwitch(part) {
    for (const line of part.querySelectorAll("[data-keys-switch]")) {
      const box = line.querySelector("input");
      line.hidden = false;
      box.checked = isOn();
      box.addEventListener("change", () => localStorage.setItem(KEPT, box.checked ? "on" : "off"));
    }
  }

  async function help() {
    if (!dialog) {
      const answer = await fetch(addresses.keys, { headers: { "HX-Request": "true" } });
      if (!answer.ok) return;
      dialog = document.createElement("dialog");
      dialog.className = "keys-dialog";
      dialog.innerHTML = await answer.text();
      dialog.setAttribute("aria-labelledby", "keys-title");
      document.body.append(dialog);
      offerSwitch(dialog);
      dialog.addEventListener("click", (event) => {
        if (event.target === dialog) dialog.close();
      });
    }
    if (!dialog.open) dialog.showModal();
  }

  const acts = {
    "/": () => document.getElementById("search-box").focus(),
    n: () => location.assign(addresses.ask),
    j: () => move(1),
    k: () => move(-1),
    u: up,
    "?": help,
  };

  document.addEventListener("keydown", (event) => {
    const isModified = event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat;
    if (isModified || event.defaultPrevented || !isOn() || isTyping(event.target)) return;
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  offerSwitch(document);
})();
