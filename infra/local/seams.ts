import type { Invoker } from "./lambda/invoker.ts";
import type { AwsEndpoint } from "./platform/aws-endpoint.ts";
import type { MachineParts, Machines } from "./timers/machines.ts";

/** Where a simulator decides what happens next, with functions in this process. */
export type Seams = {
  /** The address of the service, which opens no port. */
  url: string;
  calls: (perform: AwsEndpoint["call"]) => AwsEndpoint["call"];
  invoker: (invoker: Invoker) => Invoker;
  machines: (parts: MachineParts) => Machines;
};
