const WAIT_MS = 200;

/** The box of the frame: `/` and Ctrl+K open it, and it shows offers while one types. */
export function startFinding(box: HTMLInputElement): void {
  const offers = document.createElement("div");
  offers.className = "offered";
  box.after(offers);
  let timer: number | undefined;
  let latest = "";
  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => show(box.value.trim()), WAIT_MS);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") offers.replaceChildren();
  });
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, target } = event;
    const isTyping = target instanceof HTMLElement && target.matches("input, textarea, select");
    if (!(key === "k" && (ctrlKey || metaKey)) && !(key === "/" && !isTyping)) return;
    event.preventDefault();
    box.focus();
  });

  async function show(text: string): Promise<void> {
    latest = text;
    if (text.length < 2) return offers.replaceChildren();
    const address = `${box.form?.action}?q=${encodeURIComponent(text)}`;
    const answer = await fetch(address).catch(() => undefined);
    if (!answer?.ok || answer.redirected || latest !== text) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const list = page.querySelector("[data-offers]");
    offers.replaceChildren(...(list ? [list] : []));
  }
}
