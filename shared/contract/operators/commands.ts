import { type Access, unionOf } from "../../domain/access/noun.ts";
import type { SecretName } from "../../domain/access/secret.ts";
import * as account from "./account-commands.ts";
import type { Command } from "./command.ts";
import * as ledger from "./ledger-commands.ts";
import * as look from "./look-commands.ts";
import * as network from "./network-commands.ts";
import * as object from "./object-commands.ts";
import * as partner from "./partner-commands.ts";
import * as person from "./person-commands.ts";
import * as repair from "./repair-commands.ts";
import * as signup from "./signup-commands.ts";

/** A function that runs commands. IAM decides who may invoke it, so each is a privilege of its own. */
type OperatorRecord = {
  name: string;
  commands: readonly Command[];
  secrets?: readonly SecretName[];
  /** Its commands change accounts, which see that in their activity. */
  changesAccounts?: true;
};

const operatorFunction = <const F extends OperatorRecord>({ commands, ...record }: F) => ({
  ...record,
  commands,
  // The audit record of each action, and the activity of the accounts that a change concerns.
  access: unionOf([
    ...commands.map(({ access }) => access),
    { audit: ["put", "update"], ...(record.changesAccounts && { activity: ["put"] }) },
  ]) satisfies Access,
});

/** The five functions of operators, by privilege. */
export const lookUpFunction = operatorFunction({
  name: "look-up",
  secrets: ["mailbox"],
  commands: [look.listCommand, look.showCommand, person.exportWaitlistCommand, ledger.auditLedgerCommand],
});

export const decideFunction = operatorFunction({
  name: "decide",
  changesAccounts: true,
  commands: [
    signup.openAccountCommand,
    partner.approvePartnerCommand,
    partner.refusePartnerCommand,
    object.disableEndpointCommand,
    network.blockNetworkCommand,
    network.unblockNetworkCommand,
  ],
});

export const changeAccountsFunction = operatorFunction({
  name: "change-accounts",
  changesAccounts: true,
  secrets: ["mailbox"],
  commands: [
    account.reviewLiveRequestCommand,
    account.verifyAccountCommand,
    account.declineLiveRequestCommand,
    account.suspendAccountCommand,
    account.resumeAccountCommand,
    account.setTierCommand,
    account.createKeyCommand,
    account.revokeKeyCommand,
    account.addAdminCommand,
    account.resetPasskeysCommand,
    ledger.creditBalanceCommand,
    ledger.correctBalanceCommand,
  ],
});

export const eraseFunction = operatorFunction({
  name: "erase",
  changesAccounts: true,
  // The identity key seals what a deleted driver's tax forms need.
  secrets: ["mailbox", "identity"],
  commands: [person.removeFromWaitlistCommand, person.erasePersonCommand, object.eraseAccountDriverCommand],
});

export const repairFunction = operatorFunction({
  name: "repair",
  commands: [
    repair.redriveQueuesCommand,
    repair.restartTimersCommand,
    repair.redriveRelayCommand,
    repair.resendBankFileCommand,
  ],
});
