import { functionArnOf } from "../base/ports.ts";
import { ACCOUNT, REGION, type Template } from "../base/template.ts";
import type { Iam } from "../platform/iam.ts";

/** A route's key, and how its integration invokes a function. */
type Invoking = { key: string; integration: { uri: string; role: string | undefined } };

/**
 * Whether the gateway may invoke a route's function: as the integration's role, if it has one, and otherwise
 * if a permission of the function allows the API's route.
 */
export function invokerOf(template: Template, iam: Iam): (route: Invoking) => Promise<boolean> {
  const [api = ""] = template.ids("AWS::ApiGatewayV2::Api");
  const permissions = template
    .ofType("AWS::Lambda::Permission")
    .filter(({ properties }) => properties.Principal === "apigateway.amazonaws.com")
    .map(({ properties }) => ({
      to: functionArnOf(properties),
      from: wildcard(String(properties.SourceArn ?? "*")),
    }));
  return async ({ key, integration: { uri, role } }) => {
    if (role !== undefined) return iam.allows(role, "lambda:InvokeFunction", uri);
    const route = key.replace(" ", "");
    const source = `arn:aws:execute-api:${REGION}:${ACCOUNT}:${api}/$default/${route}`;
    return permissions.some(({ to, from }) => to === uri && from.test(source));
  };
}

const wildcard = (pattern: string): RegExp => new RegExp(`^${pattern.split("*").map(literally).join(".*")}$`);

function literally(text: string): string {
  return text.replaceAll(/[.$^+?(){}[\]|\\]/g, "\\$&");
}
