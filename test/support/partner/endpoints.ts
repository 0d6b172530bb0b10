import type { Json, Reply } from "../../../infra/local/test/support/http.ts";
import type { Partner } from "./platform.ts";

export const WEBHOOKS = "/v1/webhooks";
/** No server listens here. */
export const URL_HERE = "http://localhost:9/hooks";

export const endpointBody = (more: object = {}) => ({
  url: URL_HERE,
  events: ["payment.completed"],
  ...more,
});

export const registerEndpoint = (partner: Partner, more: object = {}): Promise<Json> =>
  partner.create(WEBHOOKS, endpointBody(more));

export const rotateSecret = (partner: Partner, id: string, json: object = {}, headers = {}): Promise<Reply> =>
  partner.post(`${WEBHOOKS}/${id}/rotate_secret`, json, headers);
