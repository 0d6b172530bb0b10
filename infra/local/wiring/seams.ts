import type { InvokerOf } from "../lambda/start-lambda.ts";
import type { AwsEndpoint } from "../platform/aws-endpoint.ts";

/** What a test puts in the place of threads. */
export type Seams = {
  invoker: InvokerOf;
  /** A simulator decides what happens next. `url`: the address of the service, which opens no port. */
  simulator?: { url: string; calls: (perform: AwsEndpoint["call"]) => AwsEndpoint["call"] };
};
