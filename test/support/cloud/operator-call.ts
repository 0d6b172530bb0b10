import { signedRequest } from "../../../infra/operations/ops/signed-request.ts";
import { operatorFunctionName } from "../../../shared/contract/operators/function-name.ts";
import type { OperatorRequest } from "../../../shared/contract/operators/operator-request.ts";
import { operatorFunctions } from "../../../shared/contract/service.ts";

export type OperatorOptions = Partial<Pick<OperatorRequest, "reason" | "dry_run" | "reveal">>;

const signing = {
  stage: "local",
  region: "us-east-1",
  credentials: { accessKeyId: "operator", secretAccessKey: "local" },
};

/** The function and the signed event of a command, as `npm run ops` invokes it on the local cloud. */
export async function operatorCall(
  command: string,
  input: object,
  { reason = "test", ...more }: OperatorOptions = {},
) {
  const { name } = operatorFunctions.find(({ commands }) =>
    commands.some((each) => each.name === command),
  ) ?? { name: command };
  const request = { command, input: input as Record<string, unknown>, reason, ...more };
  return { functionName: operatorFunctionName("local", name), event: await signedRequest(request, signing) };
}
