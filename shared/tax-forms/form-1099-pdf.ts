import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { brand } from "../domain/brand/brand.ts";
import type { Form1099 } from "../domain/tax/form-1099.ts";
import { type Box, boxesOf, COPY_B, FORM } from "./form-1099-boxes.ts";
import { headLinesOf, LEGEND, notesOf } from "./form-1099-notes.ts";
import { Paper } from "./paper.ts";
import { printed } from "./printed-name.ts";

const LETTER: [number, number] = [612, 792];

/** The same form gives the same bytes. Standard typefaces are small and have Latin letters only. */
export async function form1099Pdf(form: Form1099): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const printable = await inCharacters(form);
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

function drawHead(paper: Paper, form: Form1099): void {
  const { rules, corrects } = form;
  paper.text(brand.serviceName, 42, 26, 250, { size: 9, bold: true, colour: "accent" });
  for (const [i, line] of headLinesOf(form).entries())
    paper.right(line, 570, 26 + i * 12, { size: 9, bold: true, colour: "warning" });
  paper.text("Form 1099-NEC", 42, 62, 260, { size: 22, bold: true });
  paper.text("Nonemployee Compensation", 42, 90, 260, { size: 11, colour: "soft" });
  const small = { size: 8, colour: "soft" } as const;
  const box = { x: 306, y: 66, width: 9, height: 9 };
  paper.frame(box, 0.8, corrects ? "ink" : "line");
  if (corrects) paper.text("X", box.x + 1.5, box.y + 1.2, 9, { size: 9, bold: true });
  paper.text("CORRECTED (if checked)", 320, 67, 140, corrects ? { size: 8, bold: true } : small);
  paper.text(`(Rev. ${rules.form1099Nec.revision})`, 306, 81, 150, small);
  paper.text("OMB No. 1545-0116", 306, 93, 150, small);
  paper.right("For calendar year", 570, 66, small);
  paper.right(String(rules.year), 570, 79, { size: 28, bold: true, colour: "accent" });
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

function drawNotes(paper: Paper, form: Form1099): void {
  paper.rule(42, 456, 528);
  for (const [i, [title, ...paragraphs]] of notesOf(form).entries()) {
    const x = 42 + i * 276;
    paper.text(title, x, 474, 252, { size: 13, bold: true, colour: "accent" });
    let y = 499;
    for (const paragraph of paragraphs) y = 8 + paper.text(paragraph, x, y, 252, { size: 9.5, lead: 1.4 });
  }
  const small = { size: 7.5, colour: "soft" } as const;
  paper.rule(42, 728, 528);
  const substitute = "Substitute for Form 1099-NEC, Copy B. For information; not tax advice. See irs.gov.";
  paper.text(substitute, 42, 737, 330, small);
  paper.right(
    `${form.id}  ·  ${form.provisional ? "previewed" : "issued"} ${form.generated_at.slice(0, 10)}`,
    570,
    737,
    small,
  );
  if (form.corrects) paper.right(`Corrects ${form.corrects}`, 570, 749, small);
}

async function inCharacters(form: Form1099): Promise<Form1099> {
  const { payer, recipient } = form;
  const printable = {
    payer: { ...payer, name: await printed(payer.name) },
    recipient: { ...recipient, name: await printed(recipient.name) },
  };
  if (payer.address) printable.payer.address = await Promise.all(payer.address.map(printed));
  if (recipient.street) printable.recipient.street = await printed(recipient.street);
  if (recipient.city) printable.recipient.city = await printed(recipient.city);
  return { ...form, ...printable };
}
