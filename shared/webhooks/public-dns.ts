import { Resolver } from "node:dns/promises";

/** All addresses of a name; none when it has none, or when no name server answers in time. */
export type Resolve = (hostname: string, signal?: AbortSignal) => Promise<string[]>;

/** `dns.lookup` would read `/etc/hosts`, and hold one of four threads while a name server is slow. */
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
