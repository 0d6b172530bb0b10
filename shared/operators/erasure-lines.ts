/** A line of an erasure's receipt. No line has an address or a name. */
export type ReceiptLine = { what: string; result: "erased" | "kept"; why: string };

export const erasedLine = (what: string, why = "asked for"): ReceiptLine => ({ what, result: "erased", why });

export const keptLine = (what: string, why: string): ReceiptLine => ({ what, result: "kept", why });

/** Point-in-time recovery restores any instant of this span, with what was erased since. */
export const keptBackups = keptLine("backups of the table", "they expire after 35 days");
