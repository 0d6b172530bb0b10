/** The names in samples that the ids of the reader's own objects replace, by the prefixes of the ids. */
export const ownNames: Readonly<Record<string, string>> = {
  drv: "DRIVER_ID",
  pay: "PAYOUT_ID",
  wh: "ENDPOINT_ID",
  dlv: "DELIVERY_ID",
  evt: "EVENT_ID",
  ba: "BANK_ACCOUNT_ID",
  mil: "MILEAGE_ID",
  exp: "EXPENSE_ID",
  // The id of a sandbox signup begins with the brand.
  test: "SIGNUP_ID",
};
