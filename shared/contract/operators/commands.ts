import { type Access, unionOf } from "../../domain/noun.ts";
import type { SecretName } from "../../domain/secret.ts";
import {
  addAdminCommand,
  createKeyCommand,
  listAccountsCommand,
  listKeysCommand,
  resumeAccountCommand,
  revokeKeyCommand,
  setLimitsCommand,
  setTierCommand,
  showAccountCommand,
  suspendAccountCommand,
  verifyAccountCommand,
} from "./account-commands.ts";
import { listAuditCommand } from "./audit-commands.ts";
import type { Command } from "./command.ts";
import { auditLedgerCommand } from "./ledger-commands.ts";
import { blockNetworkCommand, listNetworksCommand, unblockNetworkCommand } from "./network-commands.ts";
import {
  disableEndpointCommand,
  eraseAccountDriverCommand,
  listDeliveriesCommand,
  listEndpointsCommand,
  showDeliveryCommand,
  showDriverCommand,
  showEmailsCommand,
  showEndpointCommand,
} from "./object-commands.ts";
import {
  approvePartnerCommand,
  listPartnersCommand,
  refusePartnerCommand,
  showPartnerCommand,
} from "./partner-commands.ts";
import {
  erasePersonCommand,
  exportWaitlistCommand,
  listWaitlistCommand,
  removeFromWaitlistCommand,
} from "./person-commands.ts";
import {
  listQueuesCommand,
  listTimersCommand,
  redriveQueuesCommand,
  redriveRelayCommand,
  redriveWebhooksCommand,
  restartTimersCommand,
} from "./repair-commands.ts";
import {
  eraseSignupCommand,
  findSignupCommand,
  listSignupsCommand,
  openAccountCommand,
  showSignupCommand,
} from "./signup-commands.ts";
import { checkStageCommand } from "./stage-commands.ts";

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

/** The five functions of operators, by privilege (`shared/operators/decisions`). */
export const lookUpFunction = operatorFunction({
  name: "look-up",
  secrets: ["mailbox"],
  commands: [
    showSignupCommand,
    findSignupCommand,
    listSignupsCommand,
    listAccountsCommand,
    showAccountCommand,
    listKeysCommand,
    listPartnersCommand,
    showPartnerCommand,
    listWaitlistCommand,
    exportWaitlistCommand,
    listEndpointsCommand,
    showEndpointCommand,
    listDeliveriesCommand,
    showDeliveryCommand,
    showEmailsCommand,
    showDriverCommand,
    listQueuesCommand,
    listTimersCommand,
    listNetworksCommand,
    auditLedgerCommand,
    listAuditCommand,
    checkStageCommand,
  ],
});

export const decideFunction = operatorFunction({
  name: "decide",
  changesAccounts: true,
  commands: [
    openAccountCommand,
    approvePartnerCommand,
    refusePartnerCommand,
    disableEndpointCommand,
    blockNetworkCommand,
    unblockNetworkCommand,
  ],
});

export const changeAccountsFunction = operatorFunction({
  name: "change-accounts",
  changesAccounts: true,
  secrets: ["mailbox"],
  commands: [
    verifyAccountCommand,
    suspendAccountCommand,
    resumeAccountCommand,
    setTierCommand,
    setLimitsCommand,
    createKeyCommand,
    revokeKeyCommand,
    addAdminCommand,
  ],
});

export const eraseFunction = operatorFunction({
  name: "erase",
  changesAccounts: true,
  // The identity key seals what a deleted driver's tax forms need.
  secrets: ["mailbox", "identity"],
  commands: [eraseSignupCommand, removeFromWaitlistCommand, erasePersonCommand, eraseAccountDriverCommand],
});

export const repairFunction = operatorFunction({
  name: "repair",
  commands: [redriveQueuesCommand, restartTimersCommand, redriveWebhooksCommand, redriveRelayCommand],
});
