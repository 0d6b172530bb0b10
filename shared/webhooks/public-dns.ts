import { Resolver } from "node:dns/promises";

/** Every address of a name; none when it has none, or nobody could say within the time there is. */
export type Resolve = (hostname: string, signal?: AbortSignal) => Promise<string[]>;

/**
 * Asks the DNS itself. Not `dns.lookup`: that reads `/etc/hosts` and search domains, where names mean something of our
 * own, and takes one of four threads for as long as somebody's name server likes to wait.
 */
export const publicDns =
  (servers?: readonly string[]): Resolve =>
  async (hostname, signal) => {
    const resolver = new Resolver({ timeout: 1_500, tries: 2 });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal?.addEventListener("abort", cancel);
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    signal?.removeEventListener("abort", cancel);
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  };
