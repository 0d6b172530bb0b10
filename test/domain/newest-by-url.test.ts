import { expect, test } from "@jest/globals";
import { newestByUrl } from "../../shared/domain/webhook/newest-by-url.ts";

test("of the endpoints of one URL in any spelling, the newest one is left", () => {
  const urls = [
    "https://a.example.com/hooks",
    "https://b.example.com/",
    "https://A.example.com:443/hooks",
    "https://a.example.com/hooks#again",
    "https://b.example.com",
    "https://a.example.com/hooks?x=1",
  ];
  const endpoints = urls.map((url, i) => ({ id: `newest-${i}`, url }));
  expect(
    newestByUrl(endpoints)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(["newest-0", "newest-1", "newest-5"]);
});
