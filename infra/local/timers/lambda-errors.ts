import { NOT_FOUND, THROTTLED } from "../base/ports.ts";

/** Step Functions names errors of the Lambda service, and not those of a function, after the service. */
export const errorNameOf = ({ errorType }: { errorType: string }) =>
  errorType === THROTTLED || errorType === NOT_FOUND ? `Lambda.${errorType}` : errorType;
