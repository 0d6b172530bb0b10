import { ACCOUNT, type Template } from "./base/template.ts";
import { Gateway } from "./gateway/gateway.ts";
import { Lambda } from "./lambda/lambda.ts";
import { Ses } from "./ses/ses.ts";
import { Scheduler } from "./timers/scheduler.ts";
import { StepFunctions } from "./timers/step-functions.ts";

/** Provides what `Ref` and `Fn::GetAtt` return for the resources that need no engine of their own. */
export function provideReferences(template: Template, url: string): void {
  Ses.provideReferences(template);
  for (const id of template.ids("AWS::Logs::LogGroup")) {
    template.provide(id, { ref: id, Arn: `arn:aws:logs:us-east-1:${ACCOUNT}:log-group:${id}:*` });
  }
  for (const id of template.ids("AWS::IAM::Role")) {
    template.provide(id, { ref: id, Arn: `arn:aws:iam::${ACCOUNT}:role/${id}` });
  }
  Lambda.provideReferences(template);
  StepFunctions.provideReferences(template);
  Scheduler.provideReferences(template);
  Gateway.provideReferences(template, url);
}
