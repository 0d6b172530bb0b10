import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import type { Browser } from "playwright-core";
import { PNG } from "pngjs";
import { artifactsDir } from "../process/artifacts.ts";

/** A stored picture has one pixel for a square of these, with 16 levels of each colour. */
const SQUARE = 8;
const LEVEL = 17;
const MAX_HEIGHT = 4_000;
/** How many squares of a page may differ: a chart of latencies does. A lost badge changes about 90. */
const TOLERANCE = 40;

const storedDir = join(import.meta.dirname, "..", "..", "browser", "pictures");
const drawnDir = join(artifactsDir, "pictures");
const isAccepting = process.env.ACCEPT_PICTURES === "1";

/** The mean colour of each square. A page's end is cut where it is too high. */
function reduced(picture: PNG): PNG {
  const [width, height] = [picture.width, Math.min(picture.height, MAX_HEIGHT)].map((pixels) =>
    Math.ceil(pixels / SQUARE),
  );
  const small = new PNG({ width: width ?? 0, height: height ?? 0 });
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++) {
      const sum = [0, 0, 0];
      let count = 0;
      for (let py = y * SQUARE; py < Math.min((y + 1) * SQUARE, picture.height); py++)
        for (let px = x * SQUARE; px < Math.min((x + 1) * SQUARE, picture.width); px++, count++)
          for (let i = 0; i < 3; i++)
            sum[i] = (sum[i] ?? 0) + (picture.data[(py * picture.width + px) * 4 + i] ?? 0);
      const at = (y * small.width + x) * 4;
      for (let i = 0; i < 3; i++) small.data[at + i] = Math.round((sum[i] ?? 0) / count / LEVEL) * LEVEL;
      small.data[at + 3] = 255;
    }
  return small;
}

/** Pictures side by side, in one file of a page. */
function joined(pictures: readonly PNG[]): PNG {
  const width = pictures.reduce((sum, picture) => sum + picture.width, 0);
  const height = Math.max(...pictures.map((picture) => picture.height));
  const sheet = new PNG({ width, height });
  sheet.data.fill(255);
  let x = 0;
  for (const picture of pictures) {
    PNG.bitblt(picture, sheet, 0, 0, picture.width, picture.height, x, 0);
    x += picture.width;
  }
  return sheet;
}

/**
 * Compares a page's screenshots with its stored picture. Returns what differs, and undefined if nothing does.
 * The screenshots of a page that differs are then among the artefacts, with the difference.
 */
export function difference(name: string, screenshots: Record<string, Buffer>): string | undefined {
  const file = join(storedDir, `${name}.png`);
  const now = joined(Object.values(screenshots).map((bytes) => reduced(PNG.sync.read(bytes))));
  mkdirSync(drawnDir, { recursive: true });
  for (const [look, bytes] of Object.entries(screenshots))
    writeFileSync(join(drawnDir, `${name}-${look}.png`), bytes);
  if (isAccepting) {
    mkdirSync(storedDir, { recursive: true });
    writeFileSync(file, PNG.sync.write(now, { colorType: 2, inputHasAlpha: true, deflateLevel: 9 }));
    return undefined;
  }
  if (!existsSync(file)) return `${name} has no stored picture. \`npm run pictures:accept\` stores it.`;
  const stored = PNG.sync.read(readFileSync(file));
  const isSameSize = stored.width === now.width && stored.height === now.height;
  const shown = new PNG({ width: now.width, height: now.height });
  const count = isSameSize
    ? pixelmatch(stored.data, now.data, shown.data, now.width, now.height, {
        threshold: 0.1,
        includeAA: true,
      })
    : undefined;
  if (count !== undefined && count <= TOLERANCE) return undefined;
  writeFileSync(join(drawnDir, `${name}-difference.png`), PNG.sync.write(shown));
  const was =
    count === undefined
      ? `its height is ${now.height * SQUARE} and was ${stored.height * SQUARE}`
      : `${count} squares of ${SQUARE} pixels differ`;
  return `${name}: ${was}. Look at test-artifacts/pictures/${name}-*.png`;
}

/**
 * Whether this machine draws text as the one that stored the pictures: by the version of the browser and the
 * widths of some text. If not, pages differ everywhere, so their comparison says nothing.
 */
export async function drawsAlike(browser: Browser): Promise<boolean> {
  const page = await browser.newPage();
  const widths = await page.evaluate(() =>
    ["Inter, 'Segoe UI', Roboto, sans-serif", "ui-monospace, Menlo, monospace"].flatMap((family) =>
      [400, 650].map((weight) => {
        const canvas = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
        canvas.font = `${weight} 100px ${family}`;
        return canvas.measureText("Payout of $1,284.60 to Zoë Nguyễn, عبد").width;
      }),
    ),
  );
  await page.close();
  const now = `${browser.version()} ${widths.map(Math.round).join(" ")}\n`;
  const file = join(storedDir, "drawn-with.txt");
  if (isAccepting) {
    mkdirSync(storedDir, { recursive: true });
    writeFileSync(file, now);
  }
  const isAlike = existsSync(file) && readFileSync(file, "utf8") === now;
  if (!isAlike)
    process.stderr.write(
      `SKIPPED: the pictures were stored with another browser or other fonts. Here: ${now}`,
    );
  return isAlike;
}
