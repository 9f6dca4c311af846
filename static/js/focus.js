// Where the keyboard goes when the banner comes or goes.

export function followBanner() {
  document.addEventListener("htmx:after:settle", (event) => {
    if (event.target.id !== "banner") return;
    const choice = event.target.querySelector(".main");
    if (choice) {
      if (!event.target.contains(document.activeElement)) choice.focus({ preventScroll: true });
    } else if (document.activeElement === document.body) {
      document.querySelector("#play").focus({ preventScroll: true });
    }
  });
}
