import { expect, test } from "@jest/globals";
import { deadLettersOf, idOf, mappingOf, ofType, propertiesOf, watchedBy } from "./template.ts";

const [destination] = ofType("AWS::SES::ConfigurationSetEventDestination");

test("email is sent from the sender's domain, and SES reports bounces and complaints", () => {
  const [identity] = ofType("AWS::SES::EmailIdentity");
  expect(identity.EmailIdentity).toBe("mail.example.com");
  expect(destination.EventDestination.MatchingEventTypes.sort()).toEqual(["bounce", "complaint"]);
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
