/** The bundler and Jest define these: see infra/stack/browser-text.ts. */
declare const HOME_SCRIPT: string;
declare const DOCS_SCRIPT: string;
declare const SEARCH_ENGINE: string;
declare const DEVELOPERS_SCRIPT: string;
declare const STYLESHEET: string;
declare const STYLESHEET_PATH: string;
declare const PREVIEW_IMAGE: string;
declare const PREVIEW_IMAGE_PATH: string;
declare const SAMPLES: string;
declare const DOCS_TEXTS: string;
/** The documentation: infra/stack/docs/docs-site.ts makes it. JSON, compressed with Brotli, in base64. */
declare const DOCS_SITE: string;
declare const AGENT_OPENAPI: string;
declare const PLATFORM_OPENAPI: string;
declare const LIBRARIES: string;
/** Where these texts have the address of the deployment. */
declare const BUILT_ADDRESS: string;
