import {
  type CloudFormationClient,
  paginateListStackResources,
  type StackResourceSummary,
} from "@aws-sdk/client-cloudformation";

const NESTED = "AWS::CloudFormation::Stack";

export const stackOf = (stage: string): string => `PortableRoth-${stage}`;

export async function resourcesOf(
  client: CloudFormationClient,
  StackName: string,
): Promise<StackResourceSummary[]> {
  const resources: StackResourceSummary[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName }))
    for (const resource of StackResourceSummaries) {
      resources.push(resource);
      if (resource.ResourceType === NESTED && resource.PhysicalResourceId)
        resources.push(...(await resourcesOf(client, resource.PhysicalResourceId)));
    }
  return resources;
}

/** Whether a resource is a construct's, by its path: a logical id also has eight characters of a hash. */
export const isNamed = ({ LogicalResourceId = "" }: StackResourceSummary, path: string): boolean =>
  LogicalResourceId.length === path.length + 8 && LogicalResourceId.startsWith(path);
