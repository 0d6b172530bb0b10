/** Metadata may make an event's body long, and a page has at most 60 KB. */
const MAX_CHARACTERS = 5_000;

/** At most `most` characters of HTML, in which a quote has six. */
export function shortened(text: string, most = MAX_CHARACTERS): string {
  let end = 0;
  let left = most;
  while (end < text.length && left > 0) left -= ESCAPED[text.charAt(end++)] ?? 1;
  return end < text.length ? `${text.slice(0, end)}\n… (shortened)` : text;
}

const ESCAPED: Readonly<Record<string, number>> = { '"': 6, "&": 5, "<": 4 };

/** A text to copy. Without JavaScript, it is selected by hand. */
export const CopyBox = ({ label, text }: { label: string; text: string }) => (
  <figure class="copy">
    <figcaption>{label}</figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls, also by the keyboard */}
    <pre tabIndex={0}>
      <code>{shortened(text)}</code>
    </pre>
    <button type="button" class="small js-only" data-copy>
      Copy<span class="quiet"> {label}</span>
    </button>
  </figure>
);
