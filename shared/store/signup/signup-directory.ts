import { idBefore } from "../../domain/item/ids.ts";
import type { LiveSignup, SignupStatus } from "../../domain/signup/signup.ts";
import { monthsSince } from "../keys/keys.ts";
import { newest } from "../table/pages.ts";
import { findSignup } from "./signups.ts";

const INSTANT = 24;

type SignupQuery = { since: Date; status?: SignupStatus | undefined; after?: string | undefined };

export async function listSignups({ since, status, after }: SignupQuery, limit: number, now: Date) {
  const start = after === undefined ? now : new Date(after.slice(0, INSTANT));
  const rows: string[] = [];
  for (const month of monthsSince("signup_directory", since, start)) {
    const range = {
      partition: month,
      from: since.toISOString(),
      ...(after && { to: idBefore(after) }),
    };
    const { data } = await newest({ ...range, ...(status && { where: { status } }) }, limit - rows.length);
    rows.push(...data.map(({ sk }) => String(sk)));
    if (rows.length >= limit) break;
  }
  const signups = await Promise.all(rows.map((row) => findSignup(row.slice(INSTANT + 1), now)));
  return {
    signups: signups.filter((signup): signup is LiveSignup => signup?.mode === "live"),
    last: rows.length === limit ? rows.at(-1) : undefined,
  };
}
