import { ArnFormat, DefaultStackSynthesizer, Stack, type StackProps, Validations } from "aws-cdk-lib";
import {
  OidcProviderNative,
  PolicyDocument,
  type PolicyStatement,
  Role,
  WebIdentityPrincipal,
} from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { operatorFunctionName } from "../../../shared/contract/operators/function-name.ts";
import { allow } from "../access/allow.ts";

const GITHUB = "token.actions.githubusercontent.com";
/** The operators' functions that the smoke test invokes. */
const SMOKED = ["look-up", "change-accounts", "erase"];

type PipelineStackProps = StackProps & {
  repository: string;
  stages: readonly string[];
  /** Whether the account already has GitHub's provider, for example for another repository. */
  hasProvider: boolean;
};

/**
 * GitHub's provider, and two roles a stage. Only jobs of one environment of one repository may take a role,
 * so no key is stored. One shows what would change, and a person approves before the other deploys it.
 */
export class PipelineStack extends Stack {
  constructor(scope: Construct, id: string, props: PipelineStackProps) {
    const { repository, stages, hasProvider, ...rest } = props;
    super(scope, id, rest);
    const provider = hasProvider
      ? this.#iam("oidc-provider", GITHUB)
      : new OidcProviderNative(this, "GitHub", {
          url: `https://${GITHUB}`,
          clientIds: ["sts.amazonaws.com"],
        }).oidcProviderArn;
    for (const stage of stages)
      for (const [environment, statements] of [
        [`${stage}-plan`, this.#planning(stage)],
        [stage, this.#releasing(stage)],
      ] as const) {
        const role = new Role(this, `Role-${environment}`, {
          roleName: `PortableRoth-pipeline-${environment}`,
          description: `GitHub's jobs of ${repository} in the environment ${environment}`,
          assumedBy: new WebIdentityPrincipal(provider, {
            StringEquals: {
              [`${GITHUB}:aud`]: "sts.amazonaws.com",
              [`${GITHUB}:sub`]: `repo:${repository}:environment:${environment}`,
            },
          }),
          inlinePolicies: { release: new PolicyDocument({ statements }) },
        });
        for (const resource of statements.flatMap(({ resources }) => resources))
          if (resource.includes("*"))
            Validations.of(role).acknowledge({
              id: `AwsSolutions-IAM5[Resource::${this.#inWords(resource)}]`,
              reason:
                "The names of a stage's nested stacks, topics and alarms begin with its name and end at random.",
            });
      }
  }

  /** Compares templates, with CDK's lookup role, which cannot change anything. */
  #planning(stage: string): PolicyStatement[] {
    return [
      allow(
        ["DescribeStacks", "GetTemplate", "ListStackResources"].map((action) => `cloudformation:${action}`),
        this.#stacksOf(stage),
      ),
      allow(["sts:AssumeRole"], [this.#bootstrapRole("lookup-role")]),
    ];
  }

  #releasing(stage: string): PolicyStatement[] {
    const named = (service: string, resource: string, resourceName: string) =>
      this.formatArn({ service, resource, resourceName, arnFormat: ArnFormat.COLON_RESOURCE_NAME });
    return [
      allow(["sts:AssumeRole"], [this.#bootstrapRole("deploy-role")]),
      allow(
        ["lambda:InvokeFunction"],
        SMOKED.map((name) => named("lambda", "function", operatorFunctionName(stage, name))),
      ),
      allow(
        ["sns:ListSubscriptionsByTopic"],
        [this.formatArn({ service: "sns", resource: `PortableRoth-${stage}-*` })],
      ),
      allow(["cloudwatch:DescribeAlarms"], [named("cloudwatch", "alarm", "*")]),
    ];
  }

  #stacksOf(stage: string): string[] {
    return [`PortableRoth-${stage}/*`, `PortableRoth-${stage}-*/*`].map((resourceName) =>
      this.formatArn({ service: "cloudformation", resource: "stack", resourceName }),
    );
  }

  #bootstrapped(what: string): string {
    return `cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-${what}-${this.account}-${this.region}`;
  }

  #bootstrapRole(which: string): string {
    return this.#iam("role", this.#bootstrapped(which));
  }

  /** As cdk-nag writes an ARN. */
  #inWords(arn: string): string {
    return arn
      .replaceAll(this.partition, "<AWS::Partition>")
      .replaceAll(this.region, "<AWS::Region>")
      .replaceAll(this.account, "<AWS::AccountId>");
  }

  #iam(resource: string, resourceName: string): string {
    return this.formatArn({ service: "iam", region: "", resource, resourceName });
  }
}
