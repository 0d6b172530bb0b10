/** Whether a text is like a pattern, in which `*` stands for any characters. */
export const wildcard = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`);
