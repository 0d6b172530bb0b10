import { renderToString } from "preact-render-to-string";
import { Mark } from "./mark.tsx";

export const svgIcon = renderToString(<Mark />).replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
