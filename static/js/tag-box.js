// The tags field: names are completed while they are typed; commas of either width, spaces and Enter end one.
"use strict";

(() => {
  const SEPARATORS = /[,，、;；\s]+/;
  const LAST = /[^,，、;；\s]*$/;
  const WAIT = 150; // Milliseconds without a key before names are asked for.

  const started = new WeakSet();

  function begin(box) {
    const input = box.querySelector("input");
    const list = document.createElement("div");
    let timer = null;
    let asked = 0;

    const options = () => [...list.children];
    const active = () => list.querySelector("[aria-selected=true]");
    const typed = () => input.value.slice(0, input.selectionStart).match(LAST)[0];
    const given = () => new Set(input.value.split(SEPARATORS).map((name) => name.toLowerCase()));

    function activate(option) {
      active()?.setAttribute("aria-selected", "false");
      option?.setAttribute("aria-selected", "true");
      option?.scrollIntoView({ block: "nearest" });
      if (option) input.setAttribute("aria-activedescendant", option.id);
      else input.removeAttribute("aria-activedescendant");
    }

    function show(isShown) {
      list.hidden = !isShown;
      input.setAttribute("aria-expanded", String(isShown));
      activate(null);
    }

    async function look() {
      const name = typed();
      asked += 1;
      const mine = asked;
      if (!name) {
        show(false);
        return;
      }
      const response = await fetch(`${box.dataset.tags}?q=${encodeURIComponent(name)}`);
      if (!response.ok || mine !== asked) return;
      list.innerHTML = await response.text();
      const there = given();
      options().forEach((option) => there.has(option.dataset.name) && option.dataset.name !== name && option.remove());
      show(options().length > 0 && document.activeElement === input);
    }

    // The unfinished name becomes this one, and the next may be typed.
    function choose(name) {
      const start = input.selectionStart - typed().length;
      const rest = input.value.slice(input.selectionStart).replace(/^[^,，、;；\s]*[,，、;；\s]*/, "");
      const head = `${input.value.slice(0, start)}${name}, `;
      input.value = head + rest;
      input.setSelectionRange(head.length, head.length);
      asked += 1;
      show(false);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }

    function move(step) {
      const all = options();
      if (list.hidden) show(true);
      activate(all[((all.indexOf(active()) + step + all.length + 2) % (all.length + 1)) - 1]);
    }

    function onKey(event) {
      if (event.isComposing || event.keyCode === 229) return; // An input method is choosing characters.
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && options().length && typed()) {
        event.preventDefault();
        move(step);
      } else if (event.key === "Escape" && !list.hidden) {
        event.preventDefault();
        show(false);
      } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        const name = active()?.dataset.name ?? typed();
        if (name) choose(name);
      }
    }

    list.className = "tag-options";
    list.id = `${input.id}-options`;
    list.hidden = true;
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", input.labels[0].textContent);
    box.append(list);
    input.autocomplete = "off";
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", list.id);
    input.setAttribute("aria-expanded", "false");
    input.addEventListener("keydown", onKey);
    input.addEventListener("blur", () => show(false));
    input.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(look, WAIT);
    });
    list.addEventListener("mousedown", (event) => event.preventDefault()); // The field keeps the focus.
    list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) choose(option.dataset.name);
    });
  }

  function start(root) {
    root.querySelectorAll(".tag-box").forEach((box) => {
      if (started.has(box)) return;
      started.add(box);
      begin(box);
    });
  }

  document.addEventListener("DOMContentLoaded", () => start(document));
  document.addEventListener("htmx:load", (event) => start(event.target));
})();
