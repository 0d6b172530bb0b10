import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { publicSignup } from "../../shared/domain/signup/public-signup.ts";
import {
  nextSignupStep,
  SignupStatus,
  type SignupTransition,
  signupTransitions,
  startSandboxSignup,
  startSignup,
} from "../../shared/domain/signup/signup.ts";
import type { SignupRequest } from "../../shared/domain/signup/signup-request.ts";
import { allows } from "../../shared/domain/item/transition.ts";

const now = new Date("2026-11-21T09:30:00.000Z");
const request: SignupRequest = {
  email: "ana@example.com",
  name: "Ana",
  platforms: ["doordash"],
  partner_id: "acme-fleet",
  agent: { name: "helper", client: "cli", version: "1" },
};

test("a live signup stores the request under an unguessable id", () => {
  const signup = startSignup(request, now);
  expect(signup).toEqual({
    mode: "live",
    signup_id: expect.stringMatching(/^svc_sgn_[0-9a-hjkmnp-tv-z]{26}$/),
    status: "initiated",
    created_at: "2026-11-21T09:30:00.000Z",
    // The creation requests the first email.
    mails: ["2026-11-21T09:30:00.000Z"],
    expires_at: "2027-02-19T09:30:00.000Z",
    ...request,
  });
  expect(startSignup(request, now).signup_id).not.toBe(signup.signup_id);
});

test("a sandbox signup stores no personal data and expires after a day", () => {
  const signup = startSandboxSignup({ ...request, sandbox: true } as SignupRequest, now);
  expect(signup).toEqual({
    mode: "sandbox",
    signup_id: expect.stringMatching(/^svc_test_[0-9a-hjkmnp-tv-z]{26}$/),
    status: "initiated",
    partner_id: "acme-fleet",
    created_at: "2026-11-21T09:30:00.000Z",
    expires_at: "2026-11-22T09:30:00.000Z",
  });
});

test("a sandbox signup joins the waitlist after 60 s and opens its account after 180 s", () => {
  const initiated = startSandboxSignup({}, now);
  expect(nextSignupStep(initiated)).toEqual({
    transition: "join_waitlist",
    at: "2026-11-21T09:31:00.000Z",
  });
  const joined = { ...initiated, status: signupTransitions.join_waitlist.to };
  expect(nextSignupStep(joined)).toEqual({ transition: "open_account", at: "2026-11-21T09:33:00.000Z" });
  expect(nextSignupStep({ ...joined, status: signupTransitions.open_account.to })).toBeNull();
});

test("a signup moves forward one status at a time until it opens or declines, in any order of attempts", () => {
  const order: SignupStatus[] = ["initiated", "waitlist_joined", "account_opened"];
  const names = Object.keys(signupTransitions) as SignupTransition[];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...names)), (attempts) => {
      let { status } = startSandboxSignup({}, now);
      for (const name of attempts) {
        const before = order.indexOf(status);
        if (!allows(signupTransitions[name], status)) continue;
        expect(before).toBeGreaterThanOrEqual(0);
        status = signupTransitions[name].to;
        if (status === "declined") expect(before).toBeLessThan(2);
        else expect(order.indexOf(status)).toBe(before + 1);
      }
    }),
  );
});

const signup = (status: SignupStatus, signup_id = "svc_sgn_1") =>
  publicSignup({ signup_id, status, partner_id: null }, "https://api.roth.example").human_action_required;

test("every status names signup_url, and none but initiated asks for a step", () => {
  for (const status of SignupStatus.options) {
    expect(signup(status)).toContain("signup_url to confirm");
    expect(signup(status).startsWith("Nothing to do")).toBe(status !== "initiated");
  }
});

test.each(SignupStatus.options)("a sandbox signup that is %s says that no person is involved", (status) => {
  expect(signup(status, "svc_test_1")).toMatch(/no person is involved\.$/);
  expect(signup(status, "svc_test_1")).not.toContain("We email");
});
