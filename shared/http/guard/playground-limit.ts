import { playgroundLimit } from "../../contract/open-routes.ts";
import { admit } from "../../store/table/limits.ts";
import { admitOrUnavailable, tooMany } from "./rate-limit.ts";

const PLAYGROUND = { name: "playground", method: "POST" } as const;

export async function limitPlayground(accountId: string, now: Date): Promise<void> {
  const limited = await admitOrUnavailable(PLAYGROUND, () =>
    admit(PLAYGROUND.name, accountId, [playgroundLimit], now),
  );
  if (!limited) return;
  const why = `The playground makes at most ${playgroundLimit.count} payouts of an account per minute.`;
  throw tooMany(PLAYGROUND, { range: "default", limited, now }, why);
}
