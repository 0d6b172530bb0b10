/**
 * Bundled in place of `@aws-sdk/endpoint-cache`, whose LRU cache is 8 KB in every function with a table.
 * Endpoint discovery is off unless a client asks for it. No client here does, but each constructs the cache.
 */
export class EndpointCache {
  getEndpoint(): never {
    throw new Error("Endpoint discovery is not part of this bundle");
  }
}
