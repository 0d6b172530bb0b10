import { expect, test } from "@jest/globals";
import { mayReturnTo, returnTo } from "../../shared/domain/earnings/redirect-url.ts";

test.each([
  "https://app.example.com",
  "https://app.example.com:8443/connected?driver=42",
  "https://bücher.example/zurück",
  "HTTPS://APP.EXAMPLE.COM/",
  "https://localhost.example.com/",
])("%s is allowed in both modes", (url) => {
  expect([mayReturnTo(url, "test"), mayReturnTo(url, "live")]).toEqual([true, true]);
});

test.each(["http://localhost:3000/cb", "http://127.0.0.1:5173/", "https://localhost/cb"])(
  "%s is allowed in test mode only",
  (url) => expect([mayReturnTo(url, "test"), mayReturnTo(url, "live")]).toEqual([true, false]),
);

test.each([
  ["no address", "app.example.com/cb"],
  ["nothing", ""],
  ["plain http", "http://app.example.com/"],
  ["a host that only begins like localhost", "http://localhost.example.com/"],
  ["another scheme", "myapp://connected"],
  ["a script", "javascript:alert(1)//localhost"],
  ["data", "data:text/html,hello"],
  ["a file of localhost", "file://localhost/etc/passwd"],
  ["credentials", "https://ana:secret@app.example.com/"],
  ["a name before the host", "https://ana@app.example.com/"],
  ["a fragment", "https://app.example.com/#/connected"],
  ["an empty fragment", "https://app.example.com/#"],
  ["an address in numbers", "https://93.184.216.34/"],
  ["an address in hexadecimal", "https://0x5db8d822/"],
  ["an IPv6 address", "https://[2606:2800::1]/"],
  ["a host without a domain", "https://intranet/"],
  ["a backslash before the host's end", "https://app.example.com\\@evil.example/cb"],
  ["a backslash in the path", "https://app.example.com/a\\b"],
  ["a state of its own", "https://app.example.com/?state=mine"],
  ["a status of its own", "https://app.example.com/?a=1&st%61tus=connected"],
])("%s is rejected", (_, url) => {
  expect([mayReturnTo(url, "test"), mayReturnTo(url, "live")]).toEqual([false, false]);
});

test.each([
  ["https://a.example.com", "https://a.example.com/?state=S&status=connected"],
  ["https://a.example.com/cb?", "https://a.example.com/cb?state=S&status=connected"],
  [
    "https://a.example.com/cb?a=1&a=%20+x&b",
    "https://a.example.com/cb?a=1&a=%20+x&b&state=S&status=connected",
  ],
])("return URL %s becomes %s", (redirectUrl, expected) => {
  expect(returnTo(redirectUrl, "S", "connected")).toBe(expected);
});
