import type { Template } from "../base/template.ts";

/** Tokens, refilled all the time up to a size. */
class TokenBucket {
  readonly #rate: Rate;
  #tokens: number;
  #at = Date.now();

  constructor(rate: Rate) {
    this.#rate = rate;
    this.#tokens = rate.burst;
  }

  /** Takes a token, if there is one. */
  take(): boolean {
    const now = Date.now();
    const refilled = ((now - this.#at) / 1000) * this.#rate.perSecond;
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + refilled);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

type Rate = { burst: number; perSecond: number };
type Throttle = { ThrottlingBurstLimit?: number; ThrottlingRateLimit?: number };
type Throttles = { DefaultRouteSettings?: Throttle; RouteSettings?: Record<string, Throttle> };

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html */
const USUAL: Required<Throttle> = { ThrottlingBurstLimit: 5_000, ThrottlingRateLimit: 10_000 };

const rateOf = (throttle: Throttle): Rate => {
  const { ThrottlingBurstLimit: burst, ThrottlingRateLimit: perSecond } = { ...USUAL, ...throttle };
  return { burst, perSecond };
};

/** Whether a request of a route may pass. Routes without a throttle of their own share the stage's. */
export function gatewayThrottle(template: Template): (routeKey: string) => boolean {
  const [stage] = template.ofType("AWS::ApiGatewayV2::Stage");
  const { DefaultRouteSettings = {}, RouteSettings = {} } = (stage?.properties ?? {}) as Throttles;
  const shared = new TokenBucket(rateOf(DefaultRouteSettings));
  const buckets = new Map(
    Object.entries(RouteSettings).map(([key, throttle]) => [key, new TokenBucket(rateOf(throttle))]),
  );
  return (routeKey) => (buckets.get(routeKey) ?? shared).take();
}
