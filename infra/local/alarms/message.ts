import type { AnyAlarm } from "./definitions.ts";
import type { State } from "./missing-data.ts";

export type StateMail = {
  at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
};

type Change = { alarm: AnyAlarm; state: State; former: State; address: string; value: number | undefined };

export function messageOf({ alarm, state, former, address, value }: Change): StateMail {
  const seen = value === undefined ? "no value" : String(value);
  const reason =
    "metrics" in alarm
      ? `The newest period has ${seen}, and the threshold is ${alarm.threshold}.`
      : `It watches ${alarm.of.join(" and ")}.`;
  const text = `${alarm.name}: ${former} -> ${state}\n\n${alarm.description}\n\n${reason}\n`;
  return {
    at: new Date().toISOString(),
    from: "no-reply@sns.amazonaws.com",
    to: [address],
    subject: `${state}: "${alarm.name}" in US East (N. Virginia)`,
    text,
    html: `<html><head></head><body><pre>${text.replace(/[&<]/g, (sign) => (sign === "&" ? "&amp;" : "&lt;"))}</pre></body></html>`,
  };
}
