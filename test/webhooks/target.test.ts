import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { publicDns } from "../../shared/webhooks/public-dns.ts";
import { readTarget, targetProblem } from "../../shared/webhooks/target.ts";
import { type DnsStub, startDns } from "./dns-stub.ts";
import { notations } from "./notations.ts";

const codeOf = (url: string, localTargets = false) => {
  const target = readTarget(url, { localTargets });
  return "code" in target ? target.code : "taken";
};

test.each([
  "https://hooks.example.com",
  "https://hooks.example.com/",
  "https://hooks.example.com:443/path?query=1",
  "https://hooks.example.com:8443/path#part",
  "HTTPS://HOOKS.EXAMPLE.COM/Path",
  "https://bücher.example.com/",
  "https://xn--bcher-kva.example.com/",
  "https://1.2.3.4.example.com/",
  "https://3com.com/",
])("the URL %s is valid", (url) => expect(codeOf(url)).toBe("taken"));

test.each([
  "http://hooks.example.com/",
  "ftp://hooks.example.com/",
  "file:///etc/passwd",
  "data:text/plain,hi",
  "https://hooks.example.com:80/",
  "https://hooks.example.com:22/",
  "https://hooks.example.com:0/",
  "https://user@hooks.example.com/",
  "https://hooks.example.com@127.0.0.1/",
  "https://127.0.0.1#@hooks.example.com/",
  "https://:password@hooks.example.com/",
  "https://localhost/",
  "https://localhost./",
  "https://a.localhost/",
  "https://printer.local/",
  "https://db.internal/",
  "https://metadata.google.internal/",
  "https://10.0.0.1.in-addr.arpa/",
  "http://localhost:3000/",
  "http://127.0.0.1/",
])("the URL %s is forbidden", (url) => expect(codeOf(url)).toBe("url_not_allowed"));

test("any address as the host is forbidden, public or not, in any notation", () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.nat(), (address, pick) => {
      const texts = notations(address);
      expect(codeOf(`https://${texts[pick % texts.length]}/`)).toBe("url_not_allowed");
    }),
    { numRuns: 500 },
  );
  fc.assert(fc.property(fc.ipV6(), (address) => codeOf(`https://[${address}]/`) !== "taken"));
});

test.each([
  "",
  "hooks.example.com",
  "https://",
  "https:///",
  "https://hooks",
  "https://hooks.example.com./",
  "https://hooks..example.com/",
  "https://-hooks.example.com/",
  "https://hooks_1.example.com/",
  "https://ho oks.example.com/",
  "https://hooks.example.com:99999/",
  "https://hooks.example.com\\@evil.example.com/",
  "https:\\\\hooks.example.com/",
  " https://hooks.example.com/",
  "https://hooks.example.com\n.127.0.0.1/",
  "https://hooks.example.com/\n",
  "ht\ttps://hooks.example.com/",
  "https://hooks.example.com/\u0000",
  `https://${"a".repeat(64)}.example.com/`,
  `https://${"abc.".repeat(63)}example.com/`,
  `https://hooks.example.com/${"a".repeat(2_048)}`,
])("the URL %j is invalid", (url) => expect(codeOf(url)).toBe("url_invalid"));

test.each([
  "http://localhost:4000/x",
  "http://127.0.0.1:1/",
  "http://localhost",
  "https://hooks.example.com/",
])("%s is valid where local targets are allowed", (url) => expect(codeOf(url, true)).toBe("taken"));

test.each([
  "https://localhost:4000/",
  "http://127.0.0.2:4000/",
  "http://0.0.0.0:4000/",
  "http://192.168.0.1:4000/",
  "http://user@localhost:4000/",
  "http://localhost.example.com:4000/",
  "http://hooks.example.com/",
  "http://[::1]:4000/",
])("%s is not valid where local targets are allowed", (url) => {
  expect(codeOf(url, true)).toBe("url_not_allowed");
});

test("every accepted text is an HTTPS URL with a public DNS name", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()),
      (text) => {
        const target = readTarget(text);
        if ("code" in target) return;
        expect(target.url.protocol).toBe("https:");
        expect(target.url.username + target.url.password).toBe("");
        expect(["", "8443"]).toContain(target.url.port);
        expect(target.url.hostname).toMatch(/^[a-z0-9.-]+\.[a-z0-9-]*[a-z][a-z0-9-]*$/);
      },
    ),
    { numRuns: 500 },
  );
});

describe("registration resolves the name", () => {
  const open = "8.8.8.8";
  const reserved = "10.1.2.3";
  const names: Record<string, string[]> = {
    "open.example.com": [open],
    "both.example.com": [open, "2606:4700:4700::1111"],
    "mixed.example.com": [open, reserved],
    "mixed-six.example.com": [open, "fd00::1"],
    "none.example.com": [],
  };
  let dns: DnsStub;
  beforeAll(async () => {
    dns = await startDns((name) => names[name] ?? []);
  });
  afterAll(() => dns.close());

  const codeFor = async (name: string) => {
    const problem = await targetProblem(`https://${name}/`, { resolve: publicDns([dns.server]) });
    // The error reveals neither the address nor what is wrong with it.
    expect(problem?.message ?? "").not.toMatch(/\d/);
    return problem?.code;
  };

  test.each([
    ["open.example.com", undefined],
    ["both.example.com", undefined],
    ["mixed.example.com", "url_not_allowed"],
    ["mixed-six.example.com", "url_not_allowed"],
    ["none.example.com", "url_invalid"],
    ["unknown.example.com", "url_invalid"],
  ])("%s: %s", async (name, code) => expect(await codeFor(name)).toBe(code));

  test("registration does not resolve the name of a forbidden URL", async () => {
    const before = dns.names.length;
    const problem = await targetProblem("https://open.example.com:22/", { resolve: publicDns([dns.server]) });
    expect([problem?.code, dns.names.length]).toEqual(["url_not_allowed", before]);
  });

  test("registration does not resolve a name from /etc/hosts", async () => {
    expect((await targetProblem("https://localhost.localdomain/"))?.code).toBe("url_not_allowed");
    expect(await publicDns([dns.server])("localhost")).toEqual([]);
    expect(dns.names).toContain("A localhost");
  });
});
