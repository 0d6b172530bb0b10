import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import fc from "fast-check";
import { checkRothEligibilityOperation } from "../../shared/contract/agent/check-roth-eligibility.ts";
import { joinWaitlistOperation } from "../../shared/contract/agent/join-waitlist.ts";
import { startSignupOperation } from "../../shared/contract/agent/start-signup.ts";
import { GivenInstant } from "../../shared/contract/lists.ts";
import { MAX_BODY_BYTES } from "../../shared/contract/operation.ts";
import { createPayoutOperation } from "../../shared/contract/platform/payments/create-payout.ts";
import { decodeBase64url } from "../../shared/crypto/base64url.ts";
import { Email } from "../../shared/domain/text/email.ts";
import { preferredLanguage } from "../../shared/domain/text/language.ts";
import { MAX_BATCH_BYTES } from "../../shared/domain/payout/payout-batch.ts";
import { mailboxOf } from "../../shared/domain/signup/mailbox.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";

/** Reported: a header or a body of one kind of character kept a function busy for seconds. */
process.env.BASE_URL = "http://localhost:3000";
const { readCookie } = await import("../../shared/dashboard/serving/cookies.ts");
const { refuseForeignPage } = await import("../../shared/http/guard/foreign-page.ts");
const { formToken, isOurForm } = await import("../../shared/http/guard/form-token.ts");
const { hasIdempotencyKey, readRepeatable } = await import("../../shared/http/guard/idempotency.ts");
const { inLatin } = await import("../../shared/http/guard/latin-name.ts");
const { lenient } = await import("../../shared/http/mcp/lenient-message.ts");
const { encodingFor, prefers } = await import("../../shared/http/serve/accept.ts");
const { isPreflight } = await import("../../shared/http/serve/cross-origin.ts");
const { parseJson, readPairs } = await import("../../shared/http/serve/request-text.ts");
const request = await import("../../shared/http/serve/request.ts");
const { cacheable, finished, unlessHeld } = await import("../../shared/http/serve/responses.ts");
const { isPublicAddress } = await import("../../shared/webhooks/address.ts");
const { excerptOf, headersOf } = await import("../../shared/webhooks/excerpt.ts");
const { readTarget } = await import("../../shared/webhooks/target.ts");

const owner = { account_id: "acct_1", mode: "test" } as const;
const withHeader = (name: string, text: string) => gatewayEvent("POST", { headers: { [name]: text } });
const withCookie = (text: string) => ({ ...gatewayEvent("POST"), cookies: text.split("; ") });
const withBody = (type: string, body: string): APIGatewayProxyEventV2 =>
  gatewayEvent("POST", { headers: { "content-type": type }, body });
const form = (body: string) => withBody("application/x-www-form-urlencoded", body);
const result = { statusCode: 200, headers: { etag: '"a"', "content-type": "text/html" }, body: "" };

type Parser = { part: string; longest?: number; read: (text: string) => unknown };
/** Every parser of our own that meets a text from outside, with characters that mean something to it. */
const parsers: Record<string, Parser> = {
  parseJson: { part: '"\\{}[]:,\n a', longest: MAX_BATCH_BYTES, read: parseJson },
  readPairs: { part: "%&=+[]a0", read: (text) => readPairs(text, "form") },
  readRequest: {
    part: "%&=+[]a0 ",
    read: (text) => {
      const attempt = (read: () => unknown) => {
        try {
          read();
        } catch {}
      };
      attempt(() => request.readRequest(joinWaitlistOperation, form(`email=${text}`)));
      const query = `filing_status=single&magi=${text}`;
      attempt(() => request.readRequest(checkRothEligibilityOperation, gatewayEvent("GET", { query })));
      const body = JSON.stringify({ email: text, name: text, platforms: [...text.slice(0, 999)] });
      attempt(() => request.readRequest(startSignupOperation, withBody("application/json", body)));
    },
  },
  mediaType: { part: "; /a=", read: (text) => request.mediaType(withHeader("content-type", text)) },
  tooLargeProblem: { part: "%a ", read: (text) => request.tooLargeProblem(form(text)) },
  formFields: { part: "%&=+[]a0", read: (text) => request.formFields(form(text)) },
  requestBody: { part: ", a", read: (text) => request.requestBody(withHeader("content-encoding", text)) },
  sentBody: { part: "=A-+/", read: (text) => request.sentBody({ ...form(text), isBase64Encoded: true }) },
  prefers: { part: ",;q=0.1*/ a", read: (text) => prefers(text, "text/html") },
  encodingFor: { part: ",;q=0.1* a", read: encodingFor },
  isPreflight: { part: ":/. a", read: (text) => isPreflight(withHeader("origin", text)) },
  cacheable: { part: '",W/* a', read: (text) => cacheable(result, 60, withHeader("if-none-match", text)) },
  unlessHeld: { part: '",W/* a', read: (text) => unlessHeld(result, withHeader("if-none-match", text)) },
  finished: { part: ":/. a", read: (text) => finished(result, withHeader("origin", text)) },
  refuseForeignPage: {
    part: ":/. a",
    read: (text) => refuseForeignPage(withHeader("origin", text)).catch(() => 0),
  },
  formToken: { part: "form=;. a", read: (text) => formToken(withCookie(text)) },
  isOurForm: { part: "form=;. a", read: (text) => isOurForm(withCookie(text), { form_token: text }) },
  hasIdempotencyKey: { part: '"idempotency_key', read: (text) => hasIdempotencyKey({}, text) },
  readRepeatable: {
    part: '"\\ a',
    read: (text) =>
      readRepeatable(createPayoutOperation, owner, withHeader("idempotency-key", text), {
        params: {},
        body: { metadata: text },
      }).catch(() => 0),
  },
  inLatin: { part: "Éß京 a\u0301", read: (text) => inLatin(text, (character) => character < "\u0080") },
  readCookie: { part: "session=;_- a", read: (text) => readCookie(withCookie(`kept=${text}`), "kept") },
  preferredLanguage: { part: ",;q=0.1-*esn ", read: preferredLanguage },
  lenient: {
    part: '{}[],: "a',
    read: (text) => lenient({ method: "tools/call", params: { name: text, arguments: text } }),
  },
  mailboxOf: { part: "@+. a", read: mailboxOf },
  Email: { part: '@+-."\\ a', read: (text) => Email.safeParse(text) },
  GivenInstant: { part: "T:-+Z. 0", read: (text) => GivenInstant.safeParse(text) },
  decodeBase64url: { part: "=_-+A", read: decodeBase64url },
  readTarget: { part: ":/@.?#[]%\\a0", read: (text) => readTarget(`https://${text}`) },
  isPublicAddress: { part: ":.0f", read: isPublicAddress },
  excerptOf: { part: "\ufffd\u{1f600}a\n", read: (text) => excerptOf(Buffer.from(text), undefined, 1_000) },
  headersOf: { part: ":\n,a", read: (text) => headersOf({ location: text, server: text }) },
};

/** They read a key's form, our own headers or variables of the stage, or wrap a handler. */
const others = [
  "authenticate",
  "noteFailure",
  "readBankTerms",
  "refuseWhilePaused",
  "refusingOthers",
  "serveRequests",
];

/** The exported functions of a folder that take an event, or a text as its caller wrote it. */
function readersIn(folder: string): string[] {
  const dir = join(import.meta.dirname, "..", "..", folder);
  const EXPORTED = /export (?:async )?(?:function|const) (\w+)(?: =)? ?(?:async )?(?:<[^()]*?>)?\(([^)]*)/g;
  const RAW = /APIGatewayProxyEventV2|\b(?:text|accept|acceptEncoding|header|headers)(?:: string| = ")/;
  return readdirSync(dir).flatMap((file) => {
    const text = readFileSync(join(dir, file), "utf8").replaceAll(/\s+/g, " ");
    return [...text.matchAll(EXPORTED)].flatMap(([, name = "", params = ""]) =>
      RAW.test(params) ? [name] : [],
    );
  });
}

describe("a parser of texts from outside", () => {
  test.each(["shared/http/serve", "shared/http/guard"])("is in this table, if %s exports it", (folder) => {
    const readers = readersIn(folder).filter((name) => !others.includes(name));
    expect(readers.length).toBeGreaterThan(3);
    expect(readers.filter((name) => !(name in parsers))).toEqual([]);
  });

  const MAX_MS = 20;
  async function cpuOf(work: () => unknown): Promise<number> {
    let least = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 5 && least > MAX_MS; tries++) {
      const before = process.cpuUsage();
      try {
        await work();
      } catch {}
      const { user, system } = process.cpuUsage(before);
      least = Math.min(least, (user + system) / 1_000);
    }
    return least;
  }

  test.each(Object.entries(parsers))(
    "%s takes below 20 ms of CPU, or at most 20 times that of an eighth of the text",
    async (_, { part, longest = MAX_BODY_BYTES, read }) => {
      const parts = fc.string({ unit: fc.constantFrom(...part), minLength: 1, maxLength: 6 });
      const texts = fc.tuple(fc.constantFrom("", ...part), parts, fc.constantFrom("", "\0", ...part));
      await fc.assert(
        fc.asyncProperty(texts, async ([start, unit, end]) => {
          const textOf = (length: number) =>
            start + unit.repeat(Math.floor((length - 3) / unit.length)) + end;
          const ms = await cpuOf(() => read(textOf(longest)));
          // Work by the square would take 64 times as much. Other work on the machine does not reach 20.
          if (ms > MAX_MS)
            expect(ms).toBeLessThanOrEqual(20 * (await cpuOf(() => read(textOf(longest / 8)))));
        }),
        { numRuns: 40 + part.length, examples: [...part].map((unit) => [["", unit, "\0\0"]]) },
      );
    },
  );
});
