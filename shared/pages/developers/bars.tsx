/** One bar of a chart, with its values by kind. */
export type Bar = { label: string; parts: Partial<Record<Kind, number>> };
type Kind = "ok" | "client" | "server";

const WORDS: Record<Kind, string> = { ok: "succeeded", client: "failed", server: "server errors" };

/** The colours of a chart's kinds, with their sums. */
export const Legend = ({ sums }: { sums: Readonly<Record<Kind, number>> }) => (
  <ul class="legend">
    {(Object.keys(WORDS) as Kind[]).map((kind) => (
      <li key={kind}>
        <svg class="bars" viewBox="0 0 10 10" aria-hidden="true" focusable="false">
          <rect class={kind} width="10" height="10" rx="2" />
        </svg>
        {sums[kind].toLocaleString("en-US")} {WORDS[kind]}
      </li>
    ))}
  </ul>
);

type BarsProps = {
  bars: readonly Bar[];
  kinds: readonly Kind[];
  /** The least value of the height. */
  top?: number;
  /** The labels of the two ends of the axis. */
  ends: readonly [first: string, last: string];
  /** A bar in words, which the pointer shows. */
  say: (bar: Bar) => string;
  /** The title of the table for screen readers, on a page that has no other. */
  title?: string;
};

const [WIDTH, HEIGHT] = [240, 64];

const sumOf = ({ parts }: Bar): number => Object.values(parts).reduce((sum, n) => sum + n, 0);

/** A bar chart. A bar below zero hangs from the line. The table has the bars that are not empty. */
export const Bars = ({ title, bars, kinds, top = 0, ends, say }: BarsProps) => {
  const sums = bars.map(sumOf);
  const [most, least] = [Math.max(top, ...sums, 1), Math.min(0, ...sums)];
  const scale = (HEIGHT - 4) / (most - least);
  const zero = HEIGHT - 1 + least * scale;
  const step = WIDTH / bars.length;
  return (
    <>
      <svg
        class="bars plot"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <path class="axis" d={`M0 ${round(zero)}H${WIDTH}`} />
        {bars.map((bar, i) => (
          <g key={i}>
            <title>{`${bar.label}: ${say(bar)}`}</title>
            <Stack {...{ bar, kinds, scale, zero }} x={i * step + 1} width={step - 2} />
          </g>
        ))}
      </svg>
      <p class="hours fine" aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
      {title && (
        <div class="quiet">
          <table>
            <caption>{title}</caption>
            <tbody>
              {bars.map((bar, i) =>
                sums[i] === 0 ? null : (
                  <tr key={bar.label}>
                    <th scope="row">{bar.label}</th>
                    <td>{say(bar)}</td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
};

type StackProps = { bar: Bar; kinds: readonly Kind[]; scale: number; zero: number; x: number; width: number };

const Stack = ({ bar, kinds, scale, zero, x, width }: StackProps) => {
  let y = zero;
  return kinds.map((kind) => {
    const n = bar.parts[kind] ?? 0;
    const height = n === 0 ? 0 : Math.max(2, Math.abs(n) * scale);
    y -= n > 0 ? height : 0;
    return n === 0 ? null : (
      <rect
        key={kind}
        class={n < 0 ? "server" : kind}
        x={round(x)}
        y={round(y)}
        width={round(width)}
        height={round(height)}
      />
    );
  });
};

/** The counts of a bar in words. */
export const countsInWords =
  (kinds: readonly Kind[]) =>
  ({ parts }: Bar): string =>
    kinds.map((kind) => `${parts[kind] ?? 0} ${WORDS[kind]}`).join(", ");

const round = (n: number) => Math.round(n * 10) / 10;
