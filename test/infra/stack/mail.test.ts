import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { actionsOf, idOf, mappingOf, ofType, propertiesOf } from "./template.ts";

const [destination] = ofType("AWS::SES::ConfigurationSetEventDestination");

test("email is sent from the sender's domain, and SES reports bounces and complaints", () => {
  const [identity] = ofType("AWS::SES::EmailIdentity");
  expect(identity.EmailIdentity).toBe("mail.example.com");
  expect(destination.EventDestination.MatchingEventTypes.sort()).toEqual(["bounce", "complaint"]);
});

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

test("every minute, emails that wait are looked for, and no sender may send to a queue", () => {
  const [sweep] = ofType("AWS::Scheduler::Schedule").filter(
    ({ Target }) => Target.Arn["Fn::GetAtt"][0] === idOf("SendWaiting"),
  );
  expect(sweep).toMatchObject({ ScheduleExpression: "rate(1 minute)" });
  for (const name of ["SendMailRole", "SendWaitingRole"]) {
    const [{ PolicyDocument }] = propertiesOf(name).Policies;
    expect(PolicyDocument.Statement.flatMap(actionsOf)).not.toContain("sqs:SendMessage");
  }
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

test("suppress-address reads that queue", () => {
  expect(mappingOf(idOf("MailFeedbackQueue")).FunctionName).toEqual({ Ref: idOf("SuppressAddress") });
});
