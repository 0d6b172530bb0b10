import { renderToString } from "preact-render-to-string";
import { Mark } from "./mark.tsx";

/** The logo as a standalone image. */
export const svgIcon = renderToString(<Mark />).replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
