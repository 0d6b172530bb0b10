import { getPlatformOpenapiOperation } from "../../shared/contract/platform/get-platform-openapi.ts";
import { serveDocument } from "../../shared/http/serve/serve-document.ts";

export const handler = serveDocument(getPlatformOpenapiOperation, PLATFORM_OPENAPI);
