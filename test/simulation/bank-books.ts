import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ReadFile, readAchFile } from "../../infra/local/bank/read-file.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { entryIdOf } from "../../shared/domain/rail/bank-file.ts";
import { type BankLine, correctedFields, readBankReply } from "../../shared/domain/rail/bank-reply.ts";
import { listAll, type Company } from "./book.ts";
import type { SimulatedCloud } from "./cloud.ts";
import { must } from "./violation.ts";

const ONCE = "a payout is in one file";
const LEDGER = "files equal the ledger";
const LINES = "each line of the bank ends somewhere";

type Version = { key: string; body?: string };
type Taken = { number: number; entry: ReadFile["entries"][number] };

/** What an operator sees. */
export const listed = async (cloud: SimulatedCloud, noun: string): Promise<Json[]> =>
  (await cloud.command("list", { noun })).data as Json[];

/** Every version of every object that the bank's bucket ever had, oldest first. */
function versionsOf(cloud: SimulatedCloud, prefix: string): Version[] {
  const file = join(cloud.dataDir, "objects.jsonl");
  const lines = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
  return lines.map((line) => JSON.parse(line) as Version).filter(({ key }) => key.startsWith(prefix));
}

/** The files that left. Each has the same bytes for ever, as the strict reader of a bank takes them. */
function filesOf(cloud: SimulatedCloud): Map<number, ReadFile> {
  const bodies = new Map<string, string>();
  const files = new Map<number, ReadFile>();
  for (const { key, body = "" } of versionsOf(cloud, "outgoing/")) {
    const before = bodies.get(key) ?? body;
    must(before === body, "a file keeps its bytes", () => `${key} was written with other bytes`);
    bodies.set(key, body);
    const file = readAchFile(body);
    must(file.fault === undefined, LEDGER, () => `a bank refuses ${key}: ${file.fault}`);
    const known = files.has(file.number) && before !== body;
    must(!known, "a file keeps its bytes", () => `${key} has the number of another file`);
    files.set(file.number, file);
  }
  return files;
}

/** Where each entry is, by the id that its payout or bank account gives it. */
function placesOf(files: ReadonlyMap<number, ReadFile>): Map<string, Taken[]> {
  const taken = [...files.values()].flatMap(({ number, entries }) =>
    entries.map((entry): Taken => ({ number, entry })),
  );
  return Map.groupBy(taken, ({ entry }) => entry.id);
}

/** At any time: an entry is in one file, but for files that the bank rejected. */
export async function filesHold(cloud: SimulatedCloud): Promise<void> {
  const places = placesOf(filesOf(cloud));
  const states = new Map((await listed(cloud, "bank-files")).map(({ number, state }) => [number, state]));
  for (const [id, at] of places) {
    const open = at.filter(({ number }) => !/rejected|released/.test(states.get(number)));
    must(open.length <= 1, ONCE, () => `${id} is in the files ${open.map(({ number }) => number).join()}`);
  }
}

/** Once all is at rest: files, ledger, lines and bank accounts. */
export async function bankAgrees(cloud: SimulatedCloud, companies: readonly Company[]): Promise<void> {
  await filesHold(cloud);
  const files = filesOf(cloud);
  const places = placesOf(files);
  const states = await listed(cloud, "bank-files");
  for (const { number, state, entries, total } of states) {
    const file = files.get(number);
    must(
      /acknowledged|released/.test(state) && file?.entries.length === entries && file?.credits === total,
      LEDGER,
      () =>
        `file ${number} is ${state} with ${entries} of ${total}, and has ${file?.entries.length} of ${file?.credits}`,
    );
  }
  cloud.exercised.count("files of a bank", files.size);
  const paid = new Set(states.flatMap(({ number, state }) => (state === "acknowledged" ? [number] : [])));
  const payouts = new Map<string, Json>();
  for (const company of companies)
    for (const payout of await listAll(company.partner, "/v1/payments")) {
      payouts.set(entryIdOf(payout.id), payout);
      isWhereItSays(payout, places.get(entryIdOf(payout.id)) ?? [], paid);
      cloud.exercised.count(`live payouts ${payout.status}`);
    }
  await moneyAgrees(companies, files, paid, payouts);
  const lines = linesOf(cloud);
  await linesEnd(cloud, lines, places, payouts, states);
  for (const company of companies) await accountsAgree(company, { places, payouts, lines, paid });
}

/** The file that a payout is in follows from its state. */
function isWhereItSays(payout: Json, at: readonly Taken[], paid: ReadonlySet<number>): void {
  const { id, status, net_amount, return_code } = payout;
  const left = at.filter(({ number }) => paid.has(number));
  const what = () =>
    `${id} is ${status} ${return_code ?? ""}, and in the files ${left.map(({ number }) => number).join()}`;
  must(left.length <= 1, ONCE, what, id);
  must(
    left.every(({ entry }) => entry.amount === net_amount),
    LEDGER,
    what,
    id,
  );
  if (status === "completed" || status === "refunded") must(left.length === 1, LEDGER, what, id);
  else if (status === "canceled" || !return_code) must(left.length === 0, LEDGER, what, id);
  else must(at.length > 0, LEDGER, what, id);
}

/** What left equals the totals of files, what settlements say, and what is gone from the balances. */
async function moneyAgrees(
  companies: readonly Company[],
  files: ReadonlyMap<number, ReadFile>,
  paid: ReadonlySet<number>,
  payouts: ReadonlyMap<string, Json>,
): Promise<void> {
  const sent = new Map<number, number>();
  for (const { partner, credited } of companies) {
    for (const { bank_files = [] } of await listAll(partner, "/v1/settlements"))
      for (const { number, sent_amount } of bank_files)
        sent.set(number, (sent.get(number) ?? 0) + sent_amount);
    const { available, pending } = await partner.read("/v1/balance");
    const payments = await listAll(partner, "/v1/payments");
    const gone = payments.reduce((sum, { status, amount }) => sum + (status === "completed" ? amount : 0), 0);
    must(
      pending === 0 && available === credited - gone,
      LEDGER,
      () => `of ${credited}, ${gone} were paid, ${pending} are pending and ${available} are left`,
    );
  }
  for (const number of paid) {
    const { credits, entries } = files.get(number) as ReadFile;
    const known = entries.reduce((sum, { id }) => sum + (payouts.get(id)?.net_amount ?? 0), 0);
    must(
      credits === known && credits === (sent.get(number) ?? 0),
      LEDGER,
      () =>
        `file ${number} has ${credits}, its payouts are ${known}, and settlements say ${sent.get(number)}`,
    );
  }
}

type Sent = { key: string; line: BankLine; made_at: string };

function linesOf(cloud: SimulatedCloud): Sent[] {
  const bodies = new Map(
    versionsOf(cloud, "incoming/").flatMap(({ key, body }) =>
      body === undefined ? [] : [[key, body] as const],
    ),
  );
  return [...bodies].flatMap(([key, body]) => {
    const { lines, isCut, made_at } = readBankReply(body);
    const cut: BankLine[] = isCut ? [{ kind: "unknown", line: 1, text: body }] : [];
    return [...cut, ...lines].map((line) => ({ key, line, made_at }));
  });
}

/** Each line that the bank sent had its effect, or is listed. Nothing lies in the bank's folder. */
async function linesEnd(
  cloud: SimulatedCloud,
  lines: readonly Sent[],
  places: ReadonlyMap<string, Taken[]>,
  payouts: ReadonlyMap<string, Json>,
  states: readonly Json[],
): Promise<void> {
  const last = new Map(versionsOf(cloud, "incoming/").map(({ key, body }) => [key, body]));
  for (const [key, body] of last) must(body === undefined, LINES, () => `${key} was not read`);
  const left = await listed(cloud, "bank-lines");
  cloud.exercised.count("lines for an operator", left.length);
  const shown = new Set(left.map(({ object, line }) => `${object} ${line}`));
  const byText = Map.groupBy(lines, ({ line }) => line.text);
  for (const { key, line } of lines) {
    cloud.exercised.count(`lines of a bank: ${line.kind}`);
    const isListed = byText.get(line.text)?.some((same) => shown.has(`${same.key} ${same.line.line}`));
    must(
      isListed || hadEffect(line, places, payouts, states),
      LINES,
      () => `${key}: ${line.kind} ${line.text}`,
    );
  }
}

function hadEffect(
  line: BankLine,
  places: ReadonlyMap<string, Taken[]>,
  payouts: ReadonlyMap<string, Json>,
  states: readonly Json[],
): boolean {
  if (line.kind === "unknown") return false;
  if (line.kind === "acknowledgement") {
    const state = states.find(({ number }) => number === line.number)?.state;
    return state === (line.accepted ? "acknowledged" : "released");
  }
  const { entry } = placed(line, places) ?? {};
  // Bank accounts are looked at below.
  if (line.kind === "change") return entry !== undefined;
  return (
    entry?.amount === line.amount && (entry.isPrenote || payouts.get(entry.id)?.return_code === line.code)
  );
}

const placed = ({ id, trace }: { id: string; trace: string }, places: ReadonlyMap<string, Taken[]>) =>
  places.get(id)?.find(({ entry }) => entry.trace === trace);

type Books = {
  places: ReadonlyMap<string, Taken[]>;
  payouts: ReadonlyMap<string, Json>;
  lines: readonly Sent[];
  paid: ReadonlySet<number>;
};

/** A bank account has the newest correction, pays by numbers that it had, and is what its test made it. */
async function accountsAgree({ partner, numbers }: Company, { places, payouts, lines, paid }: Books) {
  const name = "a bank account is what the bank says";
  const driverOf = new Map([...payouts].map(([id, { driver_id }]) => [id, driver_id]));
  for (const [driver, number] of numbers) {
    const [account] = (await partner.read(`/v1/drivers/${driver}/bank-accounts`)).data;
    if (!account) continue;
    const test = entryIdOf(account.id);
    const isOwn = ({ id }: { id: string }) => id === test || driverOf.get(id) === driver;
    const changes = lines.flatMap(({ line, made_at }) => {
      const at = line.kind === "change" && isOwn(line) ? placed(line, places) : undefined;
      if (line.kind !== "change" || !at) return [];
      const { account_number } = correctedFields(line.code, line.corrected) ?? {};
      const place = [
        String(at.number).padStart(8, "0"),
        made_at.padEnd(10),
        String(line.line).padStart(6, "0"),
      ];
      return account_number === undefined ? [] : [{ account_number, place: place.join() }];
    });
    const newest = changes.toSorted((a, b) => (a.place < b.place ? 1 : -1))[0]?.account_number ?? number;
    must(account.last4 === newest.slice(-4), name, () => `${account.id} has ${account.last4}, not ${newest}`);
    const known = new Set([number, ...changes.map(({ account_number }) => account_number)]);
    for (const { entry } of [...places.values()].flat().filter(({ entry }) => isOwn(entry)))
      must(known.has(entry.account), name, () => `${account.id} was paid at ${entry.account}`);
    const returned = lines.some(
      ({ line }) => line.kind === "return" && line.id === test && placed(line, places),
    );
    const isTested = places.get(test)?.some(({ number }) => paid.has(number));
    must(
      account.status === (returned ? "failed" : isTested ? "verified" : "pending") && (returned || isTested),
      name,
      () =>
        `${account.id} is ${account.status}, and its test was ${returned ? "returned" : `in a file: ${isTested}`}`,
    );
  }
}
