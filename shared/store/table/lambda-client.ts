/**
 * Lambda has no `~/.aws`, but a client without these settings looks for each there at its first call: 1 to 2
 * ms of CPU. All but the region are the SDK's defaults.
 */
export const lambdaSettings = {
  region: async () => process.env.AWS_REGION ?? "",
  defaultsMode: "legacy",
  retryMode: "standard",
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  authSchemePreference: async () => [],
  userAgentAppId: async () => undefined,
  disableClockSkewCorrection: false,
} as const;

const { AWS_ENDPOINT_URL: endpoint, LIMITER_DEADLINE_MS: minMs = 0 } = process.env;

/**
 * One attempt ends in time for another. A machine that runs the whole service is slower, and there the
 * limiter has a longer deadline, too.
 */
export const requestHandler = (ms: number) => ({
  requestTimeout: Math.max(ms, +minMs),
  connectionTimeout: Math.max(1_000, +minMs),
  throwOnRequestTimeout: true,
});

export const dynamoDbSettings = {
  ...lambdaSettings,
  ...(endpoint && { endpoint }),
  ignoreConfiguredEndpointUrls: true,
  accountIdEndpointMode: async () => "preferred" as const,
  endpointDiscoveryEnabledProvider: async () => false,
};

/** These write to a logger that no client has, and send headers that nothing reads, on each call. */
const NEEDLESS = ["loggerMiddleware", "getUserAgentMiddleware", "recursionDetectionMiddleware"];

/** Not for SQS: Lambda's loop detection reads the header that the last of them sends. */
export function lean<Client extends { middlewareStack: { remove: (name: string) => boolean } }>(
  client: Client,
): Client {
  for (const name of NEEDLESS) client.middlewareStack.remove(name);
  return client;
}
