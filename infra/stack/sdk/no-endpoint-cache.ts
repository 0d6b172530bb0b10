/** In place of `@aws-sdk/endpoint-cache`, 8 KB in every function. Endpoint discovery is off. */
export class EndpointCache {
  getEndpoint(): never {
    throw new Error("Endpoint discovery is not part of this bundle");
  }
}
