import { accountDashboard } from "../../shared/contract/developers/account-dashboard.ts";
import { saveWebsite } from "../../shared/dashboard/account/change-website.ts";
import { showAccount, showActivity } from "../../shared/dashboard/account/load-account.ts";
import { askForContact, confirmContact, showContactLink } from "../../shared/dashboard/account/contact.ts";
import { requestLiveAccess, withdrawLiveAccess } from "../../shared/dashboard/account/change-go-live.ts";
import { showGoLive } from "../../shared/dashboard/account/load-go-live.ts";
import { acceptWithholdingTerms, saveProfile } from "../../shared/dashboard/account/change-profile.ts";
import { showProfile } from "../../shared/dashboard/account/load-profile.ts";
import { downloadForms, showForms } from "../../shared/dashboard/account/load-forms.ts";
import {
  changeApprovals,
  changeRole,
  inviteMember,
  removeMember,
} from "../../shared/dashboard/account/change-team.ts";
import { showTeam } from "../../shared/dashboard/account/load-team.ts";
import { createKey, revokeKey, rotateKey } from "../../shared/dashboard/keys/change-keys.ts";
import { showKeys, showNewKey } from "../../shared/dashboard/keys/load-keys.ts";
import * as passkeys from "../../shared/dashboard/passkeys/change-passkeys.ts";
import { endSession, prove, showStepUp, signOut } from "../../shared/dashboard/sign-in/own-session.ts";
import { serveDashboard } from "../../shared/dashboard/serving/serve-dashboard.tsx";

export const handler = serveDashboard(accountDashboard, {
  "GET /developers/keys/{mode}": showKeys,
  "GET /developers/keys/{mode}/new/{view}": showNewKey,
  "POST /developers/keys/test/create": createKey,
  "POST /developers/keys/test/{id}/rotate": rotateKey,
  "POST /developers/keys/test/{id}/revoke": revokeKey,
  "POST /developers/keys/live/create": createKey,
  "POST /developers/keys/live/{id}/rotate": rotateKey,
  "POST /developers/keys/live/{id}/revoke": revokeKey,
  "GET /developers/account/{mode}": showAccount,
  "GET /developers/account/{mode}/go-live": showGoLive,
  "GET /developers/account/{mode}/team": showTeam,
  "GET /developers/account/{mode}/activity": showActivity,
  "GET /developers/account/{mode}/profile": showProfile,
  "GET /developers/account/{mode}/forms": showForms,
  "GET /developers/account/{mode}/forms/{year}": downloadForms,
  "POST /developers/account/test/profile": saveProfile,
  "POST /developers/account/live/profile": saveProfile,
  "POST /developers/account/live/withholding-terms": acceptWithholdingTerms,
  "GET /developers/account/step-up": showStepUp,
  "POST /developers/account/step-up": prove,
  "POST /developers/account/sign-out": signOut,
  "POST /developers/account/sessions/{id}/end": endSession,
  "POST /developers/account/passkeys": passkeys.addPasskey,
  "POST /developers/account/passkeys/{id}/remove": passkeys.removePasskey,
  "POST /developers/account/live-access": requestLiveAccess,
  "POST /developers/account/live-access/withdraw": withdrawLiveAccess,
  "POST /developers/account/website": saveWebsite,
  "POST /developers/account/contact": askForContact,
  "GET /developers/account/contact/{id}/{proof}": showContactLink,
  "POST /developers/account/contact/{id}/{proof}": confirmContact,
  "POST /developers/account/team/invite": inviteMember,
  "POST /developers/account/team/approvals": changeApprovals,
  "POST /developers/account/team/{id}/role": changeRole,
  "POST /developers/account/team/{id}/passkeys": passkeys.resetPasskeys,
  "POST /developers/account/team/{id}/remove": removeMember,
});
