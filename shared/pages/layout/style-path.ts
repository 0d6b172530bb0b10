/**
 * Where pages find the stylesheet. Written down, so that every function with a page does not carry the whole style to
 * name it; a test says what it must be.
 */
export const stylePath = "/assets/XnD75XAgEAYQYGTR.css";
