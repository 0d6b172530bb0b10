import { expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { EventType } from "../../shared/domain/event/event-type.ts";
import { eventCalls } from "../../shared/site/docs/reference/docs-event-calls.ts";
import { postForm } from "../support/cloud/browserless.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const partner = await newPartner(cloud);

test.each(EventType.options.filter((type) => eventCalls[type].length > 0))(
  "the documented requests cause %s",
  async (type) => {
    const ids: Record<string, string> = { DRIVER_ID: "", PAYOUT_ID: "" };
    let about = "";
    const filled = (text: string) =>
      text.replace(/DRIVER_ID|PAYOUT_ID|PROPOSAL_ID/g, (word) => ids[word] ?? "");
    for (const { method, path, body, next } of eventCalls[type]) {
      const json = body && JSON.parse(filled(JSON.stringify(body)));
      const reply = await partner.call(filled(path), { method, ...(json && { json }) });
      expect([path, Math.floor(reply.status / 100)]).toEqual([path, 2]);
      if (path === "/v1/drivers") about = ids.DRIVER_ID = reply.json.id;
      if (path === "/v1/payments/payout") ids.PAYOUT_ID = reply.json.id;
      if (/batches|proposals/.test(path)) about = ids.PROPOSAL_ID = reply.json.id;
      if (next) {
        const { pathname } = new URL(reply.json.authorization_url);
        expect((await postForm(cloud, pathname, { decision: "allow" })).status).toBeLessThan(400);
      }
    }
    // A batch ends after its reply.
    await eventually(async () => {
      const { data } = await partner.read(`/v1/events?type=${type}&limit=10`);
      return data.some((event: { data: Record<string, string> }) =>
        Object.values(event.data).includes(about),
      );
    });
  },
);
