import { brand } from "../../shared/domain/brand/brand.ts";
import { camel } from "./text.ts";

/** The names that the packages derive from the brand. Files between braces are replaced by them. */
export function packageNames(version: string): Record<string, string> {
  const { serviceName, serviceSlug, npmPackage, registryName, supportEmail, tagline } = brand;
  const [domain = ""] = registryName.split("/");
  const word = serviceSlug.replaceAll("-", "");
  return {
    version,
    serviceName,
    supportEmail,
    registryName,
    tagline,
    npmPackage,
    slug: serviceSlug,
    pythonPackage: serviceSlug.replaceAll("-", "_"),
    goModule: `${domain.split(".").reverse().join(".")}/${serviceSlug}`,
    goPackage: word,
    javaGroup: domain,
    javaPackage: `${domain}.${word}`,
    javaFolder: `${domain}.${word}`.replaceAll(".", "/"),
    environment: camel(serviceSlug)
      .replaceAll(/([A-Z])/g, "_$1")
      .toUpperCase(),
  };
}

/** Replaces `{{name}}`. An unknown name is an error. */
export const withNames = (text: string, names: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = names[name];
    if (value === undefined) throw new Error(`The texts name {{${name}}}, which does not exist.`);
    return value;
  });
