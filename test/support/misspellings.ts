const CHARACTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.,\n\té"];

/** Every text that differs from `text` in one character, from a place on: a changed, added or missing one. */
export function* misspellings(text: string, from = 0): Generator<string> {
  for (let at = from; at <= text.length; at++) {
    const before = text.slice(0, at);
    const after = text.slice(at);
    for (const character of CHARACTERS) {
      yield before + character + after;
      if (after !== "" && !after.startsWith(character)) yield before + character + after.slice(1);
    }
    if (after !== "") yield before + after.slice(1);
  }
  yield `${text}==`;
}
