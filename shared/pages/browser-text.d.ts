/** The bundler and Jest define these: see infra/stack/browser-text.ts. */
declare const HOME_SCRIPT: string;
declare const DOCS_SCRIPT: string;
declare const DEVELOPERS_SCRIPT: string;
declare const STYLESHEET: string;
declare const STYLESHEET_PATH: string;
/** The image of link previews, in base64. */
declare const PREVIEW_IMAGE: string;
declare const PREVIEW_IMAGE_PATH: string;
/** The samples of the documentation, as JSON. */
declare const SAMPLES: string;
