import { platformDescription } from "../../contract/platform-api.ts";
import { brand } from "../../domain/brand.ts";
import type { Link } from "../layout/layout.tsx";

/** Each section of the Platform API has its own page, because one page for all would be too long. */
export const sectionPage = (tag: string): string => `v1-${tag.toLowerCase().replaceAll(" ", "-")}`;

export const platformSections: readonly string[] = Object.keys(platformDescription.tags);

export const sectionLinks: readonly Link[] = platformSections.map((tag) => [
  `${brand.docsPath}/${sectionPage(tag)}`,
  tag,
]);
