/** An address as its owner will know it and nobody else: `ana@example.com` is `a•••@e•••.com`. */
export function maskedEmail(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  const labels = domain.split(".");
  return `${local.slice(0, 1)}•••@${domain.slice(0, 1)}•••.${labels.at(-1)}`;
}

/**
 * A name that somebody else gave, fit to stand in a mail of ours: letters, digits and spaces only, so that it can
 * hold no address, link or sentence that a reader would take for ours. Empty when nothing is left.
 */
export function plainName(name: string | undefined): string {
  return (name ?? "")
    .replace(/[^\p{L}\p{N}' -]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 40)
    .trim();
}
