import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { correctedFields, readBankReply } from "../../shared/domain/rail/bank-reply.ts";

const OPENS = [
  `101 12345678900910000192611300900A094101${" ".repeat(54)}`,
  "5200UNICORN COURIER                     1234567890PPDPAYROLL   261130261130   1091000010000001",
];
const entry = (n: number, kind: string, corrected = "") => [
  `621091000019123456789        0000000100${String(n).padStart(15, "0")}JOSE NUNEZ              1021000020000001`,
  `7${kind}09100001012${String(n).padStart(4, "0")}${" ".repeat(6)}02100002${corrected.padEnd(44)}021000020000001`,
];
const closes = (count: number) => [
  `9000001000001${String(count).padStart(8, "0")}${"0".repeat(34)}${" ".repeat(39)}`,
];

const read = (lines: readonly string[]) => readBankReply(lines.join("\n"));

test("a bank's file is read line by line: acknowledgements, returns and notifications of change", () => {
  const file = [
    ...OPENS,
    ...entry(1, "99R03"),
    ...entry(2, "98C01", "987654321"),
    ...closes(4),
    "9".repeat(94),
  ];
  const { lines, isCut, made_at } = read(file);
  expect([isCut, lines.length, made_at]).toEqual([false, 2, "2611300900"]);
  const common = { trace: "091000010120001", id: "000000000000001" };
  expect(lines[0]).toMatchObject({ kind: "return", code: "R03", amount: 100, line: 3, ...common });
  expect(lines[1]).toMatchObject({
    kind: "change",
    code: "C01",
    corrected: expect.stringMatching(/^987654321 /),
  });
  expect(read(["ACK,00000012,ACCEPTED,3,12445", "ACK,12,REJECTED,3,12445,bad hash", ""])).toMatchObject({
    isCut: false,
    lines: [
      { kind: "acknowledgement", number: 12, accepted: true, entries: 3, total: 12_445 },
      { kind: "acknowledgement", number: 12, accepted: false },
    ],
  });
});

test("a file that is cut anywhere says so, and gives the entries that it has whole", () => {
  const whole = [...OPENS, ...[1, 2, 3].flatMap((n) => entry(n, "99R01")), ...closes(6)].join("\n");
  fc.assert(
    fc.property(fc.integer({ min: 1, max: whole.length - 1 }), (length) => {
      const { lines, isCut } = readBankReply(whole.slice(0, length));
      const ends = [1, 2, 3].filter((n) => length >= whole.indexOf("\n7", whole.indexOf(`${n}JOSE`)) + 95);
      expect([isCut, lines.filter(({ kind }) => kind === "return").length]).toEqual([true, ends.length]);
    }),
  );
});

test("no line that a bank sends is dropped, and only a known one means something", () => {
  const known = fc.constantFrom(
    ...OPENS,
    ...entry(1, "99R03"),
    ...entry(1, "99X03"),
    ...closes(2),
    "ACK,1,NO,1,1",
    "",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(known, fc.string({ maxLength: 100 })), { maxLength: 30 }), (file) => {
      const { lines } = read(file);
      const texts = file.join("\n").split(/\r?\n/);
      const ignored = texts.filter((text) => text === "" || (text.length === 94 && /^[1589]/.test(text)));
      const said = lines.flatMap(({ text }) => text.split("\n"));
      expect(said.length).toBe(texts.length - ignored.length);
      for (const { kind, text } of lines)
        if (kind === "return") expect(text.split("\n")).toEqual(entry(1, "99R03"));
    }),
  );
});

test.each([
  ["C01", "1918171614", { account_number: "1918171614" }],
  ["C02", "021000021", { routing_number: "021000021" }],
  ["C03", "021000021   1918171614", { routing_number: "021000021", account_number: "1918171614" }],
  ["C05", "32", { account_type: "savings" }],
  ["C06", "1918171614          22", { account_number: "1918171614", account_type: "checking" }],
  [
    "C07",
    "0210000211918171614       32",
    { routing_number: "021000021", account_number: "1918171614", account_type: "savings" },
  ],
  ["C02", "021000022", undefined],
  ["C01", "19 17", undefined],
  ["C05", "52", undefined],
  ["C04", "JOSE NUNEZ", undefined],
])("%s corrects what its field holds: %s", (code, corrected, correction) => {
  expect(correctedFields(code, corrected.padEnd(29))).toEqual(correction);
});
