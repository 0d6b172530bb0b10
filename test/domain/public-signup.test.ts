import { expect, test } from "@jest/globals";
import { publicSignup } from "../../shared/domain/signup/public-signup.ts";
import { SignupStatus } from "../../shared/domain/signup/signup.ts";

const signup = (status: SignupStatus, signup_id = "svc_sgn_1") =>
  publicSignup({ signup_id, status, partner_id: null }, "https://api.roth.example").human_action_required;

test.each<[SignupStatus, RegExp]>([
  ["initiated", /they must open it personally, then confirm from the link we email them/],
  ["waitlist_joined", /confirmed already: nothing more to do\.$/],
  ["account_opened", /confirmed already: nothing more to do\.$/],
  ["declined", /have declined: do not ask them again\.$/],
])("a signup that is %s says what is true then", (status, text) => {
  expect(signup(status)).toMatch(text);
});

test("every status names signup_url, and none but initiated asks for a step", () => {
  for (const status of SignupStatus.options) {
    expect(signup(status)).toContain("signup_url to confirm");
    expect(signup(status).includes("Give them this link")).toBe(status === "initiated");
  }
});

test.each(SignupStatus.options)("a sandbox signup that is %s says that no person is involved", (status) => {
  expect(signup(status, "svc_test_1")).toMatch(/no person is involved\.$/);
});
