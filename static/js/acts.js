// Acts on a post: seen at once, put back when refused, said beside the button; news of an open page.
"use strict";

(() => {
  const LOOK_EVERY = 45_000; // Milliseconds between looks at what is new.

  const words = document.getElementById("sentences").dataset;
  const undone = new WeakMap(); // A form whose request is under way → what puts its buttons back.
  let focusNext = ""; // The id of the control that gets the focus when the part of the page has changed.

  const scoreOf = (form) => form.querySelector("output");
  const pressed = (button) => button.getAttribute("aria-pressed") === "true";
  const press = (button, isPressed) => button.setAttribute("aria-pressed", String(isPressed));

  // What a vote is worth that these buttons show.
  function worth(buttons) {
    return buttons.reduce((sum, button) => sum + (pressed(button) ? (button.id.endsWith("-up") ? 1 : -1) : 0), 0);
  }

  // Shows the state that the press will bring, and remembers the one before.
  function foresee(form, button) {
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const buttons = [...form.querySelectorAll("[aria-pressed]")];
    const before = buttons.map(pressed);
    const score = scoreOf(form);
    const [number, vote] = [score?.textContent, worth(buttons)];
    for (const other of buttons) press(other, other === button && !pressed(button));
    if (score) score.textContent = String(Number(number) + worth(buttons) - vote);
    undone.set(form, () => {
      buttons.forEach((other, at) => press(other, before[at]));
      if (score) score.textContent = number;
    });
  }

  function putBack(form) {
    undone.get(form)?.();
    undone.delete(form);
  }

  const placeFor = (element) => element.closest("[data-acts]")?.querySelector(".said") ?? document.getElementById("news");

  function say(element, sentence) {
    const line = document.createElement("p");
    line.className = "refused";
    line.textContent = sentence;
    placeFor(element).replaceChildren(line);
  }

  function reason(status) {
    if (status === 404 || status === 410) return words.gone;
    return status === 429 ? words.busy : words.broken;
  }

  // A sentence from the server is shown; a page that a redirect led to is opened.
  function beforeSwap(event) {
    const { xhr, elt } = event.detail;
    const asked = new URL(event.detail.pathInfo.finalRequestPath, location.href);
    const reached = new URL(xhr.responseURL || asked, location.href);
    if (xhr.status < 300 && reached.pathname !== asked.pathname) {
      event.detail.shouldSwap = false;
      location.assign(reached);
    } else if (xhr.getResponseHeader("HX-Retarget")) {
      focusNext = "";
    } else if (xhr.status >= 400) {
      putBack(elt);
      if (xhr.status !== 400 && xhr.status !== 403) return;
      event.detail.shouldSwap = true;
      event.detail.isError = false;
      event.detail.target = placeFor(elt);
      event.detail.swapOverride = "innerHTML";
      focusNext = "";
    }
  }

  function failed(event) {
    const { elt, xhr } = event.detail;
    putBack(elt);
    if (elt.id !== "news") say(elt, xhr?.status ? reason(xhr.status) : words.offline);
  }

  function succeeded(event) {
    const { elt, xhr, successful } = event.detail;
    if (!successful || xhr.getResponseHeader("HX-Retarget")) return;
    undone.delete(elt);
    if ("clears" in elt.dataset) {
      elt.reset();
      elt.closest("details").open = false;
    }
  }

  // The focus goes where the act wants it, and of a form that came back to what is wrong with it.
  function settled(event) {
    document.getElementById(focusNext)?.focus({ preventScroll: true });
    focusNext = "";
    if (document.activeElement !== document.body) return;
    event.target.querySelector("[aria-invalid=true], [role=alert] a, [role=alert] button")?.focus();
  }

  function showNew() {
    const fresh = [...document.querySelectorAll(".new:not(.seen)")];
    for (const part of fresh) part.classList.add("seen");
    fresh[0]?.focus();
  }

  document.body.addEventListener("htmx:beforeRequest", (event) => {
    const { elt } = event.detail;
    if (elt.dataset.focus) focusNext = elt.dataset.focus;
    if ("act" in elt.dataset) foresee(elt, event.detail.requestConfig.triggeringEvent?.submitter);
  });
  document.body.addEventListener("htmx:beforeSwap", beforeSwap);
  document.body.addEventListener("htmx:responseError", failed);
  document.body.addEventListener("htmx:sendError", failed);
  document.body.addEventListener("htmx:timeout", failed);
  document.body.addEventListener("htmx:afterRequest", succeeded);
  document.body.addEventListener("htmx:afterSettle", settled);

  // A form that was brought in goes again.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-closes]");
    const opened = link && document.getElementById(link.dataset.closes);
    if (!opened || !document.getElementById(link.dataset.focus)) return;
    event.preventDefault();
    opened.replaceChildren();
    document.getElementById(link.dataset.focus).focus();
  });

  // News: looked for while the page is seen; what is new is brought when its button is pressed.
  const look = () => {
    const news = document.getElementById("news");
    if (news && document.visibilityState === "visible") htmx.trigger(news, "look");
  };
  setInterval(look, LOOK_EVERY);
  document.addEventListener("visibilitychange", look);
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (!("showsNew" in event.detail.elt.dataset) || !event.detail.successful) return;
    requestAnimationFrame(showNew);
  });
})();
