import { docsPath } from "../docs-guides.ts";
import { textPage } from "../docs-text.tsx";

/** Which changes a caller must expect, and how a breaking one is announced. */
export const versioningPage = () => textPage("versioning", docsPath("versioning"));
