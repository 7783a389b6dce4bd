// What is typed into a form is kept: a member's on the server, a stranger's in this browser, which also helps out when
// the server cannot be reached. No window overwrites what another one has saved without a word.
"use strict";

(() => {
  const SAVE_AFTER = 3000; // Milliseconds after a change.
  const KEEPALIVE_MAX = 60_000; // Bytes that a browser still sends for a page that is going away.
  const NOT_TYPED = new Set(["csrfmiddlewaretoken", "draft", "guides"]);

  const started = new WeakSet();

  class FormDraft {
    constructor(form, field) {
      this.form = form;
      this.field = field;
      this.owner = field.dataset.owner;
      this.path = new URL(form.action).pathname;
      this.key = `draft:${this.path}`;
      this.timer = null;
      this.flight = null;
      this.isStopped = false;
    }

    get typed() {
      const given = [...new FormData(this.form)].filter(([name, value]) => !NOT_TYPED.has(name) && typeof value === "string");
      return Object.fromEntries(given.map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]));
    }

    // The browser's own copy; storage may be switched off or full.
    get local() {
      try {
        const kept = JSON.parse(localStorage.getItem(this.key));
        return kept && (kept.owner === this.owner || kept.owner === "") ? kept : null;
      } catch {
        return null;
      }
    }

    keepLocal() {
      const typed = this.typed;
      if (!this.owner && !typed.body?.trim()) {
        this.dropLocal();
        return;
      }
      try {
        localStorage.setItem(this.key, JSON.stringify({ owner: this.owner, base: this.field.value, typed }));
        this.showSaved();
      } catch {
        // Nothing more can be done: the text is still in the form.
      }
    }

    dropLocal() {
      try {
        localStorage.removeItem(this.key);
      } catch {
        // There is none either.
      }
    }

    part(name) {
      return this.form.querySelector(name);
    }

    showSaved() {
      const saved = this.part(".saved-at");
      if (saved) saved.hidden = false;
    }

    later() {
      this.isStopped = this.isStopped && !this.part(".conflict").hidden;
      const saved = this.part(".saved-at");
      if (saved) saved.hidden = true;
      this.timer ??= setTimeout(() => this.save(), SAVE_AFTER);
    }

    stop() {
      clearTimeout(this.timer);
      this.timer = null;
      this.isStopped = true;
      this.flight?.abort();
    }

    async save(isLeaving = false) {
      clearTimeout(this.timer);
      this.timer = null;
      if (this.isStopped || !this.form.isConnected) return;
      if (!this.owner) {
        this.keepLocal();
      } else if (this.flight) {
        this.timer = setTimeout(() => this.save(), SAVE_AFTER);
      } else {
        this.flight = new AbortController();
        await this.send(isLeaving).catch(() => this.isStopped || this.keepLocal());
        this.flight = null;
      }
    }

    async send(isLeaving) {
      const body = new URLSearchParams([...new FormData(this.form)].filter(([, value]) => typeof value === "string"));
      body.set("form", this.path);
      const keepalive = isLeaving && body.toString().length < KEEPALIVE_MAX;
      if (isLeaving && !keepalive) this.keepLocal();
      const response = await fetch(this.field.dataset.save, { method: "POST", body, keepalive, signal: this.flight.signal });
      const said = response.headers.get("content-type")?.includes("json") ? await response.json() : {};
      if (response.ok && said.revision !== undefined) {
        this.field.value = said.revision;
        this.dropLocal();
        this.showSaved();
      } else {
        this.keepLocal();
        if (response.status === 409) this.ask({ keep: () => this.keepMine(said.revision), other: () => location.reload() });
      }
    }

    keepMine(revision) {
      this.field.value = revision;
      this.isStopped = false;
      this.save();
    }

    // Two texts differ: the person says which one it is to be.
    ask(answers) {
      const box = this.part(".conflict");
      this.stop();
      box.hidden = false;
      box.onclick = (event) => {
        const answer = answers[event.target.closest("button")?.dataset.act];
        if (!answer) return;
        box.hidden = true;
        answer();
      };
    }

    fill(typed) {
      for (const [name, value] of Object.entries(typed)) {
        const field = this.form.elements[name];
        if (field instanceof HTMLElement && "value" in field) field.value = value;
      }
      this.form.dispatchEvent(new Event("input", { bubbles: true }));
    }

    // What this browser kept is newer than the form unless another window has saved since.
    restore() {
      const kept = this.local;
      if (!kept) return;
      const now = this.typed;
      const isSame = Object.entries(kept.typed).every(([name, value]) => !(name in now) || now[name] === value);
      if (isSame || "bound" in this.field.dataset) {
        this.dropLocal();
      } else if (kept.base === this.field.value) {
        this.part(".restored").hidden = false;
        this.fill(kept.typed);
      } else {
        this.ask({
          keep: () => {
            this.isStopped = false;
            this.dropLocal();
          },
          other: () => {
            this.isStopped = false;
            this.fill(kept.typed);
          },
        });
      }
    }

    onSubmit() {
      this.stop();
      if (this.owner) this.dropLocal();
    }

    // The button's own form, whatever else its submission would do: the page opens again without the text.
    discard(event) {
      event.preventDefault();
      this.stop();
      this.dropLocal();
      const said = document.createElement("input");
      said.type = "hidden";
      said.name = "discard";
      said.value = "1";
      this.form.append(said);
      HTMLFormElement.prototype.submit.call(this.form);
    }

    begin() {
      this.form.addEventListener("input", () => this.later());
      this.form.addEventListener("change", () => this.later());
      // Before htmx, which sends the form itself.
      this.form.addEventListener("submit", () => this.onSubmit(), { capture: true });
      this.form.addEventListener("htmx:beforeRequest", (event) => event.target === this.form && this.onSubmit());
      this.form.addEventListener("reset", () => setTimeout(() => (this.field.value = 0)));
      this.part("[name=discard]").addEventListener("click", (event) => this.discard(event));
      document.addEventListener("visibilitychange", () => {
        if (document.hidden && this.timer) this.save(true);
      });
      this.restore();
    }
  }

  function start(root) {
    root.querySelectorAll("input[name=draft][data-save]").forEach((field) => {
      if (started.has(field)) return;
      started.add(field);
      new FormDraft(field.form, field).begin();
    });
  }

  document.addEventListener("DOMContentLoaded", () => start(document));
  document.addEventListener("htmx:load", (event) => start(event.target));
})();
