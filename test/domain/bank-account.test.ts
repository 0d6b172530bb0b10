import { expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  AccountNumber,
  last4Of,
  namesABank,
  RoutingNumber,
  sandboxBankName,
} from "../../shared/domain/driver/bank-account.ts";
import { BankAccountRequest } from "../../shared/domain/driver/bank-account-request.ts";
import { Phone, SsnLast4 } from "../../shared/domain/driver/identity.ts";

test.each(["021000021", "111000025", "011401533", "076401251", "110000000", "256074974", "314074269"])(
  "routing number %s is valid",
  (number) => expect(RoutingNumber.safeParse(number).success).toBe(true),
);

test.each([
  ["123456789", "check digit"],
  ["021000022", "check digit"],
  ["012000021", "check digit"],
  ["789456124", "check digit"],
  ["000000000", "check digit"],
  ["02100002", "nine digits"],
  ["0210000210", "nine digits"],
  ["02100002a", "nine digits"],
  ["٠٢١٠٠٠٠٢١", "nine digits"],
  ["021000021\n", "nine digits"],
])("routing number %p is invalid: %s", (number, words) => {
  const { error } = RoutingNumber.safeParse(number);
  expect(error?.issues).toMatchObject([{ code: "invalid_format", message: expect.stringContaining(words) }]);
});

test("each district and bank has one valid check digit, by the ABA's formula", () => {
  const district = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 21, max: 32 }));
  fc.assert(
    fc.property(district, fc.integer({ min: 0, max: 999_999 }), (district, bank) => {
      const eight = String(district).padStart(2, "0") + String(bank).padStart(6, "0");
      const weights = [3, 7, 1, 3, 7, 1, 3, 7];
      const sum = weights.reduce((total, weight, i) => total + weight * Number(eight[i]), 0);
      const check = (10 - (sum % 10)) % 10;
      const right = Array.from({ length: 10 }, (_, digit) => digit).filter((digit) =>
        namesABank(eight + digit),
      );
      expect(right).toEqual([check]);
    }),
  );
});

test.each(["00", "13", "20", "33", "61", "72", "80", "99"])(
  "no number that starts with %s is valid",
  (district) => {
    const numbers = Array.from({ length: 10 }, (_, digit) => `${district}100002${digit}`);
    expect(numbers.some(namesABank)).toBe(false);
  },
);

test("the sandbox names a known bank, and others neutrally", () => {
  expect(sandboxBankName("021000021")).toBe("JPMorgan Chase");
  expect(sandboxBankName("011401533")).toBe("Sandbox Bank");
});

test("an account number has 4 to 17 digits, and its last four are stored", () => {
  for (const good of ["1234", "00000000000000001"]) expect(AccountNumber.safeParse(good).success).toBe(true);
  for (const bad of ["123", "123456789012345678", "12 34", "12a4", ""]) {
    expect(AccountNumber.safeParse(bad).success).toBe(false);
  }
  expect(last4Of("000120009")).toBe("0009");
  expect(last4Of("1113")).toBe("1113");
});

test.each(["+14155552671", "+442071838750", "+12", "+123456789012345"])("phone number %s is valid", (phone) =>
  expect(Phone.safeParse(phone).success).toBe(true),
);

test.each(["14155552671", "+04155552671", "+1 415 555 2671", "+1234567890123456", "+1", "+", ""])(
  "phone number %p is invalid",
  (phone) => expect(Phone.safeParse(phone).success).toBe(false),
);

test("the last four of an SSN are four digits other than 0000", () => {
  for (const good of ["0001", "1234", "9999"]) expect(SsnLast4.safeParse(good).success).toBe(true);
  for (const bad of ["0000", "123", "12345", "12a4", "١٢٣٤"])
    expect(SsnLast4.safeParse(bad).success).toBe(false);
});

const manual = { routing_number: "021000021", account_number: "000123456789", account_type: "checking" };
const faults = (request: object) =>
  (BankAccountRequest.safeParse(request, { reportInput: true }).error?.issues ?? []).map(
    ({ path, input }) => [path.join("."), input === undefined ? "missing" : "surplus"],
  );

test.each([[{ plaid_token: "public-sandbox-x" }], [manual]])(
  "a token alone or the manual fields alone are valid",
  (request) => expect(faults(request)).toEqual([]),
);

test("an empty request misses the token", () => expect(faults({})).toEqual([["plaid_token", "missing"]]));

test("an incomplete manual entry misses the other fields", () => {
  expect(faults({ account_number: "1234" })).toEqual([
    ["routing_number", "missing"],
    ["account_type", "missing"],
  ]);
});

test("a manual field beside a token is surplus", () => {
  const { account_number } = manual;
  expect(faults({ plaid_token: "x", account_number })).toEqual([["account_number", "surplus"]]);
});
