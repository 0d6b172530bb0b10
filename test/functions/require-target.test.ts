import { expect, test } from "@jest/globals";
import { requireTarget } from "../../shared/webhooks/require-target.ts";

const names: Record<string, string[]> = {
  "hooks.example.com": ["93.184.215.14"],
  "inside.example.com": ["93.184.215.14", "10.0.0.7"],
};
const resolve = async (name: string) => names[name] ?? [];
const refused = (code: string) => expect.objectContaining({ code, param: "url" });

test("a URL is accepted if its host resolves to public addresses only", async () => {
  await expect(requireTarget("https://hooks.example.com/a", { resolve })).resolves.toBeUndefined();
  const inside = requireTarget("https://inside.example.com/a", { resolve });
  await expect(inside).rejects.toEqual(refused("url_not_allowed"));
  await expect(inside).rejects.not.toHaveProperty("message", expect.stringContaining("10.0.0.7"));
  const nowhere = requireTarget("https://nowhere.example.com/", { resolve });
  await expect(nowhere).rejects.toEqual(refused("url_invalid"));
});

test("this machine is refused unless the local cloud's switch is set", async () => {
  for (const url of ["http://localhost:4000/", "http://127.0.0.1/", "https://localhost/"])
    await expect(requireTarget(url)).rejects.toEqual(refused("url_not_allowed"));
});
