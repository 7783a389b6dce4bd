// The search box: grows with what is pasted, Enter searches, and what may be meant is offered while somebody types.
"use strict";

(() => {
  const LONG = 300; // Characters; more is a log, which is sent by POST so that it stands in no address.
  const HEIGHT_MAX = 160; // Pixels that the box may grow to.
  const ENOUGH = /\p{Script=Han}|[\p{L}\p{N}]{2}/u;

  const box = document.getElementById("search-box");
  const list = document.getElementById("suggestions");

  const options = () => [...list.querySelectorAll("[role=option]")];
  const active = () => list.querySelector("[aria-selected=true]");
  const isPaste = () => box.value.length > LONG || box.value.trim().includes("\n");
  const isOpen = () => !list.hidden;

  function grow() {
    box.style.height = "auto";
    box.style.height = `${Math.min(box.scrollHeight + box.offsetHeight - box.clientHeight, HEIGHT_MAX)}px`;
  }

  function activate(option) {
    active()?.setAttribute("aria-selected", "false");
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) box.setAttribute("aria-activedescendant", option.id);
    else box.removeAttribute("aria-activedescendant");
  }

  function show(isShown) {
    list.hidden = !isShown;
    activate(null);
  }

  // One further in either direction; beyond both ends is the box itself.
  function move(step) {
    const all = options();
    if (!isOpen()) show(true);
    const places = all.length + 1;
    const at = (all.indexOf(active()) + step + places + 1) % places;
    activate(all[at - 1]);
  }

  function onKey(event) {
    if (event.isComposing || event.keyCode === 229) return; // An input method is choosing characters.
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options().length && !isPaste()) {
      event.preventDefault();
      move(step);
    } else if (event.key === "Escape" && isOpen()) {
      event.preventDefault();
      show(false);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (isOpen() && active()) active().click();
      else box.form.requestSubmit();
    }
  }

  // HTML allows a text area no other role: what a combobox would say is said by the status beside the list.
  box.setAttribute("aria-autocomplete", "list");
  box.setAttribute("aria-haspopup", "listbox");
  box.setAttribute("aria-controls", list.id);
  box.addEventListener("keydown", onKey);
  box.addEventListener("input", grow);
  box.addEventListener("focus", grow);
  box.addEventListener("blur", () => show(false));
  box.addEventListener("htmx:configRequest", (event) => {
    if (ENOUGH.test(box.value) && !isPaste()) return;
    event.preventDefault();
    list.replaceChildren();
    show(false);
  });
  list.addEventListener("htmx:afterSwap", () => show(options().length > 0 && document.activeElement === box));
  list.addEventListener("mousedown", (event) => event.preventDefault()); // The box keeps the focus until the click.
  box.form.addEventListener("submit", () => {
    box.form.method = isPaste() ? "post" : "get";
  });
})();
