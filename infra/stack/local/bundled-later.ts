import type { CfnResource } from "aws-cdk-lib";
import { Code, type CodeConfig } from "aws-cdk-lib/aws-lambda";

/** Bundled at the function's first call. Such a template cannot be deployed. */
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
