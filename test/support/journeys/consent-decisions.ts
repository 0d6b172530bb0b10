import { postForm } from "../cloud/browserless.ts";
import type { Partner } from "../partner/platform.ts";
import { create } from "./calls.ts";

/**
 * On a very fast clock the consent can expire before the decision, or before its page opens, which then has
 * no form token. The journey then starts another.
 */
export async function decide(
  partner: Partner,
  path: string,
  asked: object,
  ...decisions: string[]
): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const { state } = await create(partner, path, asked);
    const statuses = [];
    for (const decision of decisions)
      statuses.push((await postForm(partner.cloud, `/connect/${state}`, { decision })).status);
    if (statuses.every((status) => status === 303)) return;
    if (statuses[0] !== 404 && statuses[0] !== 403) throw new Error(`${decisions} returned ${statuses}`);
  }
  throw new Error(`${decisions} was always too late`);
}
