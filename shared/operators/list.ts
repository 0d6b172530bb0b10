import { type ListNoun, type listCommand, listViews } from "../contract/operators/look-commands.ts";
import { PARSING, refusedInput } from "../http/serve/refused-input.ts";
import { listAccountsRun } from "./accounts.ts";
import { listAuditRun } from "./audit.ts";
import { listBankFilesRun, listBankLinesRun } from "./ledger/bank.ts";
import { listDeliveriesRun, listEndpointsRun } from "./endpoints.ts";
import type { List } from "./list-answer.ts";
import { listKeysRun } from "./keys.ts";
import { listLiveRequestsRun } from "./live/queue.ts";
import { listNetworksRun } from "./networks.ts";
import { listPartnersRun } from "./partners.ts";
import { listQueuesRun } from "./queues.ts";
import { type Run, WrongUsage } from "./serve/command-run.ts";
import { listFiguresRun } from "./serve/stage.ts";
import { listSignupsRun } from "./signups.ts";
import { listTimersRun } from "./timers.ts";
import { listWaitlistRun } from "./waitlist.ts";

const lists: { [Noun in ListNoun]: List<Noun> } = {
  accounts: listAccountsRun,
  audit: listAuditRun,
  "bank-files": listBankFilesRun,
  "bank-lines": listBankLinesRun,
  deliveries: listDeliveriesRun,
  endpoints: listEndpointsRun,
  figures: listFiguresRun,
  keys: listKeysRun,
  networks: listNetworksRun,
  partners: listPartnersRun,
  queues: listQueuesRun,
  requests: listLiveRequestsRun,
  signups: listSignupsRun,
  timers: listTimersRun,
  waitlist: listWaitlistRun,
};

export const listRun: Run<typeof listCommand> = async ({ noun, ...options }, circumstances) => {
  const parsed = listViews[noun].input.safeParse(options, PARSING);
  if (!parsed.success) throw new WrongUsage(`list ${noun}: ${refusedInput(parsed.error).message}`);
  return (lists[noun] as List<ListNoun>)(parsed.data as never, circumstances);
};
