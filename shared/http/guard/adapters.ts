import { Problem } from "../../contract/errors.ts";
import { type BankLinker, linkInSandbox } from "../../domain/driver/bank-linker.ts";
import type { EarningsSource } from "../../domain/earnings/earnings-source.ts";
import { sandboxSource } from "../../domain/earnings/sandbox-earnings.ts";
import type { Mode } from "../../domain/item/owner.ts";
import type { PayoutRail } from "../../domain/payout/payout-rail.ts";
import { sandboxRail } from "../../domain/payout/sandbox-rail.ts";
import { ofBank, readBankTerms } from "./ach-rail.ts";
import { type ContributionRail, sandboxContributions } from "../../domain/savings/contribution-rail.ts";

type Adapters = {
  rail: PayoutRail;
  linker: BankLinker;
  earnings: EarningsSource;
  contributions: ContributionRail;
};

/** The adapters of each mode. An adapter turns its operations on. Live mode has some with a rail only. */
const adapters: Record<Mode, Partial<Adapters>> = {
  test: {
    rail: sandboxRail,
    linker: { link: async (request) => linkInSandbox(request) },
    earnings: sandboxSource,
    contributions: sandboxContributions,
  },
  live: process.env.BANK_TERMS ? ofBank(readBankTerms(process.env.BANK_TERMS)) : {},
};

export const findAdapter = <Port extends keyof Adapters>(mode: Mode, port: Port): Partial<Adapters>[Port] =>
  adapters[mode][port];

/** The adapter of a port. Throws a 403 where there is none, since a retry cannot help. */
export function adapterOf<Port extends keyof Adapters>(mode: Mode, port: Port): Adapters[Port] {
  const adapter = findAdapter(mode, port);
  if (adapter) return adapter as Adapters[Port];
  throw new Problem(
    "live_mode_unavailable",
    "This operation is not available in live mode yet. Use a test key.",
  );
}
