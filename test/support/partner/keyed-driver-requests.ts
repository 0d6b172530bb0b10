import type { Call, Json } from "../../../infra/local/test/support/http.ts";
import { fresh, inTurn, type Requests } from "./keyed-request.ts";
import type { Partner } from "./platform.ts";

export async function driverRequests(partner: Partner, driver: Json): Promise<Requests> {
  const at = `/v1/drivers/${driver.id}`;
  const person = { email: "ana@example.com", first_name: "Ana", last_name: "Ng" };
  const token = { plaid_token: "public-sandbox-6789" };
  const { id: kept } = await partner.driver();
  const [chosen, other, ...spare] = [
    await partner.bankAccount(kept, "6788"),
    await partner.bankAccount(kept, "6789"),
    await partner.bankAccount(kept, "6790"),
    await partner.bankAccount(kept, "6791"),
  ];
  // A measurement deletes two, and may be made twice.
  const gone = await Promise.all(Array.from({ length: 4 }, () => partner.driver()));
  /** A PATCH with the values that are stored writes nothing, so each has others. */
  let nth = 0;
  const account = (which: Json | undefined, call: Call) =>
    partner.call(`/v1/drivers/${kept}/bank-accounts/${which?.id}`, call);
  return {
    "create-driver": { ask: () => partner.post("/v1/drivers", person, fresh()) },
    "delete-driver": {
      ask: inTurn(gone, ({ id }) => partner.call(`/v1/drivers/${id}`, { method: "DELETE" })),
    },
    "get-driver": { ask: () => partner.get(at) },
    "update-driver": { ask: () => partner.call(at, { method: "PATCH", json: { last_name: `B${nth++}` } }) },
    "get-account": { ask: () => partner.get("/v1/account") },
    "update-account": {
      ask: () => partner.call("/v1/account", { method: "PATCH", json: { ein: `12-345678${nth++ % 10}` } }),
    },
    "list-drivers": { ask: () => partner.get(`/v1/drivers?starting_after=${driver.id}&limit=3`) },
    "add-bank-account": { ask: () => partner.post(`${at}/bank-accounts`, token, fresh()) },
    "update-bank-account": {
      ask: () => account([chosen, other][nth++ % 2], { method: "PATCH", json: { is_default: true } }),
    },
    "delete-bank-account": { ask: inTurn(spare, (which) => account(which, { method: "DELETE" })) },
    "list-bank-accounts": { ask: () => partner.get(`${at}/bank-accounts`) },
  };
}
