import { DomainName, EndpointType, SecurityPolicy } from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import type { Construct } from "constructs";
import { stageSettingsOf } from "./settings/stage-settings.ts";

/** The API's domain of `domainName` and `certificateArn` (in its region), or undefined without both. */
export function customDomain(scope: Construct): DomainName | undefined {
  const { domainName, certificateArn } = stageSettingsOf(scope);
  if (!domainName || !certificateArn) return undefined;
  return new DomainName(scope, "Domain", {
    domainName,
    certificate: Certificate.fromCertificateArn(scope, "Certificate", certificateArn),
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
}
