import { functionArnOf } from "../base/ports.ts";
import type { Template } from "../base/template.ts";

export type Permitted = (functionArn: string, sourceArn: string) => boolean;

export function permissionsOf(template: Template, service: string): Permitted {
  const permissions = template
    .ofType("AWS::Lambda::Permission")
    .filter(({ properties }) => properties.Principal === service)
    .map(({ properties }) => ({
      to: functionArnOf(properties),
      from: wildcard(String(properties.SourceArn ?? "*")),
    }));
  return (functionArn, sourceArn) =>
    permissions.some(({ to, from }) => to === functionArn && from.test(sourceArn));
}

const wildcard = (pattern: string): RegExp => new RegExp(`^${pattern.split("*").map(literally).join(".*")}$`);

function literally(text: string): string {
  return text.replaceAll(/[.$^+?(){}[\]|\\]/g, "\\$&");
}
