import type { Engine } from "../platform/engine.ts";
import type { S3, StoredObject } from "../s3/s3.ts";
import type { Agenda } from "../time/agenda.ts";
import { type AchRecord, type ReadFile, readAchFile } from "./read-file.ts";

/** What the bank does wrong, the next time that it can. */
export const MISTAKES = {
  "stay-silent": "Send no acknowledgement of the next file",
  "answer-late": "Acknowledge the next file a week late, after its returns",
  reject: "Reject the next file",
  double: "Send the next returns twice",
  cut: "Cut the next returns in the middle, and send them whole a day later",
  late: "Send the next returns a day late",
  stray: "Send a return of an unknown entry, now",
} as const;
type Mistake = keyof typeof MISTAKES;

type Reply = { at: number; key: string; body: string; isReturns?: boolean };
export type BankedFile = ReadFile & { object: string; received_at: string; answered?: string };

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/**
 * A pretend bank. It reads what appears below `outgoing/`, as strictly as a bank, and writes replies below
 * `incoming/`. An account number decides what comes back, by its last four digits: `10` and the number of an
 * R-code on the morning of the effective day, `20` two days later, `30` and the number of a C-code, and `40`
 * returns the prenote alone.
 */
export class PretendBank implements Engine {
  readonly #s3: S3;
  readonly #agenda: Agenda;
  readonly files: BankedFile[] = [];
  readonly mistakes = new Set<Mistake>();
  readonly #sent: { at: string; text: string }[] = [];

  constructor(s3: S3, agenda: Agenda) {
    this.#s3 = s3;
    this.#agenda = agenda;
    s3.listeners.push((object) => this.#take(object));
  }

  /** What it had promised before a stop follows from the files, and what it has sent is in the bucket. */
  follow(): void {
    if (this.files.length > 0) return;
    for (const bucket of this.#s3.buckets())
      for (const object of this.#s3.list(bucket, "outgoing/")) this.#take(object);
  }

  /** A line for each file that it took and each reply with entries, oldest first. */
  readonly statement = (): string[] => {
    const taken = this.files.map(({ received_at: at, object, credits, fault }) => ({
      at,
      text: `${object}: ${fault === undefined ? (-credits / 100).toFixed(2) : "refused"}`,
    }));
    return [...taken, ...this.#sent]
      .sort((a, b) => (a.at < b.at ? -1 : 1))
      .map(({ at, text }) => `${at} ${text}`);
  };

  misbehave(mistake: string): void {
    if (!(mistake in MISTAKES))
      throw new RangeError(`A mistake is one of ${Object.keys(MISTAKES).join(", ")}.`);
    if (mistake !== "stray") this.mistakes.add(mistake as Mistake);
    else this.send(`stray-${Date.now()}.ach`, returnsFile([STRAY], "R03", Date.now()));
  }

  #take({ key, at, body }: StoredObject): void {
    if (!key.startsWith("outgoing/")) return;
    const file: BankedFile = { ...readAchFile(body), object: key, received_at: at };
    this.files.push(file);
    for (const reply of repliesTo(file))
      if (!this.#s3.hasStored(this.#bucket(), `incoming/${reply.key}`))
        this.#agenda.at(reply.at, () => this.#reply(file, reply));
  }

  #reply(file: BankedFile, { key, body, isReturns }: Reply): void {
    const does = (mistake: Mistake) => this.mistakes.delete(mistake);
    const later = (name: string, days = 1) =>
      void this.#agenda.at(Date.now() + days * DAY, () => this.send(name, body));
    if (!isReturns && does("stay-silent")) return;
    if (!isReturns && does("answer-late")) later(key, 7);
    else if (!isReturns) {
      file.answered = does("reject") ? body.replace("ACCEPTED", "REJECTED") : body;
      this.send(key, file.answered);
    } else if (does("late")) later(key);
    else if (does("cut")) {
      later(`whole-${key}`);
      this.send(key, body.slice(0, Math.ceil(body.length / 2)));
    } else {
      if (does("double")) later(`again-${key}`);
      this.send(key, body);
    }
  }

  #bucket = (): string => this.#s3.buckets()[0] ?? "";

  /** Puts a file into the bucket, of any bytes. */
  send(name: string, body: string): void {
    const returned = body.split("\n").filter((record) => /^799R/.test(record)).length;
    this.#sent.push({ at: new Date().toISOString(), text: `incoming/${name}: ${returned} returned` });
    this.#s3.put(this.#bucket(), `incoming/${name}`, body);
  }
}

/** Noon in UTC is a morning in New York, so before the time at which entries count as paid. */
const noonOf = (yymmdd: string): number =>
  Date.parse(`20${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4, 6)}T12:00:00Z`);

function repliesTo(file: BankedFile): Reply[] {
  const name = `ACH${String(file.number).padStart(8, "0")}`;
  const [verdict, reason] = file.fault ? ["REJECTED", `,${file.fault}`] : ["ACCEPTED", ""];
  const acknowledgement = {
    at: Date.parse(file.received_at) + 10 * MINUTE,
    key: `${name}-ack.txt`,
    body: `ACK,${file.number},${verdict},${file.entries.length},${file.credits}${reason}\n`,
  };
  if (file.fault) return [acknowledgement];
  const coded = file.entries.flatMap((entry) => {
    const [, when = "", code = ""] = /([1-4]0)(\d\d)$/.exec(entry.account) ?? [];
    if (when === "" || (entry.isPrenote ? when !== "40" : when === "40")) return [];
    const at = noonOf(entry.effective) + (when === "20" ? 2 * DAY : 0);
    return [{ entry, at, code: `${when === "30" ? "C" : "R"}${code}` }];
  });
  const groups = Map.groupBy(
    coded.sort((a, b) => (a.code < b.code ? -1 : 1)),
    ({ at, code }) => `${at} ${code}`,
  );
  return [
    acknowledgement,
    ...[...groups.values()].map((group) => {
      const [{ at, code } = { at: 0, code: "" }] = group;
      const entries = group.map(({ entry }) => entry);
      return { at, key: `${name}-${code}-${at}.ach`, body: returnsFile(entries, code, at), isReturns: true };
    }),
  ];
}

const STRAY: AchRecord = {
  record: `622021000021${"123456781003".padEnd(17)}0000000100`,
  effective: "",
  account: "",
  amount: 100,
  isPrenote: false,
  id: "ZZZZZZZZZZZZZZZ",
  name: "NOBODY".padEnd(22),
  trace: "091000019999999",
};

/** What a notification of change corrects: an account number that has no code, and a well-known bank. */
const CORRECTED: Readonly<Record<string, string>> = {
  C01: "9876543210",
  C02: "021000021",
  C03: "021000021   9876543210",
  C05: "32",
  C06: "9876543210          32",
  C07: "0210000219876543210       32",
};

/** A Nacha file of an instant with the entries as they came back, each with its addenda. */
export function returnsFile(
  entries: readonly AchRecord[],
  code: string,
  at: number,
  corrected = CORRECTED[code] ?? "",
): string {
  const kind = code.startsWith("C") ? "98" : "99";
  const lines = entries.flatMap(({ record, amount, id, name, trace }) => [
    `6${record.charAt(1)}1${record.slice(3, 29)}${String(amount).padStart(10, "0")}${id}${name}  1${trace}`,
    `7${kind}${code}${trace}${" ".repeat(6)}${record.slice(3, 11)}${corrected.padEnd(44)}${trace}`,
  ]);
  const records = [
    `101 1234567890091000019${new Date(at).toISOString().replace(/\D/g, "").slice(2, 12)}A094101${" ".repeat(54)}`,
    `5200${" ".repeat(46)}${kind === "98" ? "COR" : "PPD"}PAYROLL   ${" ".repeat(31)}`,
    ...lines,
    `8200${String(lines.length).padStart(6, "0")}`.padEnd(94, "0"),
    `9000001${"1".padStart(6, "0")}${String(lines.length).padStart(8, "0")}`.padEnd(94, "0"),
  ];
  while (records.length % 10 !== 0) records.push("9".repeat(94));
  return `${records.join("\n")}\n`;
}
