import { expect, test } from "@jest/globals";
import { Email } from "../../shared/domain/text/email.ts";

const domainOf = (...lengths: number[]) => `${lengths.map((length) => "d".repeat(length)).join(".")}.com`;

test.each([
  "ana@example.com",
  "tom&ann@example.com",
  "o'brien.first+tag@mail.example.co.uk",
  "a!#$%&'*+/=^_`{|}~-b@example.com",
  "7@7.example",
  "ana@xn--bcher-kva.example",
  "ivan@example.xn--p1ai",
  `ana@${domainOf(63)}`,
  `${"a".repeat(64)}@${domainOf(63, 63, 54)}`,
])("%s is an email address", (address) => expect(Email.parse(` ${address}\n`)).toBe(address));

test.each([
  "",
  "ana",
  "@example.com",
  "ana@",
  "ana@example",
  "ana@example.c",
  "ana@example.c0m",
  "ana@127.0.0.1",
  "ana@[127.0.0.1]",
  "ana@-example.com",
  "ana@example-.com",
  "ana@example.xn--p1a-",
  `${"a".repeat(65)}@example.com`,
  "ana@example..com",
  ".ana@example.com",
  "ana.@example.com",
  "ana..b@example.com",
  "ana b@example.com",
  '"ana b"@example.com',
  "Ana <ana@example.com>",
  "ana@example.com,bo@example.com",
  "ana@example.com\r\nbcc: bo@example.com",
  "ána@example.com",
  "=?utf-8?q?bo=40example.org=3E?=@example.com",
  "ana@bücher.example",
  "ana@example.xn--",
  `ana@${domainOf(64)}`,
  `${"a".repeat(64)}@${domainOf(63, 63, 60)}`,
])("%j is no email address", (address) => expect(Email.safeParse(address).success).toBe(false));
