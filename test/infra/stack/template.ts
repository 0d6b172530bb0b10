import { readStack } from "../../../infra/local/base/nested-stacks.ts";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { assemblyDir } from "../../support/cloud/assembly.ts";

/**
 * The template that all tests share, nested stacks included: a stage with a sender of mail, without a domain.
 * Reading it loads no CDK.
 */
export const stage = "local";
export const { Resources: resources }: Json = readStack(assemblyDir);

export const idsOfType = (type: string, of: Json = resources): string[] =>
  Object.keys(of).filter((id) => of[id].Type === type);

/** The properties of each resource of a type. */
export const ofType = (type: string, of: Json = resources): Json[] =>
  idsOfType(type, of).map((id) => of[id].Properties);

/** The id of the resource that has this name before its hash. */
export function idOf(name: string): string {
  const matching = Object.keys(resources).filter((id) => new RegExp(`^${name}[0-9A-F]{8}$`).test(id));
  if (matching.length !== 1) throw new Error(`${matching.length} resources are named ${name}`);
  return String(matching[0]);
}
export const propertiesOf = (name: string): Json => resources[idOf(name)].Properties;
export const nameOf = (id: string): string => id.replace(/[0-9A-F]{8}$/, "");

export const statements = (): Json[] =>
  [
    ...ofType("AWS::IAM::Role").flatMap(({ Policies = [] }) => Policies),
    ...ofType("AWS::IAM::Policy"),
  ].flatMap(({ PolicyDocument }) => PolicyDocument.Statement);

export const actionsOf = ({ Action }: Json): string[] => [Action].flat();

/** What feeds a function from the queue of this id. */
export const mappingOf = (queue: string): Json =>
  ofType("AWS::Lambda::EventSourceMapping").find(
    ({ EventSourceArn: source }) => source["Fn::GetAtt"]?.[0] === queue && source["Fn::GetAtt"][1] === "Arn",
  );

export const deadLettersOf = ({ RedrivePolicy }: Json): string =>
  RedrivePolicy.deadLetterTargetArn["Fn::GetAtt"][0];
