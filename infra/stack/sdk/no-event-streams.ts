/**
 * Bundled in place of `@smithy/core/event-streams`, which the SDK imports only when an operation streams
 * events. No operation here does. The import alone would add 20 KB to each function, because a bundler keeps
 * all modules apart that a dynamic import can reach.
 */
throw new Error("Event streams are not part of this bundle");
