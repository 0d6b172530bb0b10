import { endSavingsOperation } from "../../../contract/platform/savings/end-savings.ts";
import { inviteToSaveOperation } from "../../../contract/platform/savings/invite-to-save.ts";
import { actOnSavingsOperation } from "../../../contract/platform/test-helpers/act-on-savings.ts";
import { settleContributionOperation } from "../../../contract/platform/test-helpers/settle-contribution.ts";
import { savingsEntry } from "../docs-guides.ts";
import { Rows } from "../docs-rows.tsx";
import { operationPath } from "../docs-sections.ts";
import { textPage } from "../docs-text.tsx";

export const savingsPage = () =>
  textPage("savings", savingsEntry.path, {
    amounts: <Rows columns={["The driver's choice", "Saved", "Of a net amount of $123.12"]} rows={AMOUNTS} />,
    invite: operationPath(inviteToSaveOperation),
    end: operationPath(endSavingsOperation),
    act: operationPath(actOnSavingsOperation),
    settle: operationPath(settleContributionOperation),
  });

const AMOUNTS = [
  ["A whole percentage, 1 to 50", "That part of net_amount, half a cent rounded up", "5%: $6.16"],
  ["The cents", "What is above the last whole dollar", "$0.12"],
];
