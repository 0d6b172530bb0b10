import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IWidget,
  type MathExpression,
  type Metric,
} from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import { brand } from "../../../shared/domain/brand/brand.ts";

export type Signal = { id: string; metric: Metric | MathExpression; alarm: Alarm };

/** A row has 24 columns, so three graphs. */
const WIDTH = 8;

export class SignalsDashboard extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { stage, signals, budgets }: { stage: string; signals: Signal[]; budgets: IWidget },
  ) {
    super(scope, id);
    const alarms = signals.map(({ alarm }) => alarm);
    const graphs = signals.map(
      ({ id: title, metric, alarm }) =>
        new GraphWidget({ title, width: WIDTH, left: [metric], leftAnnotations: [alarm.toAnnotation()] }),
    );
    const dashboard = new Dashboard(this, "Signals", {
      dashboardName: `${brand.serviceSlug}-${stage}-signals`,
    });
    dashboard.addWidgets(new AlarmStatusWidget({ title: "Alarms", width: 24, alarms }));
    dashboard.addWidgets(budgets);
    dashboard.addWidgets(...graphs);
  }
}
