/** `$160,500` or `60k` as the API reads it. Commas only between thousands. */
export function plainAmount(text: string): string {
  const bare = text.trim().replace(/^\$\s*/, "");
  const [, thousands, tenths = ""] = /^(\d{1,4})(?:\.(\d{1,3}))?k$/i.exec(bare) ?? [];
  if (thousands !== undefined) return String(Number(thousands + tenths.padEnd(3, "0")));
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare) ? bare.replaceAll(",", "") : bare;
}
