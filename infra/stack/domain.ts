import { DomainName, EndpointType, SecurityPolicy } from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import type { Construct } from "constructs";

/**
 * The API's custom domain, or undefined without the settings `domainName` and `certificateArn`. The
 * certificate must be in the API's region.
 */
export function customDomain(scope: Construct): DomainName | undefined {
  const [domainName, certificateArn] = ["domainName", "certificateArn"].map((name): unknown =>
    scope.node.tryGetContext(name),
  );
  if (!domainName && !certificateArn) return undefined;
  if (typeof domainName !== "string" || typeof certificateArn !== "string" || !domainName || !certificateArn)
    throw new Error(
      "A custom domain needs both settings. Set both or neither: -c domainName=api.example.com -c certificateArn=arn:aws:acm:REGION:ACCOUNT:certificate/ID",
    );
  return new DomainName(scope, "Domain", {
    domainName,
    certificate: Certificate.fromCertificateArn(scope, "Certificate", certificateArn),
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
}
