// Beside simcord's own script, in each view of the local table.
"use strict";
const view = document.querySelector("meta[name=local-view]");

// simcord's page looks for its key behind the #.
history.replaceState(null, "", `#${view.content}`);

// The last answers to the page, newest first.
const told = [];

// Whether a press is under way, and the revision at which simcord gave up waiting for an answer.
let atWork = false;
let late = 0;
const plainFetch = window.fetch;
window.fetch = async (...request) => {
  const acts = request[0] === "/api/action";
  if (acts) say("working");
  let answer;
  try {
    answer = await plainFetch(...request);
  } catch (fault) {
    if (fault.name !== "AbortError") say("lost");
    throw fault;
  }
  if ([401, 410].includes(answer.status)) reload();
  if (["/api/state", "/api/pages"].includes(request[0]) && answer.ok) {
    told.unshift(await answer.clone().json());
    told.splice(3);
    if (told[0].publishedRevision !== told[1]?.publishedRevision) renewBar();
    if (!atWork && told[0].publishedRevision > late) say("");
  }
  while (request[0] === "/api/action" && await isOutdated(answer)) {
    const again = await asOfNow(...request);
    if (!again) break;
    answer = await plainFetch(...again);
  }
  if (acts) {
    const receipt = answer.ok ? await answer.clone().json() : {};
    late = receipt.settlement === "timeout" ? receipt.revision : 0;
    say(late ? "late" : "");
  }
  return answer;
};

// The decider and the list of games change while the page is open.
async function renewBar() {
  let answer;
  try {
    answer = await plainFetch(location.pathname);
  } catch {
    return; // the page's own requests report a lost connection, and retry
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const bar = document.getElementById("local-bar");
  const now = page.getElementById("local-bar");
  if (now && now.outerHTML !== bar.outerHTML) bar.replaceWith(now);
}

// What the page is at, in the words that came with it; "" for nothing.
function say(state) {
  const status = document.getElementById("local-status");
  atWork = state === "working";
  status.textContent = status.dataset[state] ?? "";
  status.hidden = !state;
}

// After a restart of the program, or a long sleep of the page, its key is no longer valid: the page
// reloads, but not again and again.
function reload() {
  const last = Number(sessionStorage.getItem("reloaded") || 0);
  if (Date.now() - last > 5000) {
    sessionStorage.setItem("reloaded", String(Date.now()));
    location.reload();
  }
}

// simcord refuses a press if anything on the page changed since the browser last asked. On Discord
// a press counts while its button is there: so the press is sent again.
async function isOutdated(answer) {
  if (!answer.ok) return false;
  const receipt = await answer.clone().json();
  return receipt.rejected && receipt.diagnostics.some((each) => each.code === "stale-revision");
}

// The same press on the page as it is now; null if its button is gone.
async function asOfNow(path, options) {
  if (typeof options.body !== "string") return null;
  const action = JSON.parse(options.body);
  const seen = told.find((each) => each.publishedRevision === action.published_revision);
  const { "Content-Type": _, ...headers } = options.headers;
  const answer = await plainFetch("/api/state", { headers, cache: "no-store" });
  if (!seen || !answer.ok) return null;
  const now = await answer.json();
  if (action.control_key) {
    const pressed = controls(seen.messages).find((each) => each.control_key === action.control_key);
    const same = controls(now.messages[action.target_id]).find((each) => (
      each.custom_id === pressed?.custom_id && !each.disabled
    ));
    if (!same) return null;
    action.control_key = same.control_key;
  }
  action.published_revision = now.publishedRevision;
  return [path, { ...options, body: JSON.stringify(action) }];
}

// All buttons and menus in a part of an answer.
function controls(part) {
  return parts(part).filter((each) => each.control_key);
}

// A part of an answer and all parts of it, in their order.
function parts(part) {
  if (!part || typeof part !== "object") return [];
  return [part, ...Object.values(part).flatMap(parts)];
}

// Whether a message has a button or a menu of the game with that number.
function isOf(message, game) {
  return controls(told[0]?.messages[message.dataset.messageId])
    .some((each) => each.custom_id?.startsWith(`te:${game}:`));
}

// Links into Discord, and channels that a message names, lead to this seat's view of the same place.
function leadHere(message) {
  for (const link of message.querySelectorAll("a[href^='https://discord.com/channels/']")) {
    link.href = view.dataset.to + (new URL(link.href).pathname.split("/")[3] || "");
    link.removeAttribute("target");
  }
  const named = parts(told[0]?.messages[message.dataset.messageId]?.content_tokens)
    .filter((part) => part.type === "mention");
  message.querySelectorAll(".message-content .mention").forEach((mention, at) => {
    if (named[at]?.kind !== "channel" || mention.querySelector("a")) return;
    const link = document.createElement("a");
    link.href = view.dataset.to + named[at].id;
    link.append(...mention.childNodes);
    mention.append(link);
  });
}

// A message is read from its first line. An answer to a press is below, or in its own place.
document.addEventListener("DOMContentLoaded", () => {
  const timeline = document.getElementById("channel-timeline");
  const list = document.getElementById("channel-message-list");
  let newest;
  let read;
  let landed = false;
  // The question: the last message with buttons, of the wanted game if it has one. An answer that
  // only its reader sees counts only if it has a blue button.
  const game = new URLSearchParams(location.search).get("game");
  const question = () => {
    const asking = [...list.querySelectorAll("[data-message-id]:has(button.component-button)")]
      .filter((each) => each.matches(":has(.button-style-1), :not(:has(.message-ephemeral-note))"));
    return asking.findLast((each) => isOf(each, game))
      ?? asking.at(-1) ?? list.lastElementChild;
  };
  // On a narrow screen the picture shrinks so that text and first button are visible too, unless
  // it would become too small.
  const makeRoom = (message, shown) => {
    const picture = message.querySelector(".attachment-image")?.getBoundingClientRect();
    const button = message.querySelector(".component-button")?.getBoundingClientRect();
    if (!picture || !button) return;
    const others = picture.top - message.getBoundingClientRect().top + button.bottom - picture.bottom;
    const room = Math.floor(shown.height - others - 8);
    message.style.setProperty("--room", room < 320 ? "none" : `${room}px`);
  };
  const toRead = () => requestAnimationFrame(() => {
    if (!read?.isConnected) return;
    const shown = timeline.getBoundingClientRect();
    makeRoom(read, shown);
    const message = read.getBoundingClientRect();
    const below = read === newest ? list.getBoundingClientRect().bottom : message.bottom;
    timeline.scrollTop += Math.min(message.top - shown.top, below - shown.bottom);
  });
  // Open a picture in its own size, which is larger; simcord would fit it into the page.
  document.addEventListener("click", ({ target }) => {
    if (!target.closest(".media-lightbox-trigger")) return;
    document.querySelector(".media-lightbox[open] [aria-label='Zoom image']")?.click();
  });
  timeline.addEventListener("click", (event) => {
    const button = event.target.closest("button, [role=option]");
    landed = true;
    if (button) read = button.closest("[data-message-id]") ?? newest;
  }, true);
  for (const moved of ["wheel", "touchmove"]) {
    timeline.addEventListener(moved, () => { landed = true; read = null; }, { passive: true });
  }
  new MutationObserver(() => {
    list.querySelectorAll("[data-message-id]").forEach(leadHere);
    const last = list.lastElementChild;
    if (!last) return;
    if (!landed) read = question();
    else if (read && last.dataset.messageId !== newest?.dataset.messageId) read = last;
    newest = last;
    toRead();
  }).observe(list, { childList: true, subtree: true });
  // simcord restores its own scroll position at each change of size, and after drawing.
  const resized = new ResizeObserver(toRead);
  [list, timeline].forEach((each) => resized.observe(each));
  const app = document.getElementById("preview-app");
  new MutationObserver(toRead).observe(app, { attributeFilter: ["aria-busy"] });
});

// Discord suggests as soon as a command's field is there; simcord asks once something is written.
document.addEventListener("focusin", ({ target }) => {
  if (target.matches(".command-option-input[role=combobox]") && !target.value) {
    target.dispatchEvent(new Event("input", { bubbles: true }));
  }
});
