import { text } from "../text/text.ts";

/** The caller's own id of a driver. One line, so that it fits a query. */
export const ExternalId = text(100);
