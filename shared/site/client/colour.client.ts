/** What code is made of: strings, numbers, words of a language, comments. */
const TOKENS = {
  str: /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'/,
  note: /(?<=^|\s)(?:#|\/\/)[^\n]*/,
  num: /\b\d[\d_.]*\b/,
  lit: /\b(?:true|false|null|None|nil|import|from|const|let|var|new|await|async|return|def|class|with|as|for|in|if|else|try|func|package|public|static|final|void|curl|npm|pip|go)\b/,
};

const tokens = new RegExp(
  Object.entries(TOKENS)
    .map(([name, { source }]) => `(?<${name}>${source})`)
    .join("|"),
  "gm",
);

/** Colours all code, also what comes later. It marks ranges of text, so what is copied is the text alone. */
export function startColouring(): void {
  if (!("highlights" in CSS)) return;
  let isDue = false;
  const draw = () => {
    isDue = false;
    const highlights = Object.fromEntries(Object.keys(TOKENS).map((name) => [name, new Highlight()]));
    for (const code of document.querySelectorAll("pre code"))
      for (const match of code.textContent.matchAll(tokens)) {
        const [name = ""] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
        highlights[name]?.add(rangeIn(code, match.index, match.index + match[0].length));
      }
    for (const [name, ranges] of Object.entries(highlights)) CSS.highlights.set(name, ranges);
  };
  new MutationObserver(() => {
    if (!isDue) requestAnimationFrame(draw);
    isDue = true;
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  draw();
}

function rangeIn(code: Element, from: number, to: number): Range {
  const range = new Range();
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  for (let at = 0, node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node as Text;
    if (from >= at && from <= at + length) range.setStart(node, from - at);
    if (to >= at && to <= at + length) {
      range.setEnd(node, to - at);
      break;
    }
    at += length;
  }
  return range;
}
