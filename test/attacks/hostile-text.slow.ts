import { describe, expect, test } from "@jest/globals";
import { operations } from "../../shared/contract/service.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { mailTo } from "../support/cloud/mailbox.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud(FAST_CLOCK);

describe("a signup's name", () => {
  const names = [
    "Ana\r\nBcc: victim@example.com",
    "Ana\nSubject: You won",
    "<img src=https://evil.example/a.png>",
    "<a href='https://evil.example'>Click</a>",
    "Visit https://evil.example now",
    "visit evil.example/now",
    "www.evil.example",
    "Call +1 555 010 0000",
    "ｗｗｗ．evil．example",
    "\u202eelpmaxe.live",
    "\u200bAna\u200b",
    "\u0000Ana",
    "\u001b[31mAna",
    "{{7*7}} #{7*7}",
    "Ana & Bob \" ' >",
    '=HYPERLINK("https://evil.example")',
    "[Click](https://evil.example)",
    "A".repeat(120),
  ];

  test.each(names)("%j is refused, or the email has no link, header or markup from it", async (name) => {
    const email = freshEmail();
    const { status } = await cloud.post("/api/agent/signups", { email, name }, { from: freshAddress() });
    expect([201, 400]).toContain(status);
    if (status === 400) return;
    const mail = await mailTo(cloud, email);
    const whole = JSON.stringify(mail);
    expect(whole).not.toMatch(/evil[.．]example|<img src=https|elpmaxe|555 010|victim@example|You won/);
    expect(mail.to).toEqual([email]);
    expect(mail.subject).not.toMatch(/[\r\n]/);
  });
});

describe("a name on a 1099", () => {
  const names = [
    "/JS (app.alert(1))",
    ") Tj ET Q BT (",
    "<< /OpenAction 1 0 R >>",
    "endstream endobj",
    "%PDF-1.7",
    "\\) \\( \\\\",
    "😀 🚚 👩‍👩‍👧‍👦",
    "محمد السائق",
    "田中太郎",
    "Zoë Ångström ffi ﬁ",
    "e\u0301\u0301\u0301\u0301\u0301",
    "\uffff\ufffe",
    "ﷺﷺﷺﷺ",
  ];

  test.each(names)("%j leaves a PDF without active parts", async (name) => {
    const partner = await newPartner(cloud);
    const made = await partner.post("/v1/drivers", {
      email: freshEmail(),
      first_name: name,
      last_name: name,
    });
    expect([201, 400]).toContain(made.status);
    if (made.status === 400) return;
    const { id } = made.json;
    await partner.payout(id, { amount: 700_000, method: "instant" });
    const year = new Date(await cloud.now()).getUTCFullYear();
    const { status, bytes } = await partner.call(`/v1/tax/${id}/1099?year=${year}&format=pdf`);
    expect(status).toBe(200);
    const pdf = bytes.toString("latin1");
    expect(pdf.startsWith("%PDF-")).toBe(true);
    expect(pdf).not.toMatch(/\/(JS|JavaScript|OpenAction|AA|Launch|URI|EmbeddedFile)\b/);
  });
});

describe("a body that is", () => {
  const deep = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
  const long = (part: string) => part.repeat(Math.floor(60_000 / part.length));
  const bodies: [string, string][] = [
    ["5,000 arrays deep", deep(5_000, "[", "]")],
    ["30,000 arrays deep", deep(30_000, "[", "]")],
    ["5,000 objects deep", `${deep(5_000, '{"a":', "")}1${"}".repeat(5_000)}`],
    ["an email of 60 KB", JSON.stringify({ email: `${long("a.")}@example.com` })],
    ["an email with many at signs", JSON.stringify({ email: long("a@") })],
    ["a name of spaces", JSON.stringify({ email: "ana@example.com", name: long(" ") })],
    ["a website of dots", JSON.stringify({ email: "ana@example.com", website: `https://${long("a.")}` })],
    ["a slug of hyphens", JSON.stringify({ email: "ana@example.com", partner_id: long("a-") })],
    ["a number of many digits", `{"magi":${long("9")}}`],
    ["a number with a great exponent", '{"magi":1e400,"amount":1e400}'],
    ["many names", `{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":1`).join(",")}}`],
    ["the same name twice", '{"email":"a@example.com","email":"b@example.com","__proto__":{"x":1}}'],
    ["after a byte order mark", '\ufeff{"email":"ana@example.com"}'],
    ["empty", ""],
    ["null", "null"],
    ["a string", '"text"'],
  ];
  const posts = operations.filter(({ body, method }) => body && method === "POST");

  test.each(bodies)(
    "%s gets an answer below 500 from every operation and from MCP",
    async (_, body) => {
      const partner = await newPartner(cloud);
      const paths = [...posts.map(({ path }) => path.replace(/\{\w+\}/g, "none")), "/api/mcp"];
      for (const path of paths) {
        const headers = { "content-type": "application/json" };
        const { status } = await partner.call(path, { method: "POST", body, headers, from: freshAddress() });
        expect([path, status < 500]).toEqual([path, true]);
      }
    },
    60_000,
  );
});
