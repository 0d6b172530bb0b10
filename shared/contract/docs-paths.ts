import { brand } from "../domain/brand/brand.ts";
import { apiOf, type Operation } from "./operation.ts";

/** The address of a page of the documentation. */
export const docsPath = (page: string): string => `${brand.docsPath}/${page}`;

/** The page of a tag's operations. */
export const sectionPage = (tag: string): string => `v1-${tag.toLowerCase().replaceAll(" ", "-")}`;

export const listPath = (op: Pick<Operation, "path" | "tag">): string =>
  docsPath(apiOf(op) === "agent" ? "agent" : sectionPage(op.tag));
export const operationPath = (op: Pick<Operation, "path" | "tag" | "name">): string =>
  `${listPath(op)}/${op.name}`;
