import { find } from "./find.client.ts";

/** Copies the code beside a button. */
export function startCopying(button: HTMLElement, said: HTMLElement): void {
  button.addEventListener("click", async () => {
    const code = find("code", button.parentNode);
    let word = "Copied";
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      word = "Press Ctrl+C";
      getSelection()?.selectAllChildren(code);
    }
    button.textContent = said.textContent = word;
    setTimeout(() => {
      button.textContent = "Copy";
      said.textContent = "";
    }, 2000);
  });
}
