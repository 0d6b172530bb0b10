import { find } from "./find.client.ts";

/** Copies the code beside a button. A screen reader says what `said` holds, if the page has it. */
export function startCopying(button: HTMLElement, said?: HTMLElement): void {
  const words = button.innerHTML;
  const say = (word: string) => {
    if (said) said.textContent = word;
  };
  button.addEventListener("click", async () => {
    const code = find("code", button.parentNode);
    let word = "Copied";
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      word = "Press Ctrl+C";
      getSelection()?.selectAllChildren(code);
    }
    button.textContent = word;
    say(word);
    setTimeout(() => {
      button.innerHTML = words;
      say("");
    }, 2000);
  });
}
