import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { brand } from "../domain/brand.ts";
import { inCents, usd } from "../domain/cents.ts";
import type { Form1099 } from "../domain/tax/form-1099.ts";
import { form1099DueDay } from "../domain/tax/tax-dates.ts";
import { type Box, boxesOf, COPY_B, FORM } from "./form-1099-boxes.ts";
import { Paper } from "./paper.ts";

const LETTER: [number, number] = [612, 792];

/**
 * Copy B of a 1099-NEC on one page. The same form gives the same bytes. The typefaces are the standard ones
 * of PDF readers, so the file is small. They have Latin letters only, so other scripts are transliterated.
 */
export async function form1099Pdf(form: Form1099): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const printable = await inCharacters(form, new Set(regular.getCharacterSet()));
  describe(document, printable);

  const paper = new Paper(document.addPage(LETTER), { regular, bold });
  if (form.sandbox) paper.watermark("SANDBOX");
  drawHead(paper, form);
  drawForm(paper, printable);
  drawNotes(paper, form);
  return document.save();
}

function describe(document: PDFDocument, { rules, recipient, generated_at, id }: Form1099): void {
  document.setTitle(`Form 1099-NEC for ${rules.year}, ${recipient.name}`, { showInWindowTitleBar: true });
  document.setSubject(`Nonemployee compensation, Copy B, ${id}`);
  document.setProducer(brand.serviceName);
  document.setLanguage("en-US");
  document.setCreationDate(new Date(generated_at));
  document.setModificationDate(new Date(generated_at));
}

function drawHead(paper: Paper, { rules, sandbox }: Form1099): void {
  paper.text(brand.serviceName, 42, 40, 300, { size: 9, bold: true, colour: "accent" });
  if (sandbox) {
    paper.right("Sandbox data. Not a tax document; nothing was sent to the IRS.", 570, 40, {
      size: 9,
      bold: true,
      colour: "warning",
    });
  }
  paper.text("Form 1099-NEC", 42, 62, 260, { size: 22, bold: true });
  paper.text("Nonemployee Compensation", 42, 90, 260, { size: 11, colour: "soft" });
  const small = { size: 8, colour: "soft" } as const;
  paper.frame({ x: 306, y: 66, width: 9, height: 9 }, 0.8);
  paper.text("CORRECTED (if checked)", 320, 67, 140, small);
  paper.text(`(Rev. ${rules.form1099Nec.revision})`, 306, 81, 150, small);
  paper.text("OMB No. 1545-0116", 306, 93, 150, small);
  paper.right("For calendar year", 570, 62, small);
  paper.right(String(rules.year), 570, 75, { size: 28, bold: true, colour: "accent" });
}

function drawForm(paper: Paper, form: Form1099): void {
  for (const box of boxesOf(form)) drawBox(paper, box);
  paper.frame(FORM, 1.2, "ink");
  const { x, y, height } = COPY_B;
  paper.frame({ x, y, width: 0, height }, 1.2, "ink");
  paper.right("Copy B", 560, y + 12, { size: 17, bold: true });
  paper.right("For Recipient", 560, y + 33, { size: 11, bold: true });
  paper.text(LEGEND, x + 10, y + 68, 88, { size: 7.5, lead: 1.38, colour: "soft" });
  const foot = { size: 7.5, colour: "soft" } as const;
  paper.text(`Form 1099-NEC (Rev. ${form.rules.form1099Nec.revision})`, 42, 426, 200, foot);
  paper.text("(keep for your records)", 258, 426, 150, foot);
  paper.right("irs.gov/Form1099NEC", 570, 426, foot);
}

function drawBox(paper: Paper, { label, value = "", kind, ...area }: Box): void {
  const inner = { x: area.x + 6, width: area.width - 12 };
  if (kind === "amount") paper.fill(area, "tint");
  paper.frame(area, 0.5);
  const labelWidth = kind === "checkbox" ? inner.width - 22 : inner.width;
  const below = paper.text(label, inner.x, area.y + 5, labelWidth, {
    size: 6.5,
    lead: 1.22,
    colour: "soft",
    bold: kind === "amount",
  });
  if (kind === "checkbox") {
    paper.frame({ x: inner.x + inner.width - 11, y: area.y + area.height - 19, width: 11, height: 11 }, 0.8);
  } else if (kind === "amount") {
    paper.text("$", inner.x, area.y + area.height - 29, 12, { size: 17, colour: "soft" });
    paper.right(value, inner.x + inner.width, area.y + area.height - 29, { size: 17, bold: true });
  } else if (value !== "") {
    const height = area.y + area.height - below - 4;
    paper.fitted(value, { ...inner, y: below + 4, height }, { size: 10.5 });
  }
}

function drawNotes(paper: Paper, { rules, id, generated_at }: Form1099): void {
  const columns = [
    [
      "What it shows",
      `Box ${rules.form1099Nec.compensationBox} is what was paid out to you in ${rules.year}: every completed payout before fees, less refunds.`,
      `Payouts of ${usd(inCents(rules.form1099Nec.threshold))} or more in ${rules.year} are reported to the IRS. A smaller total is not reported, but is still income.`,
      `It is due to you and to the IRS by ${longDay(form1099DueDay(rules.year))}.`,
      "Your taxpayer and account numbers are masked to protect you.",
    ],
    [
      "What to do",
      "Report the income on Schedule C (Form 1040). From net earnings of $400 on, figure self-employment tax on Schedule SE.",
      "No tax was withheld. You may have to pay estimated tax in four parts (Form 1040-ES).",
      "Business miles, tips and other expenses can lower what you owe. Keep your log.",
      "Wrong amount? Ask the payer for a corrected form.",
    ],
  ] as const;
  paper.rule(42, 456, 528);
  for (const [i, [title, ...paragraphs]] of columns.entries()) {
    const x = 42 + i * 276;
    paper.text(title, x, 476, 252, { size: 13, bold: true, colour: "accent" });
    let y = 502;
    for (const paragraph of paragraphs) y = 9 + paper.text(paragraph, x, y, 252, { size: 10, lead: 1.45 });
  }
  const small = { size: 7.5, colour: "soft" } as const;
  paper.rule(42, 732, 528);
  paper.text(
    "Substitute for Form 1099-NEC, Copy B. For information; not tax advice. See irs.gov.",
    42,
    742,
    380,
    small,
  );
  paper.right(`${id}  ·  made ${generated_at.slice(0, 10)}`, 570, 742, small);
}

const LEGEND =
  "This is important tax information and is being furnished to the IRS. If you are required to file a return, a negligence penalty or other sanction may be imposed on you if this income is taxable and the IRS determines that it has not been reported.";

const longDay = (day: string): string =>
  new Date(day).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

/** The form with its texts transliterated to characters of the typeface. Others are dropped. */
async function inCharacters(form: Form1099, known: ReadonlySet<number>): Promise<Form1099> {
  const knows = (character: string) => known.has(character.codePointAt(0) ?? 0);
  const transliterate = async (text: string): Promise<string> => {
    const plain = text.normalize("NFC").replace(/[\p{Cc}\p{Z}]+/gu, " ");
    if ([...plain].every(knows)) return plain.trim();
    const { default: anyAscii } = await import("any-ascii");
    return [...plain]
      .map((character) => (knows(character) ? character : anyAscii(character)))
      .join("")
      .trim();
  };
  const { payer, recipient } = form;
  const printable = {
    payer: { ...payer, name: await transliterate(payer.name) },
    recipient: { ...recipient, name: await transliterate(recipient.name) },
  };
  if (payer.address) printable.payer.address = await Promise.all(payer.address.map(transliterate));
  if (recipient.street) printable.recipient.street = await transliterate(recipient.street);
  if (recipient.city) printable.recipient.city = await transliterate(recipient.city);
  return { ...form, ...printable };
}
