import { randomBytes } from "node:crypto";
import type { StoredItem } from "./memory-expressions.ts";
import { memoryQueues } from "./memory-queues.ts";
import { memoryTable, type StoredOutcome, type StoredWrite } from "./memory-table.ts";

/** In place of the SDK of AWS (`pack-fake.ts`): the same names, for one table and some queues in memory. */
class Command {
  // biome-ignore lint/suspicious/noExplicitAny: each client knows its commands' inputs
  readonly input: any;
  constructor(input: unknown) {
    this.input = input;
  }
}
export class GetCommand extends Command {}
export class BatchGetCommand extends Command {}
export class QueryCommand extends Command {}
export class PutCommand extends Command {}
export class UpdateCommand extends Command {}
export class DeleteCommand extends Command {}
export class TransactWriteCommand extends Command {}
export class TransactGetCommand extends Command {}
export { PutCommand as PutItemCommand, UpdateCommand as UpdateItemCommand };
export class SendMessageCommand extends Command {}
export class SendMessageBatchCommand extends Command {}
export class DeleteMessageCommand extends Command {}
export class GetQueueAttributesCommand extends Command {}
export class GetSecretValueCommand extends Command {}
export class DescribeContinuousBackupsCommand extends Command {}

class Failure extends Error {
  constructor(details: object) {
    super("A condition failed");
    this.name = new.target.name;
    Object.assign(this, details);
  }
}
export class ConditionalCheckFailedException extends Failure {}
export class TransactionCanceledException extends Failure {}
export class TransactionConflictException extends Failure {}

/** Items are stored as they are. */
export const marshall = (item: StoredItem): StoredItem => item;
export { marshall as unmarshall };

class Client {
  readonly config = { requestHandler: undefined };
  readonly middlewareStack = { remove: () => {} };
}

export class DynamoDBClient extends Client {
  static from = () => new DynamoDBClient();

  async send(command: Command) {
    const { input } = command;
    if (command instanceof GetCommand) return { Item: memoryTable.find(input.Key) };
    if (command instanceof QueryCommand) return memoryTable.query(input);
    if (command instanceof TransactWriteCommand) return transact(input.TransactItems);
    if (command instanceof TransactGetCommand)
      return {
        Responses: input.TransactItems.map(({ Get }: Gotten) => ({ Item: memoryTable.find(Get.Key) })),
      };
    if (command instanceof PutCommand) return write("Put", input);
    if (command instanceof UpdateCommand) return write("Update", input);
    if (command instanceof DeleteCommand) return write("Delete", input);
    const rows = Object.entries<{ Keys: StoredItem[] }>(input.RequestItems).map(([name, { Keys }]) => [
      name,
      Keys.flatMap((key) => memoryTable.find(key) ?? []),
    ]);
    return { Responses: Object.fromEntries(rows) };
  }
}
export { DynamoDBClient as DynamoDBDocumentClient };

type Gotten = { Get: { Key: StoredItem } };
type Asked = StoredWrite & { ReturnValues?: string; ReturnValuesOnConditionCheckFailure?: string };

const itemIn = ({ ReturnValuesOnConditionCheckFailure: returned }: Asked, { before }: StoredOutcome) =>
  returned === "ALL_OLD" ? { Item: before } : {};

function write(kind: string, input: Asked) {
  const outcome = memoryTable.outcomeOf(kind, input);
  if (!outcome.met) throw new ConditionalCheckFailedException(itemIn(input, outcome));
  memoryTable.keep(input, outcome);
  return { Attributes: input.ReturnValues === "ALL_OLD" ? outcome.before : structuredClone(outcome.after) };
}

function transact(items: readonly Record<string, Asked>[]): object {
  const writes = items.flatMap((item) => Object.entries(item));
  const outcomes = writes.map(([kind, each]) => memoryTable.outcomeOf(kind, each));
  if (outcomes.some(({ met }) => !met)) {
    const CancellationReasons = outcomes.map((outcome, i) =>
      outcome.met
        ? { Code: "None" }
        : { Code: "ConditionalCheckFailed", ...itemIn(writes[i]?.[1] as Asked, outcome) },
    );
    throw new TransactionCanceledException({ CancellationReasons });
  }
  for (const [i, [kind, each]] of writes.entries())
    if (kind !== "ConditionCheck") memoryTable.keep(each, outcomes[i] as StoredOutcome);
  return {};
}

export class SQSClient extends Client {
  async send(command: Command) {
    const { QueueUrl, Entries, MessageBody, DelaySeconds } = command.input;
    if (command instanceof SendMessageCommand) memoryQueues.send(QueueUrl, MessageBody, DelaySeconds);
    if (command instanceof SendMessageBatchCommand)
      for (const each of Entries) memoryQueues.send(QueueUrl, each.MessageBody, each.DelaySeconds);
    return { Attributes: {} };
  }
}

const secrets = new Map<string, string>();

export class SecretsManagerClient extends Client {
  /** Each run has secrets of its own. */
  async send({ input: { SecretId } }: Command) {
    const value = secrets.get(SecretId) ?? randomBytes(32).toString("hex");
    secrets.set(SecretId, value);
    return { SecretString: value };
  }
}
