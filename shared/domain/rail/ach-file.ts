/** What the bank gave its originator. Values of a stage's settings, and kept with each file. */
type Originator = {
  /** The nine digits of the bank's routing number, and its name. */
  destination: string;
  destination_name: string;
  /** Ten characters that the bank assigns, often `1` and the EIN, and the name of the sender. */
  origin: string;
  origin_name: string;
  company_id: string;
  /** The first eight digits of the originating bank's routing number. */
  odfi: string;
};

/** Of a file. Its bytes follow from this and its entries alone. */
export type AchHead = {
  /** From 1, without gaps, for all files of a stage. */
  number: number;
  /** In New York: `2026-11-27` and `14:00`. */
  day: string;
  time: string;
  /** The place among the files of its day, from 0. */
  nth: number;
  effective_day: string;
  same_day: boolean;
  originator: Originator;
};

/** A credit to a consumer, or a prenote, whose amount is 0. */
export type AchEntry = {
  /** Fifteen characters, unique in its file. The bank repeats it in a return. */
  id: string;
  account_id: string;
  company_name: string;
  name: string;
  routing_number: string;
  account_number: string;
  account_type: "checking" | "savings";
  /** In cents. */
  amount: number;
};

export const ENTRIES_OF_A_FILE = 10_000;

/** Modifiers of a day's files. A further file would look like a repeated one. */
const MODIFIERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
export const FILES_OF_A_DAY = MODIFIERS.length;

const WIDTH = 94;
const BLOCK = 10;

/** Upper-case ASCII, cut and filled with blanks: what banks print of a text in every language. */
const text = (value: string, width: number): string => plainText(value).slice(0, width).padEnd(width);

/**
 * In the characters that a file may have.
 *
 * @example
 * plainText("José Núñez-Łyś"); // => "JOSE NUNEZ- YS"
 */
export const plainText = (value: string): string =>
  value
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^ -~]/g, " ")
    .toUpperCase();

const digits = (value: number | string, width: number): string => {
  const filled = String(value).padStart(width, "0");
  if (filled.length > width) throw new RangeError(`A field of ${width} digits is too narrow`);
  return filled;
};

const date = (day: string): string => day.slice(2).replaceAll("-", "");

/** Trace numbers of the files that could still return differ: 998 files lie between two that are alike. */
const TRACED_FILES = 999;
const traceBase = (number: number): number => (number % TRACED_FILES) * ENTRIES_OF_A_FILE;

/** The number of the file that a returned trace number is from. `last`: the newest file's. */
export function fileOfTrace(trace: string, last: number): number | undefined {
  const sequence = Number(trace.slice(-7));
  if (!/^\d{15}$/.test(trace) || sequence === 0) return undefined;
  const place = Math.floor((sequence - 1) / ENTRIES_OF_A_FILE);
  const number = last - ((((last - place) % TRACED_FILES) + TRACED_FILES) % TRACED_FILES);
  return number > 0 ? number : undefined;
}

/** By the Nacha Operating Rules, appendix three: one digit for an entry, and its tens for a prenote. */
const transactionCode = ({ account_type, amount }: AchEntry): string =>
  `${account_type === "checking" ? "2" : "3"}${amount === 0 ? "3" : "2"}`;

/** Same-day files name the hour at which FedACH settles them. */
const settlementHour = (time: string): string =>
  time <= "10:30" ? "1300" : time <= "14:45" ? "1700" : "1800";

type Totals = { entries: number; hash: number; credits: number };

const totalsOf = (entries: readonly AchEntry[]): Totals => ({
  entries: entries.length,
  hash: entries.reduce((sum, { routing_number }) => sum + Number(routing_number.slice(0, 8)), 0),
  credits: entries.reduce((sum, { amount }) => sum + amount, 0),
});

/** Of the sum of routing numbers, the ten digits at the right. */
const control = ({ entries, hash, credits }: Totals, countWidth: number): string =>
  digits(entries, countWidth) + digits(hash % 10 ** 10, 10) + digits(0, 12) + digits(credits, 12);

/** Credits only. */
const SERVICE_CLASS = "220";
/** From 20 March 2026, Nacha asks for this description of each credit of pay, 1099 pay included. */
const DESCRIPTION = "PAYROLL";

function batchOf(head: AchHead, entries: readonly AchEntry[], batch: number, first: number): string[] {
  const { originator, day, time, effective_day, same_day } = head;
  const company_id = text(originator.company_id, 10);
  const odfi = originator.odfi;
  const named = entries[0]?.company_name ?? "";
  const described = same_day ? `SD${settlementHour(time)}` : date(day);
  return [
    `5${SERVICE_CLASS}${text(named, 16)}${text("", 20)}${company_id}PPD${text(DESCRIPTION, 10)}${described}` +
      `${date(effective_day)}   1${odfi}${digits(batch, 7)}`,
    ...entries.map(
      (entry, i) =>
        `6${transactionCode(entry)}${digits(entry.routing_number, 9)}${entry.account_number.padEnd(17)}` +
        `${digits(entry.amount, 10)}${entry.id}${text(entry.name, 22)}  0${odfi}${digits(first + i, 7)}`,
    ),
    `8${SERVICE_CLASS}${control(totalsOf(entries), 6)}${company_id}${" ".repeat(25)}${odfi}${digits(batch, 7)}`,
  ];
}

/** A sealed list in the order of its file: by account, so that each account has one batch. */
const inFileOrder = <Of extends Pick<AchEntry, "id" | "account_id" | "company_name">>(
  entries: readonly Of[],
): Of[] => {
  const place = ({ account_id, company_name, id }: Of) => `${account_id}\n${company_name}\n${id}`;
  const places = new Map(entries.map((entry) => [entry, place(entry)] as const));
  return entries.toSorted((a, b) => ((places.get(a) ?? "") < (places.get(b) ?? "") ? -1 : 1));
};

/**
 * The file in Nacha's format: records of 94 characters in blocks of ten. The order of `entries` does not
 * matter. Throws a RangeError for a list that no file can have.
 */
export function achFile(head: AchHead, entries: readonly AchEntry[]): string {
  const { originator, number, day, time, nth } = head;
  if (entries.length === 0 || entries.length > ENTRIES_OF_A_FILE)
    throw new RangeError(`A file has 1 to ${ENTRIES_OF_A_FILE} entries`);
  if (nth >= FILES_OF_A_DAY) throw new RangeError(`A day has ${FILES_OF_A_DAY} files`);
  const sorted = inFileOrder(entries);
  const groups = Map.groupBy(sorted, ({ account_id, company_name }) => `${account_id}\n${company_name}`);
  const records = [
    `101 ${digits(originator.destination, 9)}${originator.origin.padStart(10)}${date(day)}` +
      `${time.replace(":", "")}${MODIFIERS.charAt(nth)}094${BLOCK}1${text(originator.destination_name, 23)}` +
      `${text(originator.origin_name, 23)}${digits(number, 8)}`,
  ];
  let next = traceBase(number) + 1;
  let batch = 0;
  for (const group of groups.values()) {
    records.push(...batchOf(head, group, ++batch, next));
    next += group.length;
  }
  const blocks = Math.ceil((records.length + 1) / BLOCK);
  records.push(`9${digits(batch, 6)}${digits(blocks, 6)}${control(totalsOf(entries), 8)}${" ".repeat(39)}`);
  while (records.length % BLOCK !== 0) records.push("9".repeat(WIDTH));
  return `${records.join("\n")}\n`;
}

/** Its object in the bucket. */
export const achFileName = ({ number, day }: Pick<AchHead, "number" | "day">): string =>
  `outgoing/${day}/ACH${digits(number, 8)}.ach`;
