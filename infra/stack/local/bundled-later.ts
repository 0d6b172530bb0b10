import type { CfnResource } from "aws-cdk-lib";
import { Code, type CodeConfig } from "aws-cdk-lib/aws-lambda";

/**
 * Code that is bundled at the function's first call. The template names only its folder in the assembly, as
 * CDK's own metadata does, and no bucket has it: such a template cannot be deployed.
 */
export class BundledLater extends Code {
  readonly #folder: string;

  constructor(name: string) {
    super();
    this.#folder = `functions/${name}`;
  }

  override bind(): CodeConfig {
    return { s3Location: { bucketName: "bundled-later", objectKey: this.#folder } };
  }

  override bindToResource(resource: CfnResource): void {
    resource.addMetadata("aws:asset:path", this.#folder);
  }
}
