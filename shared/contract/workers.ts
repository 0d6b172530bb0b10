/** What reads a queue or the table's stream, or a schedule calls: wired by hand in `infra/`, as each has its own. */
export const eventWorkers = {
  relayOutbox: { name: "relay-outbox", access: {} },
  sendMail: {
    name: "send-mail",
    access: { signup: ["get", "update"], suppression: ["get"], account: ["get"], partner: ["get"] },
  },
  suppressAddress: { name: "suppress-address", access: { suppression: ["put"] } },
  startTaxWalks: { name: "start-tax-walks", access: { walk: ["put"], outbox: ["put"] } },
  walkTaxEvents: {
    name: "walk-tax-events",
    access: {
      account_directory: ["query"],
      driver: ["query"],
      earnings: ["query"],
      walk: ["update"],
      event: ["put"],
      outbox: ["put"],
    },
  },
} as const;

/** What delivers webhooks. */
export const webhookWorkers = {
  fanOutEvent: { name: "fan-out-event", access: { webhook: ["query"], delivery: ["put"] } },
  deliverWebhook: {
    name: "deliver-webhook",
    access: {
      webhook: ["get", "update", "check"],
      delivery: ["get", "put"],
      event: ["get"],
      outbox: ["put"],
    },
    secrets: ["endpoint"],
  },
  sweepDeliveries: { name: "sweep-deliveries", access: { webhook: ["get"], delivery: ["search"] } },
} as const;

export const workers = { ...eventWorkers, ...webhookWorkers } as const;
