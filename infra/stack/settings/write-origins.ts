import type { Construct } from "constructs";

/**
 * `-c writeOrigins='["https://app.example.com"]'`: origins whose pages may send live requests without a key.
 */
export function writeOrigins(scope: Construct): string[] {
  const given: unknown = scope.node.tryGetContext("writeOrigins") ?? [];
  const origins: unknown = typeof given === "string" ? JSON.parse(given) : given;
  const isOrigin = (text: unknown) => typeof text === "string" && URL.parse(text)?.origin === text;
  if (Array.isArray(origins) && origins.every(isOrigin)) return origins;
  throw new Error(
    'writeOrigins must be a list of origins without a path, such as ["https://app.example.com"]',
  );
}
