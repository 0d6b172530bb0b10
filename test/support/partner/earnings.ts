import type { Call } from "../../../infra/local/test/support/http.ts";
import { postForm } from "../cloud/browserless.ts";
import type { Cloud } from "../cloud/cloud.ts";
import { newPartner } from "./platform.ts";

export const DAY_MS = 24 * 60 * 60 * 1_000;
export const RETURN = "https://app.example.com/connected?driver=42";

/** A partner that reads earnings. It has its own account, so no other test uses up its quota. */
export async function earningsPartner(cloud: Cloud, options: Parameters<typeof newPartner>[1] = {}) {
  const partner = await newPartner(cloud, options);
  const call = (path: string, more?: Call) => partner.call(`/v1${path}`, more);
  const newDriver = async (): Promise<string> => (await partner.driver()).id;
  const ask = (driver: string, json: object = {}, headers = {}) =>
    call(`/earnings/${driver}/connect`, {
      json: { platform: "doordash", redirect_url: RETURN, ...json },
      headers,
    });
  const connect = async (driver: string, platform = "doordash") => {
    const { state } = (await ask(driver, { platform })).json;
    return postForm(cloud, `/connect/${state}`, { decision: "allow" });
  };
  const earnings = (driver: string, query = "") => call(`/earnings/${driver}${query}`);
  return { call, newDriver, ask, connect, earnings };
}

/** A query for the 366 days that end today. */
export async function lastYear(cloud: Cloud): Promise<string> {
  const now = await cloud.now();
  const [from, to] = [now - 365 * DAY_MS, now].map((ms) => new Date(ms).toISOString().slice(0, 10));
  return `?period=${from}..${to}`;
}
