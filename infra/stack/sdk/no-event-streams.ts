/**
 * In place of `@smithy/core/event-streams`, which no operation here needs. The import alone adds 20 KB to
 * each function, because all modules stay apart that a dynamic import can reach. S3's client asks for it.
 */
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;

export function eventStreamSerdeProvider(): never {
  throw new Error("Event streams are not part of this bundle");
}
