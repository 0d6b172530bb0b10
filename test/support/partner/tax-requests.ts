import type { Json } from "../../../infra/local/test/support/http.ts";
import { fresh, inTurn, type Requests } from "./keyed-request.ts";
import type { Partner } from "./platform.ts";

/** The requests of the tax operations, on entries that exist. */
export async function taxRequests(partner: Partner, { id }: Json, paidIn2026: Json): Promise<Requests> {
  const at = `/v1/tax/${id}`;
  const date = "2026-07-03";
  const trips = { entry: { miles: 1, date }, correction: (miles: number) => ({ miles }) };
  const expense = { category: "supplies", amount: 1_000, business_share: 50, date };
  const expenses = { entry: expense, correction: (amount: number) => ({ amount }) };
  const ready = `/v1/test_helpers/tax/${id}/1099_ready`;
  let gross_amount = 100_000;
  const makeReady = () => partner.post(ready, { year: 2025, gross_amount: gross_amount++ }, fresh());
  const { id: form } = (await makeReady()).json;
  return {
    ...(await logRequests(partner, ["mileage", "mileage"], `${at}/mileage`, trips)),
    ...(await logRequests(partner, ["expense", "expenses"], `${at}/expenses`, expenses)),
    "get-tax-summary": { ask: () => partner.get(`${at}/summary?year=2026`) },
    "get-1099": { ask: () => partner.get(`/v1/tax/${paidIn2026.id}/1099?year=2026`) },
    "list-tax-documents": { ask: () => partner.get(`/v1/tax/documents?year=2025&starting_after=${form}`) },
    "make-1099-ready": { ask: makeReady },
    "emit-quarterly-due": {
      ask: () => partner.post(`/v1/test_helpers/tax/${id}/quarterly_due`, { year: 2026, q: "Q4" }, fresh()),
    },
  };
}

/** Requests of one of a driver's two logs: lists are named after `many`, and other operations after `one`. */
async function logRequests(
  partner: Partner,
  [single, many]: readonly [string, string],
  path: string,
  { entry, correction }: { entry: object; correction: (amount: number) => object },
): Promise<Requests> {
  let amount = 1;
  const { id: first } = await partner.create(path, entry);
  const spare = [(await partner.create(path, entry)).id, (await partner.create(path, entry)).id];
  return {
    [`log-${single}`]: { ask: () => partner.post(path, entry, fresh()) },
    [`list-${many}`]: { ask: () => partner.get(`${path}?starting_after=${first}&limit=3`) },
    [`update-${single}`]: {
      ask: () => partner.call(`${path}/${first}`, { method: "PATCH", json: correction(++amount) }),
    },
    [`delete-${single}`]: { ask: inTurn(spare, (id) => partner.call(`${path}/${id}`, { method: "DELETE" })) },
  };
}
