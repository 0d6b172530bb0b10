import { accountDashboard } from "../../shared/contract/developers/dashboard.ts";
import * as account from "../../shared/developers/account/account.ts";
import { askForContact, confirmContact, showContactLink } from "../../shared/developers/account/contact.ts";
import {
  requestLiveAccess,
  showGoLive,
  withdrawLiveAccess,
} from "../../shared/developers/account/go-live.ts";
import {
  acceptWithholdingTerms,
  saveProfile,
  showProfile,
} from "../../shared/developers/account/legal-profile.ts";
import { downloadForms, showForms } from "../../shared/developers/account/tax-forms.ts";
import * as team from "../../shared/developers/account/team.ts";
import { createKey, revokeKey, rotateKey, showKeys, showNewKey } from "../../shared/developers/keys.ts";
import { askForProof, endSession, showStepUp, signOut } from "../../shared/developers/own-session.ts";
import { serveDashboard } from "../../shared/developers/serving/serve-dashboard.tsx";

export const handler = serveDashboard(accountDashboard, {
  "GET /developers/keys/{mode}": showKeys,
  "GET /developers/keys/{mode}/new/{view}": showNewKey,
  "POST /developers/keys/test/create": createKey,
  "POST /developers/keys/test/{id}/rotate": rotateKey,
  "POST /developers/keys/test/{id}/revoke": revokeKey,
  "POST /developers/keys/live/create": createKey,
  "POST /developers/keys/live/{id}/rotate": rotateKey,
  "POST /developers/keys/live/{id}/revoke": revokeKey,
  "GET /developers/account/{mode}": account.showAccount,
  "GET /developers/account/{mode}/go-live": showGoLive,
  "GET /developers/account/{mode}/team": team.showTeam,
  "GET /developers/account/{mode}/activity": account.showActivity,
  "GET /developers/account/{mode}/profile": showProfile,
  "GET /developers/account/{mode}/forms": showForms,
  "GET /developers/account/{mode}/forms/{year}": downloadForms,
  "POST /developers/account/test/profile": saveProfile,
  "POST /developers/account/live/profile": saveProfile,
  "POST /developers/account/live/withholding-terms": acceptWithholdingTerms,
  "GET /developers/account/step-up": showStepUp,
  "POST /developers/account/step-up": askForProof,
  "POST /developers/account/sign-out": signOut,
  "POST /developers/account/sessions/{id}/end": endSession,
  "POST /developers/account/live-access": requestLiveAccess,
  "POST /developers/account/live-access/withdraw": withdrawLiveAccess,
  "POST /developers/account/website": account.saveWebsite,
  "POST /developers/account/contact": askForContact,
  "GET /developers/account/contact/{id}/{proof}": showContactLink,
  "POST /developers/account/contact/{id}/{proof}": confirmContact,
  "POST /developers/account/team/invite": team.inviteMember,
  "POST /developers/account/team/{id}/role": team.changeRole,
  "POST /developers/account/team/{id}/remove": team.removeMember,
});
