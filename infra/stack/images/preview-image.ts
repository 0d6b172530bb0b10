import { crc32, deflateSync } from "node:zlib";

const [WIDTH, HEIGHT] = [1200, 630];

type Colour = readonly [red: number, green: number, blue: number];
type Point = readonly [x: number, y: number];
/** The distance of a point from a shape's edge: negative inside. */
type Shape = (x: number, y: number) => number;

const GREEN: Colour = [10, 101, 74];
const DEEP: Colour = [7, 74, 54];
const MINT: Colour = [155, 227, 198];
const WHITE: Colour = [255, 255, 255];

/**
 * The image of link previews, as PNG: the logo's route with stops at several apps. It has no words, so it
 * serves every language, and needs no font where the stack is synthesised.
 */
export function previewImage(): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3, Buffer.from(GREEN));
  const starts: Point[] = [
    [200, 130],
    [200, 315],
    [200, 500],
  ];
  const end: Point = [905, 315];
  paint(pixels, disc([end[0], end[1]], 330), DEEP);
  for (const start of starts) {
    const middle = (start[0] + end[0]) / 2;
    for (const at of curve(start, [middle, start[1]], [middle, end[1]], end))
      paint(pixels, disc(at, 9), MINT);
  }
  for (const start of starts) {
    paint(pixels, disc(start, 46), WHITE);
    paint(pixels, disc(start, 24), GREEN);
  }
  const [x, y] = end;
  paint(pixels, roundedBox([x, y], 150, 48), WHITE);
  const route = curve([x - 75, y + 66], [x - 75, y - 8], [x + 75, y + 8], [x + 75, y - 66]);
  for (const at of route) paint(pixels, disc(at, 14), GREEN);
  paint(pixels, disc([x - 75, y + 66], 32), GREEN);
  paint(pixels, disc([x + 75, y - 66], 32), [44, 158, 117]);
  return png(pixels);
}

type Drawn = { distance: Shape; centre: Point; reach: number };

const disc = (centre: Point, radius: number): Drawn => ({
  distance: (x, y) => Math.hypot(x - centre[0], y - centre[1]) - radius,
  centre,
  reach: radius + 1,
});

const roundedBox = (centre: Point, half: number, radius: number): Drawn => ({
  distance: (x, y) => {
    const [dx, dy] = [Math.abs(x - centre[0]) - half + radius, Math.abs(y - centre[1]) - half + radius];
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
  },
  centre,
  reach: half + 1,
});

/** Points along a cubic curve, close enough that discs at them look like a line. */
const curve = (a: Point, b: Point, c: Point, d: Point): Point[] =>
  Array.from({ length: 241 }, (_, i) => {
    const t = i / 240;
    const at = (axis: 0 | 1) =>
      (1 - t) ** 3 * a[axis] +
      3 * (1 - t) ** 2 * t * b[axis] +
      3 * (1 - t) * t ** 2 * c[axis] +
      t ** 3 * d[axis];
    return [at(0), at(1)];
  });

/** Mixes a colour into the pixels that a shape covers. Pixels on its edge get a part of it. */
function paint(pixels: Buffer, { distance, centre, reach }: Drawn, colour: Colour): void {
  const [left, top] = [
    Math.max(0, Math.floor(centre[0] - reach)),
    Math.max(0, Math.floor(centre[1] - reach)),
  ];
  const [right, bottom] = [Math.min(WIDTH, centre[0] + reach), Math.min(HEIGHT, centre[1] + reach)];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const cover = Math.min(1, Math.max(0, 0.5 - distance(x + 0.5, y + 0.5)));
      if (cover === 0) continue;
      const at = (y * WIDTH + x) * 3;
      for (let i = 0; i < 3; i++)
        pixels[at + i] = Math.round((pixels[at + i] ?? 0) * (1 - cover) + (colour[i] ?? 0) * cover);
    }
  }
}

/** 8-bit RGB. Each row starts with a zero: no filter. */
function png(pixels: Buffer): Buffer {
  const rows = Buffer.alloc(HEIGHT * (WIDTH * 3 + 1));
  for (let y = 0; y < HEIGHT; y++)
    pixels.copy(rows, y * (WIDTH * 3 + 1) + 1, y * WIDTH * 3, (y + 1) * WIDTH * 3);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
