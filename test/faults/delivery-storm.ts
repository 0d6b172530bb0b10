import { expect } from "@jest/globals";
import { seededRandom } from "../../infra/local/base/seeded-random.ts";
import { Template } from "../../infra/local/base/template.ts";
import type { Fault } from "../../infra/local/platform/faults.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { assemblyDir } from "../support/cloud/assembly.ts";
import { type Cloud, freshEmail } from "../support/cloud/cloud.ts";
import { livePartner } from "../support/partner/driver-figures.ts";
import type { Partner } from "../support/partner/platform.ts";
import { type Answer, type Received, Receiver } from "../support/partner/receiver.ts";

/** Typed by hand, so that an error in the schedule is not repeated in its test. */
const STEPS = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, ...Array<number>(6).fill(36_000)];

const deadLetters = new Template(assemblyDir).ids("AWS::SQS::Queue").filter((id) => /DeadLetters/.test(id));

export type Storm = {
  seed: number;
  /** How long events and faults happen, in ms of wall time. Then everything works again. */
  lasts: number;
  /** The time after that in which everything must arrive. */
  clearsWithin: number;
  faults: Fault[];
  /** The other responses of the receivers. */
  moods?: Mood[];
};

type Mood = Answer | ((random: number) => Answer);

/** More than we respect, at least in the first steps. */
const BUSY: Mood = (random) => ({
  status: 429,
  headers: { "retry-after": String(600 + Math.floor(random * 3_000)) },
});

const MOODS: Mood[] = [
  { status: 204 },
  { status: 204 },
  { status: 200, body: "slowly", slowBody: 1_500 },
  { status: 410, cutOff: true },
  { status: 500 },
  { status: 302, headers: { location: "/elsewhere" } },
  BUSY,
];

const PATHS = ["/a", "/b", "/toggled"];

/** The receivers of a storm, the partner who registers them, and what each got. */
type World = { partner: Partner; receiver: Receiver; endpoints: Map<string, Json> } & Answers;
type Answers = { answered: Map<Received, Answer>; moods: Map<string, Mood> };

/**
 * For a while receivers go up and down, our own calls fail, and an endpoint is disabled and enabled, all at
 * random. Then it checks what must be true. `test/README.md` says how much of a storm a seed replays.
 */
export async function weather(cloud: Cloud, storm: Storm): Promise<void> {
  const { seed, faults, clearsWithin } = storm;
  const random = seededRandom(seed);
  const world = await startWorld(cloud, random);
  const { partner, receiver, endpoints } = world;
  const toggled = new ToggledEndpoint(partner, endpoints.get("/toggled").id);
  const since = new Date(await cloud.now()).toISOString();
  await cloud.inject(...faults.map((fault, i) => ({ ...fault, seed: seed + i })));
  const created = await blow(world, toggled, { ...storm, random });
  await cloud.inject();
  world.moods.clear();
  if (toggled.isOff()) await toggled.toggle();
  await eventually(async () => (await partner.post(`${toggled.path}/replay`, { since })).status < 300);

  await expectArrivals(world, created, clearsWithin);
  for (const id of deadLetters) expect([id, await cloud.queueLength(id)]).toEqual([id, 0]);
  // A disabled endpoint gets no request, except for attempts that were under way.
  for (const { from, to } of toggled.off)
    expect(receiver.at("/toggled").filter(({ at }) => at > from + UNDER_WAY_MS && at < to)).toEqual([]);
  // A replay restarts a schedule, so only endpoints that were never disabled show it.
  for (const path of ["/a", "/b"])
    await expectSchedule(partner, endpoints.get(path).id, retryAftersOf(world, path));
  receiver.close();
}

async function startWorld(cloud: Cloud, random: () => number): Promise<World> {
  const receiver = await Receiver.start();
  // Deliveries of a live account are retried for days.
  const partner = await livePartner(cloud);
  const endpoints = new Map<string, Json>();
  for (const path of PATHS)
    endpoints.set(path, await partner.create("/v1/webhooks", { url: receiver.url(path), events: ["*"] }));
  const answered = new Map<Received, Answer>();
  const moods = new Map<string, Mood>([["/a", BUSY]]);
  receiver.answer = (received) => {
    const mood = moods.get(received.path) ?? { status: 204 };
    const answer = typeof mood === "function" ? mood(random()) : mood;
    answered.set(received, answer);
    return answer;
  };
  return { partner, receiver, endpoints, answered, moods };
}

/** Makes drivers, changes moods and toggles the endpoint, at random. Returns the drivers that exist. */
async function blow(
  { partner, moods }: World,
  toggled: ToggledEndpoint,
  { lasts, moods: more = [], random }: Storm & { random: () => number },
): Promise<string[]> {
  const all = [...MOODS, ...more];
  const created: string[] = [];
  for (const end = performance.now() + lasts; performance.now() < end; ) {
    // The first receiver is busy long enough to show whether we respect its retry-after.
    for (const path of performance.now() < end - 0.4 * lasts ? PATHS.slice(1) : PATHS)
      if (random() < 0.2) moods.set(path, all[Math.floor(random() * all.length)] as Mood);
    const reply = await partner.post("/v1/drivers", { email: freshEmail(), first_name: "A", last_name: "B" });
    if (reply.status === 201) created.push(reply.json.id);
    if (random() < (toggled.isOff() ? 0.04 : 0.1)) await toggled.toggle();
    await new Promise((resolve) => setTimeout(resolve, random() * 200));
  }
  return created;
}

class ToggledEndpoint {
  readonly off: { from: number; to: number }[] = [];
  readonly path: string;
  readonly #partner: Partner;

  constructor(partner: Partner, id: string) {
    this.path = `/v1/webhooks/${id}`;
    this.#partner = partner;
  }

  isOff = (): boolean => this.off.at(-1)?.to === Number.POSITIVE_INFINITY;

  async toggle(): Promise<void> {
    const last = this.off.at(-1);
    const turnOff = !this.isOff();
    if (!turnOff && last) last.to = Date.now();
    const json = { status: turnOff ? "disabled" : "active" };
    await eventually(
      async () => (await this.#partner.call(this.path, { method: "PATCH", json })).status === 200,
    );
    if (turnOff) this.off.push({ from: Date.now(), to: Number.POSITIVE_INFINITY });
  }
}

/** Every event of these drivers got a 2xx from every endpoint. */
async function expectArrivals(
  { partner, receiver, endpoints, answered }: World,
  created: readonly string[],
  within: number,
): Promise<void> {
  const isGood = (one: Received) => [200, 204].includes((answered.get(one) as { status: number }).status);
  const got = (path: string) =>
    new Set(
      receiver
        .at(path)
        .filter(isGood)
        .map(({ json }) => json.data.id),
    );
  const missing = () =>
    PATHS.flatMap((path) => created.filter((id) => !got(path).has(id)).map((id) => `${path} ${id}`));
  await eventually(async () => missing().length === 0, within).catch(async () => {
    const unfinished = await Promise.all(PATHS.map((path) => pendingOf(partner, endpoints.get(path).id)));
    expect({ missing: missing(), unfinished }).toEqual({ missing: [], unfinished: [] });
  });
}

function retryAftersOf({ receiver, answered }: World, path: string): Asked {
  const asked: Asked = new Map();
  for (const received of receiver.at(path)) {
    const { headers = {} } = answered.get(received) as Exclude<Answer, "hang">;
    const retryAfter = headers["retry-after"];
    if (retryAfter) asked.set(received.json.id, [...(asked.get(received.json.id) ?? []), Number(retryAfter)]);
  }
  return asked;
}

/** Three calls of up to three tries each lie between reading the endpoint's status and the POST. */
const UNDER_WAY_MS = 3_000;

/** How late an attempt may be on the service's clock: the sweeper finds it after five minutes. */
const LATE_SECONDS = 3_600;
/** And in wall time: behind attempts that hang for 15 s, in its own lane and in the slow one. */
const BEHIND_SECONDS = 30;
/** An attempt without a stored result holds the lease for this long, in wall time. */
const LEASE_SECONDS = 30;

/**
 * No scheduled attempt is earlier than its step and the receiver's retry-after allow, nor later than both and
 * our own faults explain. Attempts that we lost do not count.
 */
async function expectSchedule(partner: Partner, endpointId: string, asked: Asked): Promise<void> {
  const at = `/v1/webhooks/${endpointId}/deliveries`;
  for (let after = ""; ; ) {
    const { data, has_more } = await partner.read(`${at}?limit=100${after}`);
    for (const { id, event_id } of data) {
      const { attempts } = await partner.read(`${at}/${id}`);
      const made: Json[] = attempts.filter(({ outcome }: Json) => outcome !== "lost");
      const wrong = made.slice(1).filter((one, i) => {
        const seconds = (Date.parse(one.at) - Date.parse(made[i].at)) / 1000;
        const step = STEPS[i] ?? 0;
        // The receiver's last retry-after before this attempt. A lost result may have had another.
        const retryAfter = made[i].status === 429 ? Math.min(...(asked.get(event_id) ?? [0])) : 0;
        const lost = attempts.length - made.length;
        const walls = (seconds: number) => seconds * partner.cloud.timeScale;
        // Measured from start to start, while the wait begins at the end.
        const lasted = walls(made[i].duration_ms / 1000);
        const late =
          lasted +
          2 * step +
          LATE_SECONDS +
          walls(BEHIND_SECONDS) +
          lost * (LATE_SECONDS + walls(LEASE_SECONDS));
        return seconds < Math.max(0.8 * step, Math.min(retryAfter, 2 * step)) - 0.5 || seconds > late;
      });
      if (wrong.length > 0)
        throw new Error(
          `Not as scheduled: ${JSON.stringify({ asked: asked.get(event_id), wrong, attempts }, null, 1)}`,
        );
    }
    if (!has_more) return;
    after = `&starting_after=${data.at(-1).id}`;
  }
}

/** By event, each retry-after of a receiver in seconds. */
type Asked = Map<string, number[]>;

/** The deliveries that are not done, whole, for a failed test's output. */
async function pendingOf(partner: Partner, endpointId: string): Promise<Json[]> {
  const at = `/v1/webhooks/${endpointId}/deliveries`;
  const { data } = await partner.read(`${at}?limit=100`);
  const pending = data.filter(({ status }: Json) => status !== "delivered");
  return Promise.all(pending.map(({ id }: Json) => partner.read(`${at}/${id}`)));
}
