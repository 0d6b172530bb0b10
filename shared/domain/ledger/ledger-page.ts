/** A part of the audit of all ledgers in the night before `day`. `resume`: where it continues. */
export type LedgerPage = { kind: "ledger_page"; day: string; resume?: string };
