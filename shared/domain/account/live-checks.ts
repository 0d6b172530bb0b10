import type { AccountProfile } from "./account-profile.ts";
import type { ApiKey } from "./api-key.ts";
import { hasSignedIn, type Member } from "./member.ts";

/** An event that a receiver of the account accepted. `host`: of the endpoint, whose path may be secret. */
type Accepted = { host: string; type: string; at: string; endpoint_id: string };

/** What is stored of an account's integration. */
export type LiveEvidence = {
  /** Of live mode, because live forms show it. */
  profile: AccountProfile;
  keys: readonly ApiKey[];
  members: readonly Member[];
  accepted: Accepted | undefined;
  /** The newest failed payout whose event was accepted, or else the newest one. */
  failure: { payout_id: string; failed_at: string; accepted: Accepted | undefined } | undefined;
};

/** `seen`: what was seen, in words. `at`: when. `about`: the id of the endpoint or of the payout. */
export type LiveCheck = {
  name: "profile" | "endpoint" | "key" | "failure" | "admin";
  isDone: boolean;
  seen: string;
  at?: string | undefined;
  about?: string | undefined;
};

/** The steps before live access, each with its evidence. A step that was not seen says what is missing. */
export const liveChecks = (evidence: LiveEvidence): LiveCheck[] => [
  profileCheck(evidence.profile),
  endpointCheck(evidence.accepted),
  keyCheck(evidence.keys),
  failureCheck(evidence.failure),
  adminCheck(evidence.members),
];

function profileCheck({ legal_name, address, ein_last4, updated_at: at }: AccountProfile): LiveCheck {
  const parts = { "legal name": legal_name, address, EIN: ein_last4 };
  const missing = Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [name] : []));
  return missing.length === 0
    ? { name: "profile", isDone: true, seen: `${legal_name}, EIN ends in ${ein_last4}`, at }
    : { name: "profile", isDone: false, seen: `Missing: ${missing.join(", ")}` };
}

const endpointCheck = (accepted: Accepted | undefined): LiveCheck =>
  accepted
    ? { name: "endpoint", isDone: true, ...seenAt(accepted), about: accepted.endpoint_id }
    : { name: "endpoint", isDone: false, seen: "No endpoint of yours accepted an event yet" };

const seenAt = ({ host, type, at }: Accepted) => ({ seen: `${host} accepted ${type}`, at });

function keyCheck(keys: readonly ApiKey[]): LiveCheck {
  const used = keys.filter(({ last_used_at }) => last_used_at !== undefined);
  const key = used.find(({ idempotent_at }) => idempotent_at !== undefined) ?? used[0];
  if (!key) return { name: "key", isDone: false, seen: "No test key has been used yet" };
  const name = key.name ?? key.key_id;
  return key.idempotent_at === undefined
    ? {
        name: "key",
        isDone: false,
        seen: `${name} is in use, without idempotency keys`,
        at: key.last_used_at,
      }
    : { name: "key", isDone: true, seen: `${name} sends idempotency keys`, at: key.idempotent_at };
}

function failureCheck(failure: LiveEvidence["failure"]): LiveCheck {
  if (!failure) return { name: "failure", isDone: false, seen: "No test payout has failed in 30 days" };
  const { payout_id: about, failed_at, accepted } = failure;
  return accepted
    ? { name: "failure", isDone: true, ...seenAt(accepted), about }
    : {
        name: "failure",
        isDone: false,
        seen: "No endpoint of yours accepted its event",
        at: failed_at,
        about,
      };
}

function adminCheck(members: readonly Member[]): LiveCheck {
  const admins = members.filter(({ role }) => role === "admin");
  const signedIn = admins.filter(hasSignedIn).toSorted((a, b) => (laterOf(a) < laterOf(b) ? 1 : -1));
  const seen = `${signedIn.length} of ${admins.length} ${admins.length === 1 ? "admin has" : "admins have"} signed in`;
  return { name: "admin", isDone: signedIn.length > 1, seen, at: signedIn[0]?.signed_in_at };
}

const laterOf = ({ signed_in_at = "" }: Member): string => signed_in_at;
