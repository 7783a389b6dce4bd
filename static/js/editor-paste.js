// What is pasted or dropped into a text: pictures are uploaded, code and logs are offered a code block.
"use strict";

(() => {
  const LINES_MIN = 3;
  const LOG = /^Traceback \(most recent call last\)|^\s*File "[^"]+", line \d+|^\s*(?:[\w.]+)?(?:Error|Exception)\b.*:|^\[(?:ERROR|CRITICAL|WARNING|INFO|DEBUG)\]|^\s+at [\w.$<>]+\(|^\d{4}-\d\d-\d\d[ T]\d\d:\d\d|^[EWIF]\d{4} \d\d:|^#\d+\s+0x/m;
  const CODE_LINE = /^(?:\s{2,}\S|\t)|[;{}]\s*$|^\s*(?:def|class|import|from|for|while|if|elif|else|try|except|with|return|print|async|@\w+)\b.*[:(.=]?|^\s*[\w.[\]]+\s*(?:=|\+=|\()[^=]|^[$>]{1,3} \S|^\s*(?:#|\/\/)/;
  const PYTHON = /^\s*(?:def |class |import |from \S+ import |@\w+)/m;
  const PICTURES = "image/png,image/jpeg,image/webp,image/gif";

  let count = 0;

  const isLog = (text) => LOG.test(text);
  function isCode(text) {
    const all = text.split("\n").filter((line) => line.trim());
    const code = all.filter((line) => CODE_LINE.test(line)).length;
    return all.length >= LINES_MIN && (isLog(text) || code / all.length >= 0.6);
  }
  const languageOf = (text) => (isLog(text) ? "text" : PYTHON.test(text) ? "python" : "");

  // Offers the code block until it is taken, refused, or the pasted text is changed.
  function offerFence(area, box) {
    const asked = box.querySelector(".offer .asked");
    let pasted = null;

    function close() {
      pasted = null;
      asked.hidden = true;
    }

    function take() {
      if (!pasted) return false;
      const { start, text } = pasted;
      close();
      editing.fence(area, start, start + text.length, languageOf(text));
      const end = area.value.indexOf("\n", area.selectionEnd + 1) + 1 || area.value.length;
      area.setSelectionRange(end, end); // Below the block, where writing goes on.
      return true;
    }

    area.addEventListener("paste", (event) => {
      const text = (event.clipboardData?.getData("text/plain") ?? "").replace(/\r\n?/g, "\n");
      const start = area.selectionStart;
      if (!isCode(text) || editing.isInFence(area.value, start)) return;
      // The paste itself comes after this event.
      setTimeout(() => {
        if (area.value.slice(start, start + text.length) !== text) return;
        pasted = { start, text };
        asked.hidden = false;
      });
    });
    area.addEventListener("input", (event) => {
      if (pasted && event.inputType !== "insertFromPaste") close();
    });
    area.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && pasted) close();
    });
    area.addEventListener("editor:fence", (event) => {
      if (take()) event.preventDefault();
    });
    asked.addEventListener("click", (event) => {
      const act = event.target.closest("button")?.dataset.act;
      if (act === "fence") take();
      if (act === "leave") close();
      if (act) area.focus();
    });
  }

  // The picture's name as text: what would end the brackets is left out.
  const altOf = (file) => file.name.replace(/\.\w+$/, "").replace(/[[\]()!\\`\n]/g, " ").trim() || editing.say("picture");

  async function sent(file, form) {
    const data = new FormData();
    data.append("image", file);
    const headers = { "X-CSRFToken": form.elements.csrfmiddlewaretoken.value };
    const response = await fetch(editing.upload, { method: "POST", body: data, headers });
    if (response.redirected) return { error: editing.say("sign-in") };
    return response.headers.get("content-type")?.includes("json") ? response.json() : { error: editing.say("no-upload") };
  }

  // Puts `text` where the placeholder stands now; the caret stays where the person is typing.
  function fill(area, placeholder, text) {
    const at = area.value.indexOf(placeholder);
    if (at < 0) return;
    const shift = (place) => (place > at ? Math.max(at + text.length, place + text.length - placeholder.length) : place);
    const { selectionStart: from, selectionEnd: to } = area;
    const focused = document.activeElement;
    editing.replace(area, at, at + placeholder.length, text, shift(from), shift(to));
    focused?.focus({ preventScroll: true });
  }

  function acceptPictures(area, box) {
    const told = box.querySelector(".told");
    const tell = (text, isError = false) => {
      told.textContent = text;
      told.classList.toggle("error", isError);
    };
    let running = 0;

    async function upload(file) {
      count += 1;
      const placeholder = `![${editing.say("uploading")} ${count}]()`;
      const { selectionStart: start, selectionEnd: end } = area;
      const selected = area.value.slice(start, end);
      editing.replace(area, start, end, placeholder);
      tell(editing.say("uploading"));
      running += 1;
      const done = await sent(file, area.form).catch(() => ({ error: editing.say("no-upload") }));
      running -= 1;
      fill(area, placeholder, done.address ? `![${altOf(file)}](${done.address})` : selected);
      tell(done.error ?? editing.say("uploaded"), Boolean(done.error));
    }

    async function take(files) {
      if (!area.form.elements.draft?.dataset.owner) {
        tell(editing.say("sign-in"), true);
        return;
      }
      for (const file of files) await upload(file);
    }

    const picturesIn = (transfer) => [...(transfer?.files ?? [])].filter((file) => file.type.startsWith("image/"));
    function onTransfer(event) {
      const transfer = event.clipboardData ?? event.dataTransfer;
      const files = picturesIn(transfer);
      // A spreadsheet or a web page brings a picture of itself along; its text is what was meant.
      if (!files.length || (event.type === "paste" && transfer.getData("text/plain"))) return;
      event.preventDefault();
      box.classList.remove("dropping");
      take(files);
    }
    const isFiles = (event) => event.dataTransfer?.types.includes("Files");

    area.addEventListener("paste", onTransfer);
    area.addEventListener("drop", onTransfer);
    area.addEventListener("dragover", (event) => {
      if (!isFiles(event)) return;
      event.preventDefault();
      box.classList.add("dropping");
    });
    area.addEventListener("dragleave", () => box.classList.remove("dropping"));
    area.addEventListener("editor:picture", () => {
      const chooser = document.createElement("input");
      chooser.type = "file";
      chooser.accept = PICTURES;
      chooser.multiple = true;
      chooser.addEventListener("change", () => take([...chooser.files]));
      chooser.click();
    });
    const onSubmit = (event) => {
      if (!running || event.target !== area.form) return;
      editing.block(event);
      tell(editing.say("wait"), true);
    };
    document.addEventListener("submit", onSubmit, { capture: true });
  }

  document.addEventListener("editor:ready", ({ detail: { area, box } }) => {
    offerFence(area, box);
    acceptPictures(area, box);
  });
})();
