import { find } from "./find.client.ts";

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
    // The button of an id is a picture, which a word would push aside.
    if (words !== "") button.textContent = word;
    button.classList.add("done");
    say(word);
    setTimeout(() => {
      button.classList.remove("done");
      button.innerHTML = words;
      say("");
    }, 2000);
  });
}
