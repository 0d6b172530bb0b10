import { describe, expect, test } from "@jest/globals";
import { brand } from "../../shared/domain/brand/brand.ts";
import { spanishBrand } from "../../shared/domain/brand/brand-es.ts";
import { openForm } from "../support/cloud/browserless.ts";
import { freshAddress } from "../support/cloud/cloud.ts";
import { linkIn, mailTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { pageOf } from "../support/page.ts";
import { newSignup } from "../support/partner/signup.ts";

const cloud = await sharedCloud();

const SPANISH = { "accept-language": "es-MX,es;q=0.9,en;q=0.8" };
const inSpanish = (path: string) => cloud.call(path, { headers: SPANISH });

describe("a page for people", () => {
  test.each(["/", "/privacy", "/terms", "/waitlist/thanks", "/signup/nothing", "/connect/nothing"])(
    "%s is in the browser's language, and caches know that it varies",
    async (path) => {
      const reply = await inSpanish(path);
      const { headers } = reply;
      expect(pageOf(reply).language).toBe("es");
      expect(headers["content-language"]).toBe("es");
      expect(headers.vary).toMatch(/^accept-language, cookie/);
      expect(pageOf(reply).addresses).toContain("?lang=en");
      expect(pageOf(await cloud.call(path)).language).toBe("en");
    },
  );

  test("a chosen language stays chosen, and its page is not stored for others", async () => {
    const { text, headers } = await cloud.call("/?lang=es", { headers: { "accept-language": "en" } });
    expect(text).toContain(spanishBrand.tagline);
    expect(headers["cache-control"]).toBe("no-store");
    const [cookie = ""] = String(headers["set-cookie"]).split(";");
    expect(cookie).toBe("language=es");
    expect(pageOf(await cloud.call("/terms", { headers: { cookie } })).language).toBe("es");
  });

  test("shows the legal statements in English, marked as English, and says so", async () => {
    const page = pageOf(await inSpanish("/"));
    expect(page.text).toContain("solo está disponible en inglés");
    expect(page.elements('footer p[lang="en"]').map(({ text }) => text)).toEqual([brand.disclosures]);
  });

  test("names a mistake in the visitor's language", async () => {
    const { status, text } = await inSpanish("/?filing_status=&magi=x");
    expect([status, text]).toEqual([400, expect.stringContaining("Elige tu estado civil tributario.")]);
    const form = await cloud.call("/api/waitlist", {
      method: "POST",
      body: "email=nobody",
      headers: { ...SPANISH, "content-type": "application/x-www-form-urlencoded" },
    });
    expect([form.status, form.text]).toEqual([400, expect.stringContaining("Escribe un correo como")]);
    // Its address has no page to show in another language.
    expect(form.text).not.toContain("lang=en");
  });
});

describe("a signup's email", () => {
  test("is in the signup's language, and so are the pages behind its link", async () => {
    const { email } = await newSignup(cloud, { language: "es", name: "Ana" });
    const mail = await mailTo(cloud, email);
    expect(mail.text).toContain("Hola, Ana:");
    expect(pageOf(mail.html).language).toBe("es");
    expect((await cloud.call(linkIn(mail))).text).toContain("Confirmar y unirme a la lista");
    const english = await cloud.call(linkIn(mail), { headers: { "accept-language": "en" } });
    expect(english.text).toContain("Confirm and join the waitlist");
    // A browser whose language we do not have gets the signup's.
    const foreign = { headers: { "accept-language": "pt" } };
    const form = await openForm(cloud, linkIn(mail), foreign);
    expect(pageOf(await form.post({}, linkIn(mail))).language).toBe("es");
    await form.post({}, `${linkIn(mail)}/not-me`);
    for (const page of [linkIn(mail), `${linkIn(mail)}/not-me`])
      expect(pageOf(await cloud.call(page, foreign)).language).toBe("es");
  });

  test("an unknown language of a signup gets a 400", async () => {
    const reply = await cloud.post(
      "/api/agent/signups",
      { email: "ana@example.com", language: "fr" },
      { from: freshAddress() },
    );
    expect([reply.status, reply.json.error.param]).toEqual([400, "language"]);
  });
});

test("the home page has a title, a description and an image that exists", async () => {
  const page = pageOf(await inSpanish("/"));
  const tag = (name: string) => page.elements(`[property="${name}"]`)[0]?.getAttribute("content");
  expect([tag("og:title"), tag("og:locale")]).toEqual([spanishBrand.tagline, "es_US"]);
  const image = tag("og:image") ?? "";
  expect(image.startsWith(`${cloud.url}/assets/`)).toBe(true);
  const reply = await fetch(image);
  const bytes = Buffer.from(await reply.arrayBuffer());
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(bytes.length).toBeLessThan(60_000);
});
