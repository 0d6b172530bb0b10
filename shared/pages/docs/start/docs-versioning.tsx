import { docsPath } from "../docs-guides.ts";
import { textPage } from "../docs-text.tsx";

export const versioningPage = () => textPage("versioning", docsPath("versioning"));
