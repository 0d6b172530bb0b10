import { brandCompany } from "../../../domain/brand.ts";
import { docsPath } from "../docs-guides.ts";
import { textPage } from "../docs-text.tsx";

/** The policy that `/.well-known/security.txt` names. */
export const securityPage = () =>
  textPage("security", docsPath("security"), { securityEmail: brandCompany.securityEmail });
