import { relayRecords } from "./relay-outbox.ts";

/**
 * Also to the tax queue if they may need a form. Apart from the outbox, whose faults must not hold up events.
 */
export const handler = relayRecords("relay-events");
