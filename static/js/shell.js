// The shell of every page: colours at once, moments in the reader's zone, a menu that closes.
"use strict";

(() => {
  const root = document.documentElement;
  const YEAR = 365 * 24 * 60 * 60;

  // The form works by itself; here the choice is seen without a new page.
  function choose(theme) {
    const age = theme === "system" ? 0 : YEAR;
    const secure = location.protocol === "https:" ? "; secure" : "";
    document.cookie = `theme=${theme}; path=/; max-age=${age}; samesite=lax${secure}`;
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    document.querySelector("meta[name=color-scheme]").content = theme === "system" ? "light dark" : theme;
    for (const button of document.querySelectorAll(".theme-choice [name=theme]")) {
      button.setAttribute("aria-pressed", String(button.value === theme));
    }
  }

  document.addEventListener("submit", (event) => {
    const theme = event.target.matches(".theme-choice") && event.submitter?.value;
    if (!theme) return;
    event.preventDefault();
    choose(theme);
  });

  // Loading what a browser knows of languages and zones takes longer than the rest of this file: not before it is needed.
  let exact;

  function localise(time) {
    exact ??= new Intl.DateTimeFormat(root.lang, {
      year: "numeric",
      month: "short",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      timeZoneName: "short",
    });
    time.title = exact.format(new Date(time.dateTime));
  }

  document.addEventListener("pointerover", (event) => {
    if (event.target.matches("time.moment")) localise(event.target);
  });

  const menu = document.querySelector("details.menu");
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
})();
