import type { APIGatewayProxyEventV2 } from "aws-lambda";
import {
  companyTools,
  previewPayoutsOperation,
  serveCompanyMcpPage,
} from "../../shared/contract/company-mcp.ts";
import type { ApiKey } from "../../shared/domain/account/api-key.ts";
import { publicDryRun } from "../../shared/domain/payout/proposal.ts";
import { authenticate } from "../../shared/http/guard/authenticate.ts";
import { takePlaces } from "../../shared/http/guard/rate-limit.ts";
import { companyServer, type Handlers } from "../../shared/http/mcp/company-server.ts";
import { firstRequest } from "../../shared/http/mcp/first-request.ts";
import { explainToMcp, mcpEndpoint } from "../../shared/http/mcp/mcp-endpoint.ts";
import { servePlatform } from "../../shared/http/serve/serve-platform.ts";
import { serveRequests } from "../../shared/http/serve/serve.ts";

/** Loaded at the first call, because most calls only list. None moves money. */
const handlers: Handlers = {
  list_drivers: () => import("./drivers/list-drivers.ts"),
  get_driver: () => import("./drivers/get-driver.ts"),
  list_payouts: () => import("./payments/list-payouts.ts"),
  get_payout: () => import("./payments/get-payout.ts"),
  get_balance: () => import("./balance/get-balance.ts"),
  list_events: () => import("./webhooks/list-events.ts"),
  preview_payouts: async () => ({ handler: previewPayouts }),
  propose_payouts: () => import("./payments/create-payout-proposal.ts"),
  get_proposal: () => import("./payments/get-payout-proposal.ts"),
  cancel_proposal: () => import("./payments/cancel-payout-proposal.ts"),
};

const previewPayouts = servePlatform(previewPayoutsOperation, {
  answer: async ({ body: { payouts } }, { reply, ...caller }) => {
    const { dryRunsOf } = await import("./payments/create-payout.ts");
    const results = await dryRunsOf(payouts, caller);
    return reply("previewed", {
      dry_runs: payouts.map((payout, i) => publicDryRun({ payout, result: results[i] ?? {} })),
    });
  },
});

const names = companyTools.map(({ tool }) => tool.name);

/** Like a read: when the table is late, the request passes, because a tool that writes has the quota. */
const meter = (source: string, places: number) =>
  takePlaces({ ...serveCompanyMcpPage, method: "GET" }, source, new Date(), places);

const endpointFor = (key: ApiKey, event: APIGatewayProxyEventV2) =>
  mcpEndpoint(() => companyServer(handlers, key, event), { meter, names });

export const handler = serveRequests(
  serveCompanyMcpPage.name,
  async (event) => endpointFor(await authenticate(event, {}, new Date()), event)(event),
  { explain: explainToMcp },
);

const first = firstRequest();
await mcpEndpoint(() => companyServer(handlers, { scopes: [] } as unknown as ApiKey, first))(first);
