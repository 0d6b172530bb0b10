import type { Template } from "../base/template.ts";
import { control } from "../control/control.ts";
import { setPace } from "../control/pace.ts";
import { TimeMachine } from "../control/time-machine.ts";
import { notReady } from "../gateway/listener.ts";
import { isOwnOrigin, refuseForeign } from "../gateway/own-origin.ts";
import type { Engines } from "./engines.ts";
import type { Ground } from "./ground.ts";
import type { Platform } from "./platform.ts";

/** Lets requests in: below `/_local/` to the control routes, all others to the gateway. */
export function serveCloud(
  ground: Ground,
  platform: Platform,
  cloud: Engines & { template: () => Template },
  headers: () => Record<string, string>,
) {
  const { options, server, port, clock, agenda, skipTo } = ground;
  const { lambda, stepFunctions, scheduler, gateway, engines } = cloud;
  const works = () => engines.map((engine) => () => engine.underWay?.());
  const invocations = lambda.concurrency;
  const skipIdle = (isSkipping: boolean) => {
    lambda.skip(isSkipping);
    scheduler.skipIdle(isSkipping);
  };
  const resting = { works, invocations, stepFunctions, scheduler: { skipIdle } };
  const timeMachine = new TimeMachine({ clock, skipTo, agenda, ...resting });
  const paced = { clock, agenda, lambda, environment: platform.environment };
  const times = { agenda, timeMachine, setPace: (scale: number) => setPace(paced, scale) };
  const local = control({ ...platform, ...cloud, ...times, dataDir: options.dataDir });
  server.off("request", notReady);
  server.on("request", (request, response) => {
    for (const [name, text] of Object.entries(headers())) response.setHeader(name, text);
    const isLocal = request.url?.startsWith("/_local/");
    if (isLocal && !isOwnOrigin(request.headers, port)) return refuseForeign(response);
    const answer = isLocal ? local(request, response) : gateway.handle(request, response);
    answer.catch((error: unknown) => {
      options.warn(String(error));
      response.destroy();
    });
  });
}
