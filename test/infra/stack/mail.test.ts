import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { actionsOf, idOf, ofType, propertiesOf } from "./template.ts";

const [destination] = ofType("AWS::SES::ConfigurationSetEventDestination");

test.each(["SendMail", "SendWaiting"])("%s may send from our sender only, to any recipient", (name) => {
  const { MAIL_FROM } = propertiesOf(name).Environment.Variables;
  const [{ PolicyDocument }] = propertiesOf(`${name}Role`).Policies;
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
