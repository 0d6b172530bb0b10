import * as z from "zod";
import { namesABank } from "../../../shared/domain/driver/bank-account.ts";
import { brandCompany } from "../../../shared/domain/brand/brand.ts";

type Setting<T extends z.ZodType> = { meaning: string; schema: T; default?: undefined };
type Usual<T extends z.ZodType> = { meaning: string; schema: T; default: z.input<T> };
function setting<T extends z.ZodType>(meaning: string, schema: T): Setting<T>;
function setting<T extends z.ZodType>(meaning: string, schema: T, usual: z.input<T>): Usual<T>;
function setting<T extends z.ZodType>(meaning: string, schema: T, usual?: z.input<T>) {
  return { meaning, schema, ...(usual !== undefined && { default: usual }) };
}

const count = (least: number, most: number) => z.int().min(least).max(most);
const network = z
  .union(
    [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()],
    "must be a network such as 192.0.2.0/24 or 2001:db8::/48",
  )
  .refine((cidr) => !cidr.endsWith("/0"), "must not be every address");
/** A name starts with a letter, so its counters never share a key with an address's. */
const addressRange = z.strictObject({
  name: z.string().regex(/^(?!default$)[a-z][a-z0-9-]{0,39}$/, "must be lowercase and not `default`"),
  cidr: network,
  factor: z.number().min(1).max(1000),
});
const isOrigin = (text: string) => URL.parse(text)?.origin === text;

const shared = [
  "create-payout",
  "deliver-webhook",
  "fan-out-event",
  "make-payouts",
  "relay-events",
  "relay-outbox",
  "send-mail",
  "settle-payout",
  "anonymous",
] as const;

const printed = (most: number) =>
  z.string().regex(new RegExp(`^[ -~]{1,${most}}$`), `must have 1 to ${most} ASCII characters`);

/** What a bank gives an originator of ACH entries. */
const ach = z
  .strictObject({
    destination: z.string().refine(namesABank, "must be a routing number of nine digits"),
    destinationName: printed(23),
    origin: printed(10),
    originName: printed(23),
    companyId: printed(10),
    originatingDfi: z.string().regex(/^\d{8}$/, "must be the first eight digits of a routing number"),
    cutOffs: z
      .array(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 14:00"))
      .min(1)
      .max(6)
      .default(["14:00", "20:00"]),
    sameDay: z.boolean().default(false),
    leadDays: z.int().min(1).max(2).default(1),
  })
  .refine(
    ({ sameDay, cutOffs }) => !sameDay || cutOffs.every((time) => time <= "16:45"),
    "must have cut-offs until 16:45, the last of a same-day file",
  );
export type AchSettings = z.input<typeof ach>;

export const settings = {
  mailFrom: setting("the sender of email. Without one, the stage settles every email as not sent", z.email()),
  mailIdentity: setting(
    "`existing` if SES already has an identity for the sender's domain, for example from another stage",
    z.enum(["new", "existing"]),
    "new",
  ),
  alarmEmail: setting("subscribes the address to every alarm", z.email()),
  confirmationsPerHour: setting(
    "the most emails of an hour that strangers can cause, in three lanes. Further ones wait",
    count(10, 100_000),
    1_000,
  ),
  sandboxSignupsPerMinute: setting(
    "the most sandbox signups that all callers together start in a minute. Above it, 429",
    count(2, 1_000_000),
    600,
  ),
  sandboxKeysPerHour: setting(
    "the most sandbox keys that all readers of the docs together get in an hour. Above it, 429",
    count(1, 100_000),
    30,
  ),
  docsPayoutsPerMinute: setting(
    "the most payouts that all sandbox keys of the docs together create in a minute. Above it, 429",
    count(1, 100_000),
    200,
  ),
  openFactor: setting(
    "multiplies the throttles and the limits per address of all routes without a key. At 1, `COSTS.md` says what an hour can cost",
    z.number().min(1).max(1_000),
    1,
  ),
  requestsPerSecond: setting(
    "the gateway's throttle of each route with a key. Half as many may come at once",
    count(2_000, 100_000).multipleOf(2),
    2_000,
  ),
  queueFactor: setting(
    "multiplies how many batches of each queue are processed at once. See [Capacity](operations/COSTS.md#capacity)",
    count(1, 100),
    1,
  ),
  warmWrites: setting(
    "write units a second that the table takes at once, and each index a quarter. AWS charges for it once. Never lower it",
    count(4_000, 10_000_000),
  ),
  rateLimitRanges: setting(
    'other limits for an address range: `[{"name":"assistant","cidr":"192.0.2.0/24","factor":20}]`',
    z
      .array(addressRange)
      .refine(
        (ranges) => new Set(ranges.map(({ name }) => name)).size === ranges.length,
        "two have one name",
      ),
  ),
  writeOrigins: setting(
    'origins whose pages may send live requests to the Agent API: `["https://app.example.com"]`',
    z.array(z.string().refine(isOrigin, "must be an origin without a path, such as https://app.example.com")),
    [],
  ),
  monthlyBudget: setting(
    "US dollars. At 80 % and 100 %, and at a forecast above it, AWS writes to `alarmEmail`",
    z.number().positive(),
  ),
  domainName: setting("the API's custom domain. It needs `certificateArn`", z.string().regex(/^[\w.-]+$/)),
  certificateArn: setting(
    "an ACM certificate in the API's region. It needs `domainName`",
    z.string().regex(/^arn:/),
  ),
  canary: setting(
    "`false`: no function checks the API every five minutes, and no alarm notices that no caller reaches it. It costs about $2 a month",
    z.boolean(),
    true,
  ),
  customerKey: setting(
    "`true`: a KMS key of your account encrypts the table, secrets, topics, queues and logs. About $1 a month, and KMS calls",
    z.boolean(),
    false,
  ),
  backupVaultArn: setting(
    "a backup vault of another account, which gets a copy of the table each night: see [Backups](#backups)",
    z.string().regex(/^arn:aws[\w-]*:backup:[\w-]+:\d{12}:backup-vault:[\w-]+$/),
  ),
  rail: setting(
    "`ach`: live `standard` payouts leave in files for your bank. See [Connect your bank](operations/runbook/bank.md)",
    z.enum(["ach"]),
  ),
  ach: setting("what your bank gave you, and its cut-offs in New York. `rail` needs it", ach),
  accountConcurrency: setting(
    "the account's Lambda quota, 10 in a new account. It gives [shares](#concurrency). Below 1,000, queues have smaller maxima",
    count(10, 1_000_000),
  ),
  reservedConcurrency: setting(
    "see [Concurrency](#concurrency). It needs `accountConcurrency`",
    z.partialRecord(z.enum(shared), z.int().min(1)),
    {},
  ),
  tableGrants: setting(
    "`all items` lets each function use its actions on every item: the way out if IAM refuses a stage's transactions",
    z.enum(["own items", "all items"]),
    "own items",
  ),
  exampleCompany: setting(
    "`true`: the stage `prod` accepts the example company of the brand file. Only to check a synthesis",
    z.boolean(),
    false,
  ),
  limiterDeadlineMs: setting(
    "milliseconds for the limiter. On AWS, leave it at its default",
    count(50, 10_000),
    300,
  ),
};

type Name = keyof typeof settings;
export type StageSettings = { [N in Name]?: z.input<(typeof settings)[N]["schema"]> };
type WithDefault = {
  [N in Name]: (typeof settings)[N] extends { default: unknown } ? N : never;
}[Name];
export type Settings = StageSettings & Required<Pick<StageSettings, WithDefault>>;

/** What an operator must change before a stage can be synthesised. The message is one line. */
export class SettingsError extends Error {}

/** The stages whose data outlives the stack need a sender and a reader of the alarms. */
const REQUIRED_BY_PROD: readonly Name[] = ["mailFrom", "alarmEmail"];

/**
 * Also adds the defaults. @param values the command line's, which override the file's; values may be JSON
 * texts
 */
export function readSettings(
  stage: string,
  ofFile: StageSettings,
  values: Record<string, unknown>,
): Settings {
  const unknown = Object.keys(ofFile).find((name) => !Object.hasOwn(settings, name));
  if (unknown !== undefined)
    throw new SettingsError(
      `The stage ${stage} has an unknown setting, ${unknown}. The settings are: ${Object.keys(settings).join(", ")}`,
    );
  const read = Object.entries(settings).map(([name, { schema, default: usual }]) => {
    const value = values[name] ?? ofFile[name as Name] ?? usual;
    return [name, value === undefined ? undefined : parsed(`${name} of the stage ${stage}`, schema, value)];
  });
  const complete = Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Settings;
  const missing = stage === "prod" && REQUIRED_BY_PROD.find((name) => complete[name] === undefined);
  if (missing)
    throw new SettingsError(`The stage prod needs the setting ${missing}. Write it in infra/stack/stages.ts`);
  const examples = exampleFields(brandCompany);
  if (stage === "prod" && examples.length > 0 && !complete.exampleCompany)
    throw new SettingsError(
      `The stage prod needs your company. In shared/domain/brand/brand.ts, under brandCompany, these are examples: ${examples.join(", ")}. Replace them, check the other fields, and set isReal to true`,
    );
  if ((complete.domainName === undefined) !== (complete.certificateArn === undefined))
    throw new SettingsError(
      "A custom domain needs both settings, domainName and certificateArn. Set both or neither",
    );
  if ((complete.rail === undefined) !== (complete.ach === undefined))
    throw new SettingsError("A rail needs both settings, rail and ach. Set both or neither");
  return complete;
}

/** The fields of the company that are still examples: pages would show an invented company. */
export const exampleFields = (company: typeof brandCompany): string[] =>
  Object.entries(company)
    .filter(([, value]) => value === false || /example/i.test(String(value)))
    .map(([name]) => name);

/** The command line gives texts, such as `12` or a JSON list. */
function parsed(name: string, schema: z.ZodType, value: unknown): unknown {
  const plain = schema.safeParse(value);
  if (plain.success) return plain.data;
  const fromJson = typeof value === "string" ? schema.safeParse(jsonOf(value)) : plain;
  if (fromJson.success) return fromJson.data;
  const [{ message, path } = { message: "is invalid", path: [] }] = fromJson.error.issues;
  throw new SettingsError(`The setting ${[name, ...path].join(" ")} is wrong. ${message}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
