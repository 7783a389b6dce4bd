// For readers: code is copied with a button, a link is shared or copied.
"use strict";

(() => {
  const SHOWN = 2_000; // Milliseconds for which a button says that it has copied.
  const sentences = document.getElementById("sentences");

  function addCopyButtons(part) {
    for (const code of part.querySelectorAll(".markdown pre.code")) {
      if (code.parentElement.classList.contains("code-box")) continue;
      const box = document.createElement("div");
      box.className = "code-box";
      code.replaceWith(box);
      box.append(code, sentences.content.firstElementChild.cloneNode(true));
    }
  }

  async function copyCode(button) {
    const label = button.querySelector("span");
    const before = label.textContent;
    try {
      await navigator.clipboard.writeText(button.parentElement.querySelector("pre").textContent);
    } catch {
      getSelection().selectAllChildren(button.parentElement.querySelector("pre"));
      return;
    }
    label.setAttribute("role", "status");
    label.textContent = sentences.dataset.copied;
    setTimeout(() => {
      label.textContent = before;
    }, SHOWN);
  }

  // Where nothing can be shared or copied the link is followed, as it is without a script.
  async function share(link) {
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) {
        await navigator.share({ title: document.title, url: link.href });
        return;
      }
      await navigator.clipboard.writeText(link.href);
    } catch (error) {
      if (error.name !== "AbortError") location.assign(link.href);
      return;
    }
    link.closest("[data-acts]").querySelector(".said").textContent = sentences.dataset.linkCopied;
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button.copy");
    const link = event.target.closest("a[data-share]");
    if (button) copyCode(button);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    share(link);
  });

  addCopyButtons(document);
  document.body.addEventListener("htmx:afterSettle", (event) => addCopyButtons(event.target));
  document.body.addEventListener("htmx:oobAfterSwap", (event) => addCopyButtons(event.target));
})();
