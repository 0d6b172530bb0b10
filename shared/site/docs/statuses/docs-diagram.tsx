import type { Transition } from "../../../domain/item/transition.ts";

export type Transitions = Readonly<Record<string, Transition<string>>>;

type Edge = { name: string; from: string; to: string };
type Point = { x: number; y: number };

const WIDTH = 430;
const NODE_WIDTH = 158;
const NODE_HEIGHT = 40;
const ROW = 112;

export const edgesOf = (transitions: Transitions): Edge[] =>
  Object.entries(transitions).flatMap(([name, { from, to }]) =>
    from.map((each) => ({ name: name.replaceAll("_", " "), from: each, to })),
  );

/** A state machine as a picture. A table beside it says the same in words. */
export const Diagram = ({ title, transitions }: { title: string; transitions: Transitions }) => {
  const edges = edgesOf(transitions);
  const rows = rowsOf(edges);
  const places = placesOf(rows);
  const height = rows.length * ROW - ROW + NODE_HEIGHT + 4;
  return (
    <svg
      class="diagram"
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={`${title}: ${edges.map(({ name, from, to }) => `${from} to ${to} (${name})`).join(", ")}`}
    >
      {edges.map((edge) => (
        <Arrow key={`${edge.from} ${edge.to}`} {...edge} places={places} />
      ))}
      {[...places].map(([status, { x, y }]) => (
        <g key={status}>
          <rect
            x={x - NODE_WIDTH / 2}
            y={y - NODE_HEIGHT / 2}
            width={NODE_WIDTH}
            height={NODE_HEIGHT}
            rx={8}
          />
          <text x={x} y={y + 5}>
            {status}
          </text>
        </g>
      ))}
    </svg>
  );
};

/** The statuses by their distance from the first one, which no transition leads to. */
function rowsOf(edges: readonly Edge[]): string[][] {
  const targets = new Set(edges.map(({ to }) => to));
  let row = [...new Set(edges.map(({ from }) => from))].filter((status) => !targets.has(status));
  const rows: string[][] = [];
  const placed = new Set<string>();
  while (row.length > 0) {
    rows.push(row);
    for (const status of row) placed.add(status);
    const here = row;
    row = [...new Set(edges.filter(({ from }) => here.includes(from)).map(({ to }) => to))].filter(
      (status) => !placed.has(status),
    );
  }
  return rows;
}

/** A row's only status is in the middle at the top, and below the first column elsewhere. */
function placesOf(rows: readonly string[][]): Map<string, Point> {
  const edge = NODE_WIDTH / 2 + 2;
  return new Map(
    rows.flatMap((row, r) =>
      row.map((status, i) => {
        const middle = r === 0 ? WIDTH / 2 : edge;
        const x = row.length === 1 ? middle : edge + (i * (WIDTH - 2 * edge)) / (row.length - 1);
        return [status, { x, y: r * ROW + NODE_HEIGHT / 2 + 2 }] as const;
      }),
    ),
  );
}

const Arrow = ({ name, from, to, places }: Edge & { places: ReadonlyMap<string, Point> }) => {
  const a = places.get(from);
  const b = places.get(to);
  if (!a || !b) return null;
  const { start, end } = a.y === b.y ? sideways(a, b) : down(a, b);
  const dx = end.x - start.x;
  const dy = end.y - start.y;
  const length = Math.hypot(dx, dy);
  const ux = dx / length;
  const uy = dy / length;
  const base = { x: end.x - 10 * ux, y: end.y - 10 * uy };
  const corner = (side: number) => `${round(base.x - side * 5 * uy)},${round(base.y + side * 5 * ux)}`;
  const label = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 + (dy === 0 ? labelShift(dx) : 5) };
  return (
    <g class="arrow">
      <path d={`M${round(start.x)},${round(start.y)}L${round(base.x)},${round(base.y)}`} />
      <polygon points={`${round(end.x)},${round(end.y)} ${corner(1)} ${corner(-1)}`} />
      <text x={round(label.x)} y={round(label.y)}>
        {name}
      </text>
    </g>
  );
};

const down = (a: Point, b: Point) => ({
  start: { x: a.x + (b.x - a.x) * 0.15, y: a.y + NODE_HEIGHT / 2 },
  end: { x: b.x, y: b.y - NODE_HEIGHT / 2 },
});

/** The way there is above the way back. */
function sideways(a: Point, b: Point) {
  const sign = Math.sign(b.x - a.x);
  const y = a.y - sign * 8;
  return { start: { x: a.x + (sign * NODE_WIDTH) / 2, y }, end: { x: b.x - (sign * NODE_WIDTH) / 2, y } };
}

const labelShift = (dx: number) => (dx > 0 ? -8 : 20);

const round = (n: number) => Math.round(n * 10) / 10;
