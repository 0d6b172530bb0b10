/** One hour of a chart, with its counts by kind. */
export type Bar = { label: string; parts: Partial<Record<Kind, number>> };
type Kind = "ok" | "client" | "server";

const WORDS: Record<Kind, string> = { ok: "succeeded", client: "failed", server: "our faults" };

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

type BarsProps = { title: string; bars: readonly Bar[]; kinds: readonly Kind[]; top?: number };

const [WIDTH, HEIGHT] = [240, 64];

/** A small bar chart. The table beside it, for screen readers, has the hours that are not empty. */
export const Bars = ({ title, bars, kinds, top }: BarsProps) => {
  const sums = bars.map(({ parts }) => kinds.reduce((sum, kind) => sum + (parts[kind] ?? 0), 0));
  const most = Math.max(top ?? 0, ...sums, 1);
  const step = WIDTH / bars.length;
  return (
    <>
      <svg class="bars" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
        <path class="axis" d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
        {bars.flatMap(({ parts }, i) => {
          let y = HEIGHT - 1;
          return kinds.map((kind) => {
            const n = parts[kind] ?? 0;
            const height = n === 0 ? 0 : Math.max(2, ((HEIGHT - 4) * n) / most);
            y -= height;
            return n === 0 ? null : (
              <rect
                key={`${i}${kind}`}
                class={kind}
                x={i * step + 1}
                y={round(y)}
                width={step - 2}
                height={round(height)}
              />
            );
          });
        })}
      </svg>
      <p class="hours fine" aria-hidden="true">
        <span>24 hours ago</span>
        <span>now</span>
      </p>
      <div class="quiet">
        <table>
          <caption>{title}</caption>
          <tbody>
            {bars.map(({ label, parts }, i) =>
              (sums[i] ?? 0) > 0 ? (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{kinds.map((kind) => `${parts[kind] ?? 0} ${WORDS[kind]}`).join(", ")}</td>
                </tr>
              ) : null,
            )}
          </tbody>
        </table>
      </div>
    </>
  );
};

const round = (n: number) => Math.round(n * 10) / 10;
