import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { actionsOf, deadLettersOf, idOf, mappingOf, ofType, propertiesOf, watchedBy } from "./template.ts";

const [destination] = ofType("AWS::SES::ConfigurationSetEventDestination");

test("email is sent from the sender's domain, and SES reports bounces and complaints", () => {
  const [identity] = ofType("AWS::SES::EmailIdentity");
  expect(identity.EmailIdentity).toBe("mail.example.com");
  expect(destination.EventDestination.MatchingEventTypes.sort()).toEqual(["bounce", "complaint"]);
});

test("send-mail may send from our sender only, to any recipient", () => {
  const { MAIL_FROM } = propertiesOf("SendMail").Environment.Variables;
  const [{ PolicyDocument }] = propertiesOf("SendMailRole").Policies;
  const sending = PolicyDocument.Statement.filter((statement: Json) =>
    actionsOf(statement).includes("ses:SendEmail"),
  );
  expect(sending).toEqual([
    {
      Effect: "Allow",
      Action: "ses:SendEmail",
      Resource: [
        expect.objectContaining({ "Fn::Join": expect.anything() }),
        expect.objectContaining({ "Fn::Join": expect.anything() }),
      ],
      Condition: { StringEquals: { "ses:FromAddress": MAIL_FROM } },
    },
  ]);
  expect(JSON.stringify(sending[0].Resource[0])).toMatch(/:identity\/\*"/);
  expect(JSON.stringify(sending[0].Resource[1])).toContain(":configuration-set/");
});

test("an email that waits returns to its own queue, and QueueBehind does not fire for it", () => {
  const { Variables } = propertiesOf("SendMail").Environment;
  expect(Variables).toMatchObject({
    MAIL_QUEUE_URL: { Ref: idOf("MailQueue") },
    CONFIRMATIONS_PER_HOUR: "1000",
  });
  // The longest wait of functions/events/send-mail.ts.
  expect(propertiesOf("AlarmsQueueBehind").Threshold).toBeGreaterThan(600 + 60);
});

test("only SES's topic may send to the queue of bounces and complaints", () => {
  const { TopicARN } = destination.EventDestination.SnsDestination;
  const [subscription] = ofType("AWS::SNS::Subscription").filter(({ Protocol }) => Protocol === "sqs");
  const Endpoint = { "Fn::GetAtt": [idOf("MailFeedbackQueue"), "Arn"] };
  expect(subscription).toMatchObject({ TopicArn: TopicARN, Endpoint, RawMessageDelivery: true });
  const policies = ofType("AWS::SQS::QueuePolicy").flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  expect(policies.filter(({ Effect }) => Effect === "Allow")).toEqual([
    {
      Effect: "Allow",
      Principal: { Service: "sns.amazonaws.com" },
      Action: "sqs:SendMessage",
      Resource: Endpoint,
      Condition: { ArnEquals: { "aws:SourceArn": TopicARN } },
    },
  ]);
});

test("suppress-address reads that queue, and the alarm UnheardFeedback watches its dead letters", () => {
  const mapping = mappingOf(idOf("MailFeedbackQueue"));
  expect(mapping.FunctionName).toEqual({ Ref: idOf("SuppressAddress") });
  const letters = deadLettersOf(propertiesOf("MailFeedbackQueue"));
  expect(letters).toBe(idOf("MailFeedbackDeadLetters"));
  expect(watchedBy(propertiesOf("AlarmsUnheardFeedback"))).toContain(letters);
});
