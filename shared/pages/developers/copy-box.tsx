/** A text to copy. Without JavaScript, it is selected by hand. */
export const CopyBox = ({ label, text }: { label: string; text: string }) => (
  <figure class="copy">
    <figcaption>{label}</figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls, also by the keyboard */}
    <pre tabIndex={0}>
      <code>{text}</code>
    </pre>
    <button type="button" class="small js-only" data-copy>
      Copy<span class="quiet"> {label}</span>
    </button>
  </figure>
);
