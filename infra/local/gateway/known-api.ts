import { StartupFailure } from "../base/failure.ts";
import type { Properties, Template } from "../base/template.ts";

/** What the gateway knows of each property, by resource type. Absent counts as known. */
const KNOWN: Record<string, Record<string, string[]>> = {
  Api: { ProtocolType: ["HTTP"], Body: [] },
  Integration: {
    IntegrationType: ["AWS_PROXY"],
    IntegrationSubtype: [],
    PayloadFormatVersion: ["2.0"],
    RequestParameters: [],
    ResponseParameters: [],
  },
  Route: { AuthorizationType: ["NONE"] },
  Stage: { StageName: ["$default"] },
};

/** Refuses what the gateway would ignore: requests would get other replies than on AWS. */
export function requireKnownApi(template: Template): void {
  const apis = template.ids("AWS::ApiGatewayV2::Api");
  if (apis.length > 1)
    throw new StartupFailure(`The local cloud runs one HTTP API. The template has ${apis.join(" and ")}.`);
  for (const [type, known] of Object.entries(KNOWN))
    for (const { id, properties } of template.ofType(`AWS::ApiGatewayV2::${type}`))
      requireKnown(id, properties, known);
}

function requireKnown(id: string, properties: Properties, known: Record<string, string[]>): void {
  for (const [name, values] of Object.entries(known)) {
    const value = properties[name];
    if (value === undefined || values.includes(String(value))) continue;
    const rule = values.length > 0 ? `It knows ${values.join(" and ")}.` : `It does not know ${name}.`;
    throw new StartupFailure(
      `The gateway of the local cloud cannot run ${id} with ${name} ${JSON.stringify(value)}. ${rule}`,
    );
  }
}
