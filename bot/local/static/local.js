// Beside simcord's own script, in each view of the local table.
"use strict";
const view = document.querySelector("meta[name=local-view]");

// simcord's page looks for its key behind the #.
history.replaceState(null, "", `#${view.content}`);

// When the program has been started again, or the page slept too long, its key is no good any
// more: the page loads itself anew, but not again and again.
const plainFetch = window.fetch;
window.fetch = async (...request) => {
  const answer = await plainFetch(...request);
  if ([401, 410].includes(answer.status)) {
    const last = Number(sessionStorage.getItem("reloaded") || 0);
    if (Date.now() - last > 5000) {
      sessionStorage.setItem("reloaded", String(Date.now()));
      location.reload();
    }
  }
  return answer;
};

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
