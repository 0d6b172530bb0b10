import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { StartupFailure } from "../base/failure.ts";
import type { InvokableFunctions, Queues, WriteCount } from "../base/ports.ts";
import type { Properties, Resource, Template } from "../base/template.ts";
import type { AwsEndpoint } from "../platform/aws-endpoint.ts";
import type { Engine } from "../platform/engine.ts";
import { MINUTE_MS, type WatchedMetrics } from "../platform/metrics.ts";
import type { Agenda } from "../time/agenda.ts";
import { Checkpoint } from "./checkpoint.ts";
import { unknownAlternative } from "./filter-pattern.ts";
import { MappedFunction } from "./mapped-function.ts";
import { QueueSource } from "./queue-source.ts";
import { StreamSource } from "./stream-source.ts";

type Options = {
  functions: InvokableFunctions;
  endpoint: AwsEndpoint;
  queues: Queues;
  writes: WriteCount;
  agenda: Agenda;
  metrics: WatchedMetrics;
  dataDir: string;
  warn: (message: string) => void;
};

export type MappingView = Record<
  "UUID" | "FunctionArn" | "EventSourceArn" | "State" | "LastProcessingResult",
  string
>;

export class EventSources implements Engine {
  readonly #options: Options;
  #mappings: Resource[] = [];
  #read = new Set<string | undefined>();
  #sources = new Map<string, QueueSource | StreamSource>();
  #disabled: readonly string[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  create(template: Template): void {
    for (const id of template.ids("AWS::Lambda::EventSourceMapping")) template.provide(id, { ref: id });
  }

  /** Sources restart only if a mapping has changed. */
  follow(template: Template): void {
    const mappings = template.ofType("AWS::Lambda::EventSourceMapping");
    if (isDeepStrictEqual(mappings, this.#mappings)) return;
    requireOneEach(mappings.map(({ properties }) => properties));
    this.#run(mappings);
  }

  disable(ids: readonly string[]): void {
    this.#disabled = ids;
    this.#run(this.#mappings);
  }

  readonly list = (): MappingView[] =>
    this.#mappings.map(({ id, properties }) => ({
      UUID: id,
      FunctionArn: String(properties.FunctionName),
      EventSourceArn: String(properties.EventSourceArn),
      State: this.#sources.has(id) ? "Enabled" : "Disabled",
      LastProcessingResult: "OK",
    }));

  enable(id: string, isEnabled: boolean): void {
    const others = this.#disabled.filter((each) => each !== id);
    this.disable(isEnabled ? others : [...others, id]);
  }

  #run(mappings: Resource[]): void {
    const enabled = mappings.filter(
      ({ id, properties }) => properties.Enabled !== false && !this.#disabled.includes(id),
    );
    const sources = new Map(enabled.map((mapping) => [mapping.id, this.#sourceOf(mapping)]));
    this.stop();
    this.#sources = sources;
    this.#mappings = mappings;
    this.#read = new Set(
      mappings.map(({ properties }) => String(properties.EventSourceArn).split(":").at(-1)),
    );
    for (const source of sources.values()) void source.run();
  }

  /** Writes once a minute that each mapping polls. One whose calls fail polls nothing. */
  readonly sample = (minute: number): void => {
    for (const [EventSourceMappingUUID, source] of this.#sources)
      if (source.isPolling)
        this.#options.metrics.put(
          { namespace: "AWS/Lambda", name: "PolledEventCount", dimensions: { EventSourceMappingUUID } },
          0,
          minute * MINUTE_MS,
        );
  };

  readonly reads = (queue: string): boolean => this.#read.has(queue);

  underWay = (): string | undefined =>
    [...this.#sources.values()].flatMap((source) => source.underWay() ?? []).join(", ") || undefined;

  stop(): void {
    for (const source of this.#sources.values()) source.stop();
  }

  #sourceOf({ id, properties: mapping }: Resource): QueueSource | StreamSource {
    const { functions, endpoint, queues, writes, agenda, metrics, dataDir, warn } = this.#options;
    requireSupported(id, mapping);
    const target = new MappedFunction(mapping, functions, endpoint);
    const arn = String(mapping.EventSourceArn);
    if (arn.startsWith("arn:aws:sqs:"))
      return new QueueSource({
        mapping,
        queueUrl: queues.urlOf(arn),
        queue: queues.at(arn),
        target,
        agenda,
      });

    const checkpoint = new Checkpoint(join(dataDir, `stream-${id}.checkpoint`), warn);
    const url = failureQueue(mapping, queues);
    const onFailure = url
      ? (message: Properties) =>
          target.call("AmazonSQS.SendMessage", { QueueUrl: url, MessageBody: JSON.stringify(message) })
      : undefined;
    const name = target.arn.split(":").at(-1) ?? "";
    const aged = (IteratorAge: number) => metrics.of("AWS/Lambda", { FunctionName: name }, { IteratorAge });
    return new StreamSource({ mapping, target, checkpoint, onFailure, writes, aged, warn });
  }
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
  if (StartingPosition !== "TRIM_HORIZON")
    refuse(`it does not know the starting position ${StartingPosition}.`);
  if (Number(TumblingWindowInSeconds ?? 0) > 0) refuse("it does not know tumbling windows.");
  for (const { Pattern } of Filters) {
    const unknown = unknownAlternative(JSON.parse(Pattern));
    if (unknown !== undefined)
      refuse(`it does not know the filter ${JSON.stringify(unknown)}. It knows values, prefix and exists.`);
  }
}

function failureQueue({ DestinationConfig }: Properties, queues: Queues): string | undefined {
  const { OnFailure } = (DestinationConfig ?? {}) as { OnFailure?: { Destination: string } };
  if (!OnFailure) return undefined;
  if (OnFailure.Destination.startsWith("arn:aws:sqs:")) return queues.urlOf(OnFailure.Destination);
  throw new StartupFailure(
    `The local cloud cannot send failed records to ${OnFailure.Destination}. The destination must be an SQS queue.`,
  );
}
