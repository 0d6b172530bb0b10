import { renderToString } from "preact-render-to-string";
import { Mark } from "./mark.tsx";

/** The mark as an image of its own. */
export const svgIcon = renderToString(<Mark />).replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
