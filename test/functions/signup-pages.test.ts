import { expect, test } from "@jest/globals";
import { startSignup } from "../../shared/domain/signup/signup.ts";
import { confirmationEmail } from "../../shared/mail/emails/confirmation.ts";
import { mailedPage } from "../../shared/pages/signup/status-pages.tsx";

test("the page asks to check the email only where email is configured", () => {
  const shown = { sendsMail: true, waits: false, language: "en" } as const;
  expect(mailedPage("svc_sgn_1", shown).body).toContain("Check your email");
  expect(mailedPage("svc_sgn_1", shown).body).toContain("Look for emails");
  expect(mailedPage("svc_sgn_1", { ...shown, waits: true }).body).toContain("it can take hours");
  const { body } = mailedPage("svc_sgn_1", { ...shown, sendsMail: false });
  expect(body).toContain("can't send email");
  expect(body).not.toContain("Look for emails");
});

test.each([
  ["en", "2026-11-21T09:30:00Z", "7 days, until November 28, 2026."],
  ["en", "2027-02-17T09:30:00Z", "2 days, until February 19, 2027."],
  ["en", "2027-02-18T10:00:00Z", "1 day, until February 19, 2027."],
  ["es", "2027-02-18T10:00:00Z", "1 día, hasta el 19 de febrero de 2027."],
] as const)(
  "an email in %s at %s names the link's end, or the signup's if that is sooner",
  (language, at, end) => {
    const signup = startSignup({ email: "ana@example.com" }, new Date("2026-11-21T09:30:00Z"));
    const { text } = confirmationEmail({ ...signup, language }, "https://roth.example/link", new Date(at));
    expect(text).toContain(end);
  },
);
