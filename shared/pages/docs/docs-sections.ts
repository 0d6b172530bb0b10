import { platformDescription } from "../../contract/platform-api.ts";
import { brand } from "../../domain/brand.ts";
import type { Link } from "../layout/layout.tsx";

/** Where a section of the Platform API is explained: a page for each, as all on one would be a long one. */
export const sectionPage = (tag: string): string => `v1-${tag.toLowerCase().replaceAll(" ", "-")}`;

export const platformSections: readonly string[] = Object.keys(platformDescription.tags);

export const sectionLinks: readonly Link[] = platformSections.map((tag) => [
  `${brand.docsPath}/${sectionPage(tag)}`,
  tag,
]);
