import type * as commands from "../contract/operators/network-commands.ts";
import { DAY } from "../domain/limit/window.ts";
import { listNetworks, type NetworkUse, putBlock } from "../store/share/networks.ts";
import type { List } from "./list-answer.ts";
import { numbered } from "./numbered.ts";
import type { Run } from "./serve/command-run.ts";

const SHOWN = 50;
const USUAL_DAYS = "7";

export const listNetworksRun: List<"networks"> = async (_, { now }) => {
  const networks = (await listNetworks(now)).sort((a, b) => sumOf(b) - sumOf(a));
  const shown = networks.filter((network, i) => i < SHOWN || network.blocked_until !== undefined);
  const data = shown.map(({ network, lanes, blocked_until }) => ({
    network,
    ...lanes,
    blocked_until: blocked_until === undefined ? "" : new Date(blocked_until).toISOString(),
  }));
  return {
    ok: true,
    message: `${numbered(networks.length, "network")} in the last two days, the busiest first`,
    data,
  };
};

const sumOf = ({ lanes }: NetworkUse): number => Object.values(lanes).reduce((sum, count) => sum + count, 0);

export const blockNetworkRun: Run<typeof commands.blockNetworkCommand> = async (
  { network, days = USUAL_DAYS },
  { now },
) => {
  const until = new Date(now.getTime() + Number(days) * DAY * 1000);
  return {
    objects: [network],
    will: `${network} would be blocked until ${until.toISOString()}. Members there could not ask for sign-in links`,
    act: async () => {
      await putBlock(network, until, now);
      return { ok: true, message: `${network} is blocked until ${until.toISOString()}` };
    },
  };
};

export const unblockNetworkRun: Run<typeof commands.unblockNetworkCommand> = async (
  { network },
  { now },
) => ({
  objects: [network],
  will: `The block of ${network} would end`,
  act: async () => {
    await putBlock(network, undefined, now);
    return { ok: true, message: `${network} is not blocked` };
  },
});
