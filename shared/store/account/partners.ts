import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Account } from "../../domain/account/account.ts";
import { Partner, PartnerSlug } from "../../domain/account/partner.ts";
import { keys } from "../keys/keys.ts";
import { putNew, table, tableName, transact } from "../table/table.ts";
import { directoryWrite } from "./account-directory.ts";

/** How the attempt to give a slug to a company ended. */
export type Registration = { outcome: "registered" | "already"; slug: string } | { outcome: "slug_taken" };

/**
 * Keeps a new partner and its account under the slug they ask for. The same company and email gets the slug it
 * already has; a slug that another company holds is refused, and nothing is kept.
 */
export async function putPartner(partner: Partner, account: Account): Promise<Registration> {
  const slug = partner.partner_id;
  const refusal = await transact([
    putNew({ ...keys.partnerRegistration(partner.company, partner.email), partner_id: slug }),
    putNew({ ...keys.partner(slug), ...partner }),
    putNew({ ...keys.account(account.account_id), ...account }),
    directoryWrite(account.account_id),
  ]);
  if (!refusal) return { outcome: "registered", slug };
  const earlier = refusal.found[0]?.partner_id;
  return earlier ? { outcome: "already", slug: PartnerSlug.parse(earlier) } : { outcome: "slug_taken" };
}

const REMEMBERED_MS = 60_000;
const REMEMBERED_MOST = 1_000;
const remembered = new Map<string, { partner: Partner; until: number }>();

/**
 * The partner of a slug, or undefined. One read, remembered by this environment for a minute; that there is none is
 * not remembered, so that a partner's first signup works the moment after it registered.
 */
export async function findPartner(slug: string, now: Date): Promise<Partner | undefined> {
  const known = remembered.get(slug);
  if (known && known.until > now.getTime()) return known.partner;
  remembered.delete(slug);

  const { Item } = await table.send(
    new GetCommand({ TableName: tableName, Key: keys.partner(slug), ConsistentRead: true }),
  );
  if (!Item) return undefined;
  const partner = Partner.parse(Item);
  if (remembered.size >= REMEMBERED_MOST) remembered.clear();
  remembered.set(slug, { partner, until: now.getTime() + REMEMBERED_MS });
  return partner;
}
