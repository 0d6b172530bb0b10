/** The texts that a pattern means. Its `*` matches any characters, also none. */
export const wildcard = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`);
