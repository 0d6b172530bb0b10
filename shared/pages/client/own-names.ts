/** The names in samples that the ids of the reader's own objects replace, by the prefixes of the ids. */
export const ownNames: Readonly<Record<string, string>> = {
  drv: "DRIVER_ID",
  pay: "PAYOUT_ID",
  bat: "BATCH_ID",
  prp: "PROPOSAL_ID",
  wh: "ENDPOINT_ID",
  dlv: "DELIVERY_ID",
  evt: "EVENT_ID",
  ba: "BANK_ACCOUNT_ID",
  mil: "MILEAGE_ID",
  exp: "EXPENSE_ID",
  // The id of a sandbox signup begins with the brand.
  test: "SIGNUP_ID",
};

export type OwnIds = Readonly<Record<string, string>>;

export function ownIdsIn(reply: string): OwnIds {
  const names: Record<string, string> = {};
  for (const [, id = "", prefix = ""] of reply.matchAll(/"((\w+)_[0-9a-z]{26})"/g)) {
    const name = ownNames[prefix.replace(/^.*_/, "")];
    if (name) names[name] ??= id;
  }
  return names;
}

export const withOwnIds = (text: string, ids: OwnIds): string =>
  text.replaceAll(/\b[A-Z]+(?:_[A-Z]+)*_ID\b/g, (name) => ids[name] ?? name);

export const unmetName = (text: string): string | undefined =>
  Object.values(ownNames).find((name) => new RegExp(`\\b${name}\\b`).test(text));
