// A text area with a toolbar and shortcuts. What they change can be undone like typing; Tab leaves the area.
"use strict";

(() => {
  const parts = document.getElementById("editor-parts");
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
  const INDENT = "    ";
  const LIST_ITEM = /^(\s*)(?:([-*+])|(\d{1,9})([.)]))(\s+)(\[[ xX]\]\s+)?/;
  const QUOTE = /^\s*(?:>\s?)+/;
  const FENCE = /^\s*(?:`{3,}|~{3,})/;
  const SHORTCUTS = { b: "bold", i: "italic", e: "code", k: "link" };
  const SHIFTED = { KeyE: "fence", Period: "quote", Digit8: "list" };

  // Puts `text` in place of a stretch, as if it had been typed, and selects `from` to `to` of the result.
  function replace(area, start, end, text, from = start + text.length, to = from) {
    area.focus();
    area.setSelectionRange(start, end);
    const isTyped = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
    if (!isTyped && area.value.slice(start, end) !== text) {
      area.setRangeText(text, start, end);
      area.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
    area.setSelectionRange(from, to);
  }

  const selection = ({ selectionStart, selectionEnd, value }) => [selectionStart, selectionEnd, value.slice(selectionStart, selectionEnd)];

  // How many marks of one character stand right before (step -1) or after (step 1) a place.
  function run(value, at, mark, step) {
    let length = 0;
    while (value[step < 0 ? at - 1 - length : at + length] === mark) length += 1;
    return length;
  }

  // Is this mark around the selection? Three asterisks are bold and italic, two are bold alone.
  function isAround(value, start, end, mark) {
    const inside = Math.min(run(value, start, mark[0], -1), run(value, end, mark[0], 1));
    return mark === "*" ? inside === 1 || inside === 3 : inside >= mark.length;
  }

  function wrap(area, mark) {
    const [start, end, text] = selection(area);
    const size = mark.length;
    if (isAround(area.value, start, end, mark)) {
      replace(area, start - size, end + size, text, start - size, end - size);
    } else if (text.length > 2 * size && isAround(text, size, text.length - size, mark)) {
      const bare = text.slice(size, -size);
      replace(area, start, end, bare, start, start + bare.length);
    } else {
      replace(area, start, end, mark + text + mark, start + size, end + size);
    }
  }

  const lineStart = (value, at) => value.lastIndexOf("\n", at - 1) + 1;
  function lineEnd(value, at) {
    const end = value.indexOf("\n", at);
    return end < 0 ? value.length : end;
  }

  // The whole lines that the selection touches.
  function lines(area) {
    const [start, end] = selection(area);
    const last = end > start && area.value[end - 1] === "\n" ? end - 1 : end;
    return [lineStart(area.value, start), lineEnd(area.value, last)];
  }

  function changeLines(area, change) {
    const [start, end] = lines(area);
    const before = area.value.slice(start, end);
    const after = change(before.split("\n")).join("\n");
    if (after === before) return;
    const isOne = !before.includes("\n");
    replace(area, start, end, after, isOne ? start + after.length : start, start + after.length);
  }

  const toggleLines = (area, mark) =>
    changeLines(area, (all) =>
      all.every((line) => line.startsWith(mark)) ? all.map((line) => line.slice(mark.length)) : all.map((line) => mark + line),
    );

  const indent = (area) => changeLines(area, (all) => all.map((line) => (line ? INDENT + line : line)));
  const outdent = (area) => changeLines(area, (all) => all.map((line) => line.replace(/^(?: {1,4}|\t)/, "")));

  // Marks that are longer than any in the text.
  function fenceFor(text) {
    const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
    return "`".repeat(Math.max(3, longest + 1));
  }

  function fence(area, start, end, language = "") {
    const text = area.value.slice(start, end).replace(/^\n+|\s+$/g, "");
    const mark = fenceFor(text);
    const before = start === 0 || area.value[start - 1] === "\n" ? "" : "\n";
    const after = area.value[end] === "\n" ? "" : "\n";
    const head = `${before}${mark}${language}\n`;
    const from = start + head.length;
    replace(area, start, end, `${head}${text}\n${mark}${after}`, from, text ? from + text.length : from);
  }

  function toggleFence(area) {
    const [start, end] = lines(area);
    const inner = area.value.slice(start, end).split("\n");
    if (inner.length > 1 && FENCE.test(inner[0]) && FENCE.test(inner.at(-1))) {
      changeLines(area, (all) => all.slice(1, -1));
    } else {
      fence(area, start, end);
    }
  }

  // [text](address): what is not known yet is selected.
  function link(area) {
    const [start, end, text] = selection(area);
    const isAddress = /^https?:\/\/\S+$/.test(text);
    const made = isAddress ? `[](${text})` : `[${text}](https://)`;
    const at = isAddress || !text ? start + 1 : start + text.length + 3;
    replace(area, start, end, made, at, isAddress || !text ? at : start + made.length - 1);
  }

  const isInFence = (value, at) => value.slice(0, lineStart(value, at)).split("\n").filter((line) => FENCE.test(line)).length % 2 === 1;

  // The next line of a list or quote begins like this one; an empty item ends the list.
  function goOn(area) {
    const [start, end] = selection(area);
    const head = lineStart(area.value, start);
    const line = area.value.slice(head, lineEnd(area.value, start));
    const match = line.match(LIST_ITEM) ?? line.match(QUOTE);
    if (start !== end || !match || start < head + match[0].length || isInFence(area.value, start)) return false;
    if (match[0].trim() === line.trim()) {
      replace(area, head, start, "");
      return true;
    }
    const [whole, space, bullet, number, dot, gap, box] = match;
    const mark = gap === undefined ? whole : `${space}${bullet ?? Number(number) + 1 + dot}${gap}${box ? "[ ] " : ""}`;
    replace(area, start, end, `\n${mark}`);
    return true;
  }

  const ACTS = {
    bold: (area) => wrap(area, "**"),
    italic: (area) => wrap(area, "*"),
    code: (area) => (selection(area)[2].includes("\n") ? toggleFence(area) : wrap(area, "`")),
    fence: (area) => area.dispatchEvent(new CustomEvent("editor:fence", { cancelable: true })) && toggleFence(area),
    link,
    image: (area) => area.dispatchEvent(new CustomEvent("editor:picture")),
    quote: (area) => toggleLines(area, "> "),
    list: (area) => toggleLines(area, "- "),
  };

  function actOf(event) {
    if (!(isMac ? event.metaKey : event.ctrlKey) || event.altKey) return null;
    if (event.shiftKey) return ACTS[SHIFTED[event.code]];
    return { "]": indent, "[": outdent }[event.key] ?? ACTS[SHORTCUTS[event.key.toLowerCase()]];
  }

  function onKey(event) {
    if (event.isComposing || event.keyCode === 229) return; // An input method is choosing characters.
    const act = actOf(event);
    if (act) {
      event.preventDefault();
      act(event.target);
    } else if (event.key === "Enter" && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (goOn(event.target)) event.preventDefault();
    }
  }

  // One stop of Tab for the whole toolbar; arrows go from button to button.
  function onToolKey(event) {
    const tools = [...event.currentTarget.querySelectorAll("button")];
    const at = tools.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tools.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    const next = tools[(to + tools.length) % tools.length];
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  const named = (keys) => (isMac ? keys.replace("Ctrl", "⌘").replace("Shift", "⇧").replaceAll("+", "") : keys);

  function nameKeys(tool) {
    const { keys } = tool.dataset;
    if (!keys) return;
    tool.title += ` (${named(keys)})`;
    tool.setAttribute("aria-keyshortcuts", keys.replace("Ctrl", isMac ? "Meta" : "Control"));
  }

  function build(area) {
    const made = parts.content.cloneNode(true);
    const [toolbar, offer, below] = [".toolbar", ".offer", ".below"].map((name) => made.querySelector(name));
    const box = document.createElement("div");
    box.className = "editor-box";
    toolbar.querySelectorAll("button").forEach(nameKeys);
    offer.querySelectorAll("kbd").forEach((keys) => (keys.textContent = named(keys.textContent)));
    toolbar.querySelector("button").tabIndex = 0;
    area.before(box);
    box.append(toolbar, area, offer, below);
    toolbar.setAttribute("aria-controls", area.id);
    toolbar.addEventListener("keydown", onToolKey);
    toolbar.addEventListener("mousedown", (event) => event.preventDefault()); // The text keeps focus and selection.
    toolbar.addEventListener("click", (event) => {
      const tool = event.target.closest("button");
      if (tool) ACTS[tool.dataset.act](area);
    });
    area.addEventListener("keydown", onKey);
    document.dispatchEvent(new CustomEvent("editor:ready", { detail: { area, box } }));
  }

  function start(root) {
    root.querySelectorAll("textarea.editor").forEach((area) => {
      if (!area.closest(".editor-box")) build(area);
    });
  }

  // Enter in a field of one line would press the hidden first button; with scripts the preview is there already.
  const block = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onSubmit = (event) => event.submitter?.name === "preview" && event.submitter.hidden && block(event);
  document.addEventListener("submit", onSubmit, { capture: true });

  window.editing = {
    replace,
    fence,
    isInFence,
    block,
    say: (name) => parts.content.querySelector(`[data-say="${name}"]`).textContent,
    upload: document.currentScript.dataset.upload,
  };
  document.addEventListener("DOMContentLoaded", () => start(document));
  document.addEventListener("htmx:load", (event) => start(event.target));
})();
