import { expect, test } from "@jest/globals";
import { mailedPage } from "../../shared/pages/signup/signup-pages.tsx";

test("whoever asked for the mail is told to look for it only where mail goes out", () => {
  expect(mailedPage("svc_sgn_1", true).body).toContain("Check your email");
  const { body } = mailedPage("svc_sgn_1", false);
  expect(body).toContain("can't send email");
  expect(body).not.toContain("on its way");
});
