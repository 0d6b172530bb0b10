import { baseUrl } from "../../http/serve/responses.ts";
import { docsPath } from "./docs-guides.ts";
import { textPage } from "./docs-text.tsx";

/** For a partner, a regulator or a court that must know what a person agreed to. */
export const receiptsPage = () => textPage("receipts", docsPath("receipts"), { baseUrl: baseUrl() });
