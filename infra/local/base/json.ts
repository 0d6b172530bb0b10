/** The value of a text. Undefined: it is not JSON, such as a line that `kill -9` tore. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
