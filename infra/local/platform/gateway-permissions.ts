import { functionArnOf } from "../base/ports.ts";
import type { Template } from "../base/template.ts";
import { wildcard } from "../base/wildcard.ts";

/** Which functions the gateway may invoke for which route, by the permissions of the functions. */
export function permissionsOf(template: Template): (functionArn: string, sourceArn: string) => boolean {
  const permissions = template
    .ofType("AWS::Lambda::Permission")
    .filter(({ properties }) => properties.Principal === "apigateway.amazonaws.com")
    .map(({ properties }) => ({
      to: functionArnOf(properties),
      from: wildcard(String(properties.SourceArn ?? "*")),
    }));
  return (functionArn, sourceArn) =>
    permissions.some(({ to, from }) => to === functionArn && from.test(sourceArn));
}
