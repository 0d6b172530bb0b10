type Stop = readonly [kind: "ok" | "bad" | "back" | "now", text: string, aside: string];

/** A short timeline. `now`: what has not happened yet. */
export const Stops = ({ of }: { of: readonly Stop[] }) => (
  <ol class="line">
    {of.map(([kind, text, aside]) => (
      <li key={text} class={kind}>
        <span>{text}</span>
        <span>{aside}</span>
      </li>
    ))}
  </ol>
);
