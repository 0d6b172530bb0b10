import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { type AchEntry, achFile } from "../../shared/domain/rail/ach-file.ts";
import { lackOf, pythonPrograms, run } from "../support/installed-programs.ts";

/** Two implementations of others, which have no part in the writing. */
const JUDGE = `
import sys, achkit
text = open(sys.argv[1]).read()
print(achkit.validate(text), sum(e["amount_cents"] for b in achkit.parse(text)["batches"] for e in b["entries"]))
`;
const ROUTING = ["021000021", "091000019", "026009593", "121000248", "322271627"];
const lack = lackOf(["python3"]);

(lack ? test.skip : test)(
  `achkit and achlens accept files of every size${lack}`,
  () => {
    const bin = pythonPrograms(["achkit==0.2.0", "achlens==0.1.7"]);
    const folder = mkdtempSync(join(tmpdir(), "ach-"));
    const file = join(folder, "a.ach");
    const judge = join(folder, "judge.py");
    writeFileSync(judge, JUDGE);
    for (const count of [1, 5, 6, 7, 250, 10_000]) {
      const entries = Array.from(
        { length: count },
        (_, i): AchEntry => ({
          id: String(i).padStart(15, "0"),
          account_id: `acct_${i % 40}`,
          company_name: `Courier ${i % 40} & Söhne`,
          name: `Zoë O'Neill ${i}`,
          account_number: String(i * 7_919 + 1_000),
          amount: (i * 104_729) % 5_000_000,
          routing_number: ROUTING[i % 5] ?? "",
          account_type: i % 3 ? "checking" : "savings",
        }),
      );
      const originator = {
        destination: "091000019",
        destination_name: "Example Bank",
        origin: "1234567890",
        origin_name: "Portable",
        company_id: "1234567890",
        odfi: "09100001",
      };
      const days = {
        day: "2026-11-27",
        time: "14:00",
        nth: 0,
        effective_day: "2026-11-30",
        same_day: count % 2 === 0,
      };
      writeFileSync(file, achFile({ number: count, ...days, originator }, entries));
      const sum = entries.reduce((total, { amount }) => total + amount, 0);
      expect(run(folder, join(bin, "python"), [judge, file]).trim()).toBe(
        `{'ok': True, 'errors': []} ${sum}`,
      );
      expect(JSON.parse(run(folder, join(bin, "achlens"), ["validate", file]))).toMatchObject({
        valid: true,
        counts: { error: 0, warning: 0 },
      });
    }
    rmSync(folder, { recursive: true });
  },
  120_000,
);
