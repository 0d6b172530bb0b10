import { THROTTLED } from "../lambda/concurrency.ts";
import { NOT_FOUND } from "../lambda/lambda.ts";

/** Step Functions names errors of the Lambda service, and not those of a function, after the service. */
export const errorNameOf = ({ errorType }: { errorType: string }) =>
  errorType === THROTTLED || errorType === NOT_FOUND ? `Lambda.${errorType}` : errorType;
