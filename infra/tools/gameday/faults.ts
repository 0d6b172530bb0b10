import type { PlayedStage } from "./played-stage.ts";

type Json = Record<string, unknown>;

export type GameFault = {
  name: string;
  /** What a partner writes about it, where no alarm can know. */
  letter?: (stage: PlayedStage) => string;
  /** `pick` chooses by the seed. */
  act: (stage: PlayedStage, pick: <T>(from: readonly T[]) => T) => Promise<unknown>;
  isHealed: (stage: PlayedStage) => Promise<boolean>;
};

const TABLE = "Table";
/** Of a script that was meant for the sandbox. */
const LOST = /^(DRIVER|PAYMENT)#/;

/** What an operator may meet in a game, and when it is over. */
export const gameFaults: Record<string, GameFault> = {
  leakedKey: {
    name: "a leaked key",
    letter: ({ secondKey }) =>
      `From acme: our key ${secondKey.slice(0, 16)}... was in a public repository since this morning. Please help!`,
    act: async (stage) => {
      const headers = { authorization: `Bearer ${stage.secondKey}` };
      const endpoint = { url: "http://127.0.0.1:9/thief", events: ["payment.completed"] };
      await stage.call("/v1/webhooks", { json: endpoint, headers });
      const json = { driver_id: stage.driver, amount: 99_900, currency: "usd", method: "instant" };
      stage.thief = () => stage.call("/v1/payments/payout", { json, headers }).catch(() => undefined);
    },
    isHealed: async (stage) => {
      const { data } = (await stage.keyed("/v1/webhooks")).json() as { data: Json[] };
      const open = data.filter(({ url, status }) => String(url).endsWith("/thief") && status !== "disabled");
      return open.length === 0 && (await stage.statusOf("/v1/drivers", stage.secondKey)) === 401;
    },
  },
  poison: {
    name: "a message that no version understands",
    act: async (stage, pick) => {
      const queue = pick(["MailDeadLetters", "TaxWalksDeadLetters", "PayoutBatchesDeadLetters"]);
      await stage.control("POST", "messages", { queue: stage.idOf(queue), body: '{"form":"of no version"}' });
    },
    isHealed: async (stage) => {
      const queues = await Promise.all(
        stage.idsOf("AWS::SQS::Queue").map((id) => stage.control("GET", `queues/${id}`)),
      );
      return !JSON.stringify(queues).includes("of no version");
    },
  },
  mapping: {
    name: "a disabled mapping",
    act: async (stage, pick) => {
      const mapping = pick(stage.idsOf("AWS::Lambda::EventSourceMapping").toSorted());
      await stage.control("PUT", "disabled", { mappings: [mapping] });
    },
    isHealed: async (stage) => {
      const found = (await stage.control("GET", "aws/2015-03-31/event-source-mappings/")) as Json;
      return (found.EventSourceMappings as Json[]).every(({ State }) => State === "Enabled");
    },
  },
  rotation: {
    name: "a rotation without the old value",
    act: async (stage) => {
      const SecretId = stage.physicalIdOf("SecretsEndpointKey");
      const SecretString = "a-new-value-without-the-old-one-".repeat(2);
      await stage.aws("secretsmanager.PutSecretValue", { SecretId, SecretString });
    },
    isHealed: (stage) => stage.isDelivering(),
  },
  lostItems: {
    name: "lost items of the table",
    letter: ({ driver }) =>
      `From acme: since a minute ago our drivers are gone. GET /v1/drivers/${driver} answers 404!`,
    act: async (stage) => {
      const TableName = stage.physicalIdOf(TABLE);
      await stage.control("PUT", "recovery-point", { table: TableName });
      const { Items } = await stage.aws("DynamoDB_20120810.Scan", { TableName });
      const lost = (Items as Record<string, { S: string }>[]).filter(({ pk }) => LOST.test(pk?.S ?? ""));
      for (const { pk, sk } of lost)
        await stage.aws("DynamoDB_20120810.DeleteItem", { TableName, Key: { pk, sk } });
    },
    isHealed: async (stage) =>
      (await stage.statusOf(`/v1/drivers/${stage.driver}`)) === 200 &&
      (await stage.statusOf(`/v1/payments/${stage.payout}`)) === 200,
  },
  release: {
    name: "a bad release",
    act: async (stage, pick) => {
      const bad = pick([{ status: 401 }, { status: 404 }, { status: 429 }, { status: 503 }]);
      await stage.control("PUT", "release", { prefix: "/v1/", ...bad });
    },
    isHealed: async (stage) => (await stage.statusOf("/v1/drivers")) === 200,
  },
};
