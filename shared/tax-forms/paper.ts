import { degrees, type PDFFont, type PDFPage, rgb } from "@cantoo/pdf-lib";

/** In points from the page's top left. PDF itself counts from the bottom. */
export type Area = { x: number; y: number; width: number; height: number };
export type Fonts = { regular: PDFFont; bold: PDFFont };
export type TextStyle = { size: number; bold?: boolean; colour?: Colour; lead?: number };
export type Colour = keyof typeof colours;

const colours = {
  ink: rgb(0.1, 0.145, 0.19),
  soft: rgb(0.32, 0.376, 0.427),
  line: rgb(0.48, 0.53, 0.57),
  accent: rgb(0.04, 0.396, 0.29),
  tint: rgb(0.93, 0.965, 0.945),
  warning: rgb(0.64, 0.14, 0.17),
};

/** The line height, in multiples of the font size. */
const LEAD = 1.3;

export class Paper {
  readonly #page: PDFPage;
  readonly #fonts: Fonts;

  constructor(page: PDFPage, fonts: Fonts) {
    this.#page = page;
    this.#fonts = fonts;
  }

  /** Capitals near `y`, wrapped to `width`. Returns the y below its last line. */
  text(text: string, x: number, y: number, width: number, style: TextStyle): number {
    const { size, colour = "ink", lead = LEAD } = style;
    const font = this.#font(style);
    const lines = wrapped(text, font, size, width);
    for (const [i, line] of lines.entries()) this.#draw(line, x, y + i * size * lead, size, font, colour);
    return y + lines.length * size * lead;
  }

  right(text: string, x: number, y: number, style: TextStyle): void {
    const { size, colour = "ink" } = style;
    const font = this.#font(style);
    this.#draw(text, x - font.widthOfTextAtSize(text, size), y, size, font, colour);
  }

  /** Draws text as large as the area allows, down to 6.5 points. A longer text is cut and ends with dots. */
  fitted(text: string, { x, y, width, height }: Area, style: TextStyle): void {
    const font = this.#font(style);
    const { lead = LEAD } = style;
    const roomAt = (size: number) => Math.max(1, Math.floor(height / (size * lead)));
    let size = style.size;
    while (size > 6.5 && wrapped(text, font, size, width).length > roomAt(size)) size -= 0.5;
    const lines = wrapped(text, font, size, width);
    const shown = lines.slice(0, roomAt(size));
    if (lines.length > shown.length) shown.push(`${shown.pop()?.slice(0, -3)}...`);
    this.text(shown.join("\n"), x, y, width, { ...style, size });
  }

  fill({ x, y, width, height }: Area, colour: Colour): void {
    this.#page.drawRectangle({ x, y: this.#up(y + height), width, height, color: colours[colour] });
  }

  frame({ x, y, width, height }: Area, thickness: number, colour: Colour = "line"): void {
    const borderColor = colours[colour];
    this.#page.drawRectangle({
      x,
      y: this.#up(y + height),
      width,
      height,
      borderWidth: thickness,
      borderColor,
    });
  }

  rule(x: number, y: number, width: number): void {
    this.frame({ x, y, width, height: 0 }, 0.4);
  }

  /** Across the whole page, faint enough to read the text under it. */
  watermark(text: string): void {
    const size = 112;
    const angle = Math.PI / 4;
    const half = this.#fonts.bold.widthOfTextAtSize(text, size) / 2;
    const { width, height } = this.#page.getSize();
    this.#page.drawText(text, {
      x: width / 2 - half * Math.cos(angle) + (size / 3) * Math.sin(angle),
      y: height / 2 - half * Math.sin(angle) - (size / 3) * Math.cos(angle),
      size,
      font: this.#fonts.bold,
      color: colours.warning,
      opacity: 0.11,
      rotate: degrees(45),
    });
  }

  #font = ({ bold }: TextStyle): PDFFont => (bold ? this.#fonts.bold : this.#fonts.regular);

  #up = (y: number): number => this.#page.getHeight() - y;

  #draw(line: string, x: number, y: number, size: number, font: PDFFont, colour: Colour): void {
    this.#page.drawText(line, { x, y: this.#up(y + 0.78 * size), size, font, color: colours[colour] });
  }
}

/** Lines of at most `width`, broken at spaces. A word breaks only when it is longer than a line. */
function wrapped(text: string, font: PDFFont, size: number, width: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width;
  return text.split("\n").flatMap((paragraph) => {
    const lines = [""];
    for (const word of paragraph.split(" ").flatMap((word) => pieces(word, fits))) {
      const longer = lines.at(-1) === "" ? word : `${lines.at(-1)} ${word}`;
      if (fits(longer)) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  });
}

function pieces(word: string, fits: (text: string) => boolean): string[] {
  if (fits(word) || word.length < 2) return [word];
  let end = word.length - 1;
  while (end > 1 && !fits(word.slice(0, end))) end -= 1;
  return [word.slice(0, end), ...pieces(word.slice(end), fits)];
}
