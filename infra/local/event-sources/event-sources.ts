import { join } from "node:path";
import { StartupFailure } from "../base/failure.ts";
import type { Properties, Template } from "../base/template.ts";
import type { DynamoDb } from "../dynamodb/dynamodb.ts";
import type { Lambda } from "../lambda/lambda.ts";
import type { AwsEndpoint } from "../platform/aws-endpoint.ts";
import { queueUrl, type Sqs } from "../sqs/sqs.ts";
import type { Agenda } from "../time/agenda.ts";
import { Checkpoint } from "./checkpoint.ts";
import { unknownAlternative } from "./filter-pattern.ts";
import { MappedFunction } from "./mapped-function.ts";
import { QueueSource } from "./queue-source.ts";
import { StreamSource } from "./stream-source.ts";

type Options = {
  template: Template;
  lambda: Lambda;
  endpoint: AwsEndpoint;
  dynamodb: DynamoDb;
  sqs: Sqs;
  agenda: Agenda;
  dataDir: string;
  warn: (message: string) => void;
};

/** The template's event sources, each on a queue or a table stream. */
export function eventSources(options: Options): (QueueSource | StreamSource)[] {
  const { template, lambda, endpoint, dynamodb, sqs, agenda, dataDir, warn } = options;
  const mappings = template.ofType("AWS::Lambda::EventSourceMapping");
  requireOneEach(mappings.map(({ properties }) => properties));
  const enabled = mappings.filter(({ properties }) => properties.Enabled !== false);
  return enabled.map(({ id, properties: mapping }) => {
    requireSupported(id, mapping);
    const target = new MappedFunction(mapping, lambda, endpoint);
    const arn = String(mapping.EventSourceArn);
    if (arn.startsWith("arn:aws:sqs:")) {
      const queue = sqs.at(arn);
      return new QueueSource({ mapping, queueUrl: queueUrl(endpoint.url, arn), queue, target, agenda });
    }

    const checkpoint = new Checkpoint(join(dataDir, `stream-${id}.checkpoint`), warn);
    const url = failureQueue(mapping, endpoint);
    const onFailure = url
      ? (message: Properties) =>
          target.call("AmazonSQS.SendMessage", { QueueUrl: url, MessageBody: JSON.stringify(message) })
      : undefined;
    return new StreamSource({ mapping, target, checkpoint, onFailure, writes: dynamodb.writes, warn });
  });
}

/** As on AWS, where the deployment would fail. */
function requireOneEach(mappings: readonly Properties[]): void {
  const seen = new Set<string>();
  for (const { EventSourceArn, FunctionName } of mappings) {
    const pair = `${EventSourceArn} and ${FunctionName}`;
    if (seen.has(pair))
      throw new StartupFailure(
        `Two event source mappings have the same source and function: ${pair}. Lambda accepts one. Give the second mapping a function of its own, or add its filter to the first mapping.`,
      );
    seen.add(pair);
  }
}

/** Refuses what the sources would ignore: a function would get other records than on AWS. */
function requireSupported(id: string, mapping: Properties): void {
  const refuse = (what: string): never => {
    throw new StartupFailure(`The local cloud cannot run the event source mapping ${id}: ${what}`);
  };
  const { EventSourceArn, FilterCriteria, StartingPosition, TumblingWindowInSeconds } = mapping;
  const { Filters = [] } = (FilterCriteria ?? {}) as { Filters?: { Pattern: string }[] };
  const source = String(EventSourceArn);
  if (source.startsWith("arn:aws:sqs:")) {
    if (Filters.length > 0) refuse("it does not know filters of a queue.");
    return;
  }
  if (!/^arn:aws:dynamodb:.*\/stream\//.test(source)) refuse(`it does not know the source ${source}.`);
  if (!["TRIM_HORIZON", "LATEST"].includes(String(StartingPosition)))
    refuse(`it does not know the starting position ${StartingPosition}.`);
  if (Number(TumblingWindowInSeconds ?? 0) > 0) refuse("it does not know tumbling windows.");
  for (const { Pattern } of Filters) {
    const unknown = unknownAlternative(JSON.parse(Pattern));
    if (unknown !== undefined)
      refuse(`it does not know the filter ${JSON.stringify(unknown)}. It knows values, prefix and exists.`);
  }
}

function failureQueue({ DestinationConfig }: Properties, endpoint: AwsEndpoint): string | undefined {
  const { OnFailure } = (DestinationConfig ?? {}) as { OnFailure?: { Destination: string } };
  if (!OnFailure) return undefined;
  if (OnFailure.Destination.startsWith("arn:aws:sqs:")) return queueUrl(endpoint.url, OnFailure.Destination);
  throw new StartupFailure(
    `The local cloud cannot send failed records to ${OnFailure.Destination}. The destination must be an SQS queue.`,
  );
}
