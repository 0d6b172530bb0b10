import { expect, test } from "@jest/globals";
import { nameOf, ofType } from "./template.ts";

test("a schedule starts the walk of settlements at 02:00 UTC and the day's tax walks at 06:00, and says for which day", () => {
  const schedules = ofType("AWS::Scheduler::Schedule");
  expect(schedules).toContainEqual(
    expect.objectContaining({
      ScheduleExpression: "cron(0 2,6 * * ? *)",
      ScheduleExpressionTimezone: "Etc/UTC",
      Target: expect.objectContaining({ Input: '{"scheduled_at":"<aws.scheduler.scheduled-time>"}' }),
    }),
  );
});

test("a failed start of the walks is tried twice more, and a failed sweep is left to the next minute", () => {
  const retries = Object.fromEntries(
    ofType("AWS::Lambda::EventInvokeConfig").map(({ FunctionName, MaximumRetryAttempts, ...rest }) => [
      nameOf(FunctionName.Ref),
      [MaximumRetryAttempts, rest.MaximumEventAgeInSeconds],
    ]),
  );
  expect(retries).toEqual({ StartTaxWalks: [2, 6 * 3_600], SweepDeliveries: [0, 60], SendWaiting: [0, 60] });
  expect(ofType("AWS::Scheduler::Schedule")).toHaveLength(Object.keys(retries).length);
});
