/** A column of a chart: its short name on the axis, its values, and all of it in words. */
export type Column = { name: string; parts: Partial<Record<Kind, number | undefined>>; say: string };
type Kind = "ok" | "client" | "server";

export const KINDS = { ok: "succeeded", client: "failed", server: "server errors" } as const;

export const Legend = ({ sums }: { sums: Readonly<Record<Kind, number>> }) => (
  <p class="key">
    {(Object.keys(KINDS) as Kind[]).map((kind) => (
      <span key={kind} class={kind}>
        {sums[kind].toLocaleString("en-US")} {KINDS[kind]}
      </span>
    ))}
  </p>
);

type PlotProps = {
  /** Of all charts of the page, this one's. */
  name: string;
  title: string;
  columns: readonly Column[];
  kinds: readonly Kind[];
  isLine?: boolean;
  top?: number;
  axis: (value: number) => string;
  figure: string;
  of: string;
};

const NAMES = 4;

/**
 * In percent of its plot, with HTML for its texts. Each column is a radio button: pointer, touch and arrow
 * keys show its values without a script, and a chart has one stop of the tab key.
 */
export const Plot = (props: PlotProps) => {
  const { name, title, columns, kinds, isLine, axis, figure, of } = props;
  const [top, low] = endsOf(props);
  const names = Math.min(NAMES, columns.length);
  const yOf = (value: number) => (100 * (top - value)) / (top - low);
  return (
    <figure class="graph">
      <figcaption>
        <strong>{figure}</strong> {of}
      </figcaption>
      <div class="ys" aria-hidden="true">
        {[top, (top + low) / 2, low].map((value) => (
          <span key={value}>{axis(value)}</span>
        ))}
      </div>
      <fieldset class="vals">
        <legend class="quiet">{title}</legend>
        {columns.map(({ say }) => (
          <label key={say}>
            <input type="radio" name={name} />
            <span>{say}</span>
          </label>
        ))}
      </fieldset>
      <svg class="plot" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <path d={`M0 0H100M0 50H100M0 ${round(yOf(0))}H100`} />
        {isLine
          ? kinds.map((kind) => <Line key={kind} columns={columns} kind={kind} yOf={yOf} />)
          : kinds.map((kind) => <path key={kind} class={kind} d={barsOf(columns, kinds, kind, yOf)} />)}
      </svg>
      <div class="xs" aria-hidden="true">
        {Array.from({ length: names }, (_, i) => columns[Math.floor((i * columns.length) / names)]).map(
          (column) => column && <span key={column.name}>{column.name}</span>,
        )}
      </div>
    </figure>
  );
};

function endsOf({ columns, isLine, top = 0 }: PlotProps): [top: number, low: number] {
  const values = columns.flatMap(({ parts }) => {
    const mode = Object.values(parts).map((value) => value ?? 0);
    return isLine ? mode : [mode.reduce((sum, value) => sum + value, 0)];
  });
  const ends = [Math.max(top, ...values), Math.min(0, ...values)] as const;
  return ends[0] === 0 && ends[1] === 0 ? [1, 0] : [roundUp(ends[0]), 0 - roundUp(-ends[1])];
}

/** The next number of 1, 2, 4 or 6 times a power of ten, so that its half is short, too. */
function roundUp(value: number): number {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 6].find((values) => values * power >= value) ?? 10;
  return step * power;
}

/** A value above zero is seen, however small it is. */
const MIN_HEIGHT = 1.5;
/** A bar of one or two days is no block. */
const MAX_WIDTH = 8;

function barsOf(
  columns: readonly Column[],
  kinds: readonly Kind[],
  kind: Kind,
  yOf: (value: number) => number,
): string {
  const width = 100 / columns.length;
  const across = Math.min(round((width * 5) / 6), MAX_WIDTH);
  return columns
    .map(({ parts }, i) => {
      const value = parts[kind] ?? 0;
      const below = kinds.slice(0, kinds.indexOf(kind)).reduce((sum, step) => sum + (parts[step] ?? 0), 0);
      const height = yOf(below) - yOf(below + value);
      const drawn = Math.sign(height) * Math.max(MIN_HEIGHT, Math.abs(height));
      return value === 0
        ? ""
        : `M${round((i + 0.5) * width - across / 2)} ${round(yOf(below))}v${round(-drawn)}h${across}v${round(drawn)}`;
    })
    .join("");
}

type LineProps = { columns: readonly Column[]; kind: Kind; yOf: (value: number) => number };

/** Values side by side. Fewer than this are dots alone: a line through two is no course. */
const MIN_RUN = 3;

/** A line through values without a gap, and a dot for each of a shorter run. */
const Line = ({ columns, kind, yOf }: LineProps) => {
  const runs: string[][] = [[]];
  columns.forEach(({ parts: { [kind]: value } }, i) => {
    if (value === undefined) runs.push([]);
    else runs.at(-1)?.push(`${round(((i + 0.5) * 100) / columns.length)} ${round(yOf(value))}`);
  });
  const line = runs.filter(({ length }) => length >= MIN_RUN).map((run) => `M${run.join("L")}`);
  const dots = runs.filter(({ length }) => length < MIN_RUN).flatMap((run) => run.map((at) => `M${at}h0`));
  return (
    <>
      {line.length > 0 && <path class={`ln ${kind}`} d={line.join("")} />}
      {dots.length > 0 && <path class={`ln dots ${kind}`} d={dots.join("")} />}
    </>
  );
};

const round = (n: number) => Math.round(n * 10) / 10;
