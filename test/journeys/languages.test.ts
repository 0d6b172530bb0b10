import { describe, expect, test } from "@jest/globals";
import { brand } from "../../shared/domain/brand/brand.ts";
import { spanishBrand } from "../../shared/domain/brand/brand-es.ts";
import { openForm, textOf } from "../support/cloud/browserless.ts";
import { freshAddress } from "../support/cloud/cloud.ts";
import { linkIn, mailTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newSignup } from "../support/partner/signup.ts";

const cloud = await sharedCloud();

const SPANISH = { "accept-language": "es-MX,es;q=0.9,en;q=0.8" };
const inSpanish = (path: string) => cloud.call(path, { headers: SPANISH });

describe("a page for people", () => {
  test.each(["/", "/privacy", "/terms", "/waitlist/thanks", "/signup/nothing", "/connect/nothing"])(
    "%s is in the browser's language, and caches know that it varies",
    async (path) => {
      const { text, headers } = await inSpanish(path);
      expect(text).toContain('<html lang="es">');
      expect(headers["content-language"]).toBe("es");
      expect(headers.vary).toMatch(/^accept-language, cookie/);
      expect(text).toContain('href="?lang=en"');
      const english = await cloud.call(path);
      expect(english.text).toContain('<html lang="en">');
    },
  );

  test("a chosen language stays chosen, and its page is not stored for others", async () => {
    const { text, headers } = await cloud.call("/?lang=es", { headers: { "accept-language": "en" } });
    expect(text).toContain(spanishBrand.tagline);
    expect(headers["cache-control"]).toBe("no-store");
    const [cookie = ""] = String(headers["set-cookie"]).split(";");
    expect(cookie).toBe("language=es");
    expect((await cloud.call("/terms", { headers: { cookie } })).text).toContain('<html lang="es">');
  });

  test("shows the legal statements in English, marked as English, and says so", async () => {
    const { text } = await inSpanish("/");
    const [, note = "", legal = ""] = /<footer>.*?<p>(.*?)<\/p><p lang="en">(.*?)<\/p>/s.exec(text) ?? [];
    expect(note).toContain("solo está disponible en inglés");
    expect(textOf(legal)).toBe(brand.disclosures);
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
    expect(mail.html).toContain('<html lang="es">');
    expect((await cloud.call(linkIn(mail))).text).toContain("Confirmar y unirme a la lista");
    const english = await cloud.call(linkIn(mail), { headers: { "accept-language": "en" } });
    expect(english.text).toContain("Confirm and join the waitlist");
    // A browser whose language we do not have gets the signup's.
    const foreign = { headers: { "accept-language": "pt" } };
    const form = await openForm(cloud, linkIn(mail), foreign);
    expect((await form.post({}, linkIn(mail))).text).toContain('<html lang="es">');
    await form.post({}, `${linkIn(mail)}/not-me`);
    for (const page of [linkIn(mail), `${linkIn(mail)}/not-me`])
      expect((await cloud.call(page, foreign)).text).toContain('<html lang="es">');
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
  const { text } = await inSpanish("/");
  const tag = (name: string) => new RegExp(`property="${name}" content="([^"]*)"`).exec(text)?.[1];
  expect([tag("og:title"), tag("og:locale")]).toEqual([spanishBrand.tagline, "es_US"]);
  const image = tag("og:image") ?? "";
  expect(image.startsWith(`${cloud.url}/assets/`)).toBe(true);
  const reply = await fetch(image);
  const bytes = Buffer.from(await reply.arrayBuffer());
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(bytes.length).toBeLessThan(60_000);
});
