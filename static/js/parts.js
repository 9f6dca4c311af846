// An answer brings all parts of the page. Most of them only repeat what is there, and to see that in the
// text is far quicker than to build them, go through them and change nothing.

const PART = /<hx-partial hx-target="([^"]+)"[^]*?<\/hx-partial>/g;
// What the page itself changes, or has to show or say once more.
const ALWAYS = ["#tiles", "#moment", "#status"];

export function leaveOutWhatIsThere(root) {
  const there = new Map();
  root.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    ctx.parts = new Map();
    ctx.text = ctx.text.replace(PART, (part, target) => {
      ctx.parts.set(target, part);
      return part === there.get(target) && !ALWAYS.includes(target) ? "" : part;
    });
  });
  root.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    for (const [target, part] of ctx.parts) there.set(target, part);
  });
}
