// Beside simcord's own script, in each view of the local table.
"use strict";
const view = document.querySelector("meta[name=local-view]");

// simcord's page looks for its key behind the #.
history.replaceState(null, "", `#${view.content}`);

// The last answers to the page, newest first.
const told = [];
const plainFetch = window.fetch;
window.fetch = async (...request) => {
  let answer = await plainFetch(...request);
  if ([401, 410].includes(answer.status)) reload();
  if (["/api/state", "/api/pages"].includes(request[0]) && answer.ok) {
    told.unshift(await answer.clone().json());
    told.splice(3);
  }
  while (request[0] === "/api/action" && await isOutdated(answer)) {
    const again = await asOfNow(...request);
    if (!again) break;
    answer = await plainFetch(...again);
  }
  return answer;
};

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
  if (!part || typeof part !== "object") return [];
  const own = part.control_key ? [part] : [];
  return [...own, ...Object.values(part).flatMap(controls)];
}

// Links into Discord lead to this seat's view of the same place.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='https://discord.com/channels/']");
  if (!link) return;
  event.preventDefault();
  event.stopPropagation();
  const channel = new URL(link.href).pathname.split("/")[3] || "";
  location.assign(view.dataset.to + channel);
}, true);

// A conversation is read from its end, and an answer to a press appears there.
document.addEventListener("DOMContentLoaded", () => {
  const timeline = document.getElementById("channel-timeline");
  const list = document.getElementById("channel-message-list");
  const newest = () => list.lastElementChild?.dataset.messageId;
  const toEnd = () => requestAnimationFrame(() => { timeline.scrollTop = timeline.scrollHeight; });
  let seen;
  let following = true;
  timeline.addEventListener("click", (event) => {
    if (event.target.closest("button, [role=option]")) following = true;
  }, true);
  timeline.addEventListener("wheel", () => { following = false; }, { passive: true });
  timeline.addEventListener("touchmove", () => { following = false; }, { passive: true });
  new MutationObserver(() => {
    if (newest() === seen) return;
    seen = newest();
    if (following) toEnd();
  }).observe(list, { childList: true });
  new ResizeObserver(() => { if (following) toEnd(); }).observe(list);
});
