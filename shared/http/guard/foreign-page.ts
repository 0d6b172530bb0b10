import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Problem } from "../../contract/errors.ts";
import { baseUrl } from "../serve/responses.ts";

/** The hosts of assistants whose pages may call the MCP server and send live requests. */
export const ASSISTANTS = ["claude.ai", "chatgpt.com"];

const listed: readonly string[] = JSON.parse(process.env.WRITE_ORIGINS ?? "[]");

/** Each visitor of another site's page is one more address. Programs send no origin. */
export async function refuseForeignPage(
  event: APIGatewayProxyEventV2,
  isKnown?: (origin: string) => Promise<boolean>,
): Promise<void> {
  const { origin, "sec-fetch-site": site } = event.headers;
  // Our pages send no referrer, so the origin of their form posts is `null`. No page can forge its site.
  if (origin === undefined || site === "same-origin") return;
  if (allowedOrigins(event).includes(origin) || (await isKnown?.(origin))) return;
  throw new Problem(
    "origin_not_allowed",
    "Pages of this origin cannot send live requests. Send the request from a server.",
  );
}

/** The gateway's own address serves our pages too, beside a stage's domain. */
const allowedOrigins = ({ requestContext }: APIGatewayProxyEventV2): string[] => [
  new URL(baseUrl()).origin,
  `https://${requestContext.domainName}`,
  ...ASSISTANTS.map((host) => `https://${host}`),
  ...listed,
];
