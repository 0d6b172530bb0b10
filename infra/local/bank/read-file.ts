/** A file that a bank takes, or why it refuses it. */
export type ReadFile = {
  number: number;
  /** `YYMMDD`. */
  day: string;
  credits: number;
  entries: AchRecord[];
  fault?: string;
};
export type AchRecord = {
  record: string;
  effective: string;
  account: string;
  amount: number;
  isPrenote: boolean;
  id: string;
  name: string;
  trace: string;
};

type Totals = { count: number; hash: number; credits: number };

const number = (record: string, from: number, to: number) => Number(record.slice(from, to));

const entryIn = (record: string, effective: string): AchRecord => ({
  record,
  effective,
  account: record.slice(12, 29).trim(),
  amount: number(record, 29, 39),
  isPrenote: record.charAt(2) === "3",
  id: record.slice(39, 54),
  name: record.slice(54, 76),
  trace: record.slice(79, 94),
});

/** As strict as a bank: lengths, order, counts, hashes, totals, blocks, check digits and traces. */
export function readAchFile(text: string): ReadFile {
  const records = text.split("\n").filter((record) => record !== "");
  const header = records[0] ?? "";
  const file: ReadFile = {
    number: number(header, 86, 94),
    day: header.slice(23, 29),
    credits: 0,
    entries: [],
  };
  const sums: Totals = { count: 0, hash: 0, credits: 0 };
  let batches = 0;
  let batch = undefined as Totals | undefined;
  let effective = "";
  let company = "";
  let isClosed = false;
  let fault: string | undefined;
  const require = (holds: boolean, what: string, line: number) => {
    if (!holds) fault ??= `line ${line}: ${what}`;
  };
  require(/^101 \d{9}.{10}\d{10}[A-Z0-9]094101/.test(header), "no file header", 1);
  require(records.length % 10 === 0, "the records do not fill blocks of ten", records.length);
  for (const [i, record] of records.entries()) {
    const line = i + 1;
    require(/^[ -~]{94}$/.test(record), "a record has 94 characters", line);
    const kind = isClosed ? "fill" : record.charAt(0);
    if (kind === "fill") require(/^9{94}$/.test(record), "a record after the end", line);
    else if (kind === "5") {
      require(batch === undefined, "a batch in a batch", line);
      require(/^5220.{36}.{10}PPDPAYROLL {3}/.test(record), "no PPD batch of credits of pay", line);
      batch = { count: 0, hash: 0, credits: 0 };
      effective = record.slice(69, 75);
      company = record.slice(40, 50);
      require(number(record, 87, 94) === ++batches, "the batches are not numbered", line);
    } else if (kind === "6") {
      require(batch !== undefined, "an entry outside of a batch", line);
      require(/^6[23][23]\d{9}[0-9A-Za-z-]{1,17} *\d{10}/.test(record), "no credit to an account", line);
      require(hasCheckDigit(record.slice(3, 12)), "a routing number with a wrong check digit", line);
      const entry = entryIn(record, effective);
      const { trace, amount, isPrenote } = entry;
      const last = file.entries.at(-1)?.trace;
      require(last === undefined || Number(trace) === Number(last) + 1, "the trace numbers have a gap", line);
      require(isPrenote === (amount === 0), "a prenote has no amount, and a credit has one", line);
      file.entries.push(entry);
      if (batch)
        batch = {
          count: batch.count + 1,
          hash: batch.hash + number(record, 3, 11),
          credits: batch.credits + amount,
        };
    } else if (kind === "8") {
      const { count, hash, credits } = batch ?? { count: -1, hash: 0, credits: 0 };
      require(record.slice(4, 54) ===
        totals(count, 6, hash, credits) + company, "the batch does not add up", line);
      sums.count += count;
      sums.hash += hash;
      sums.credits += credits;
      batch = undefined;
    } else if (kind === "9") {
      const blocks = [batches, records.length / 10].map((each) => String(each).padStart(6, "0")).join("");
      const expected = blocks + totals(sums.count, 8, sums.hash, sums.credits);
      require(record.slice(1, 55) === expected, "the file does not add up", line);
      isClosed = true;
    } else require(kind === "1" && i === 0, "an unknown record", line);
  }
  require(isClosed && sums.count > 0, "the file has no end", records.length);
  return { ...file, credits: sums.credits, ...(fault !== undefined && { fault }) };
}

const totals = (count: number, width: number, hash: number, credits: number): string =>
  [
    [count, width],
    [hash % 10 ** 10, 10],
    [0, 12],
    [credits, 12],
  ]
    .map(([value = 0, digits = 0]) => String(value).padStart(digits, "0"))
    .join("");

const hasCheckDigit = (routing: string): boolean =>
  [...routing].reduce((sum, digit, i) => sum + Number(digit) * ([3, 7, 1][i % 3] ?? 0), 0) % 10 === 0;
