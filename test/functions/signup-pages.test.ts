import { expect, test } from "@jest/globals";
import { mailedPage } from "../../shared/pages/signup/status-pages.tsx";

test("the page asks to check the email only where email is configured", () => {
  expect(mailedPage("svc_sgn_1", true, "en").body).toContain("Check your email");
  expect(mailedPage("svc_sgn_1", true, "en").body).toContain("Look for emails");
  const { body } = mailedPage("svc_sgn_1", false, "en");
  expect(body).toContain("can't send email");
  expect(body).not.toContain("Look for emails");
});
