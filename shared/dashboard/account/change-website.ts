import { invalid, statusConflict } from "../../contract/errors.ts";
import { WebUrl } from "../../domain/account/web-url.ts";
import type { Result } from "../../http/serve/responses.ts";
import { seeOther } from "../../pages/layout/serve-page.tsx";
import { putWebsite } from "../../store/account/partners.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

const ACCOUNT = "/developers/account/test";

export async function saveWebsite({ partner, form }: DashboardRequest): Promise<Result> {
  const address = form.website?.trim() ?? "";
  if (address !== "" && !WebUrl.safeParse(address).success)
    throw invalid(
      "Enter an http or https address of up to 200 characters, such as https://acme.example.",
      "website",
    );
  const website = address || undefined;
  if (website !== partner.website && !(await putWebsite(partner, website)))
    throw statusConflict("The account changed at the same time. Reload the page and try again.");
  return seeOther(`${ACCOUNT}?done=website`);
}
