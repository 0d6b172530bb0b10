import { relayRecords } from "./relay-outbox.ts";

/**
 * Relays events to the queue of their fan-out, and to the tax queue if they may need a form. Lambda accepts
 * one mapping of a stream for a function, and a failing outbox entry must not hold up the events behind it.
 */
export const handler = relayRecords("relay-events");
