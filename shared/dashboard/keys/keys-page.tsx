import { type ApiKey, hasPassed, KEY_WARNING_DAYS } from "../../domain/account/api-key.ts";
import { hasRole } from "../../domain/account/member.ts";
import { scopes } from "../../domain/account/scope.ts";
import { usd } from "../../domain/money/cents.ts";
import { brand } from "../../domain/brand/brand.ts";
import type { Result } from "../../http/serve/responses.ts";
import { SelectField, TextField } from "../../pages/layout/form-fields.tsx";
import { AllOrSome } from "../frame/all-or-some.tsx";
import { shortened } from "../frame/copy-box.tsx";
import { Dialog, NeedsLiveAccess } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago, Short, StateBadge, When } from "../list/cells.tsx";
import { listPage } from "../list/list-page.tsx";
import { type ListPlace, type Orders, sortedRows } from "../list/table.tsx";

type KeysProps = {
  keys: readonly ApiKey[];
  isLiveOpen: boolean;
  place: ListPlace;
};

const ORDERS: Orders<ApiKey> = {
  created: ({ created_at }) => Date.parse(created_at),
  name: ({ name = "" }) => name.toLowerCase(),
  used: ({ last_used_at = "1970-01-01" }) => Date.parse(last_used_at),
};

const NOTICES: Record<string, string> = {
  revoked: "The key is revoked. It stops at once for payouts, and within 10 seconds for everything else.",
};

export function keysPage(shown: Shown, props: KeysProps): Result {
  const { keys, place } = props;
  const isLive = shown.mode === "live";
  const isOpen = !isLive || props.isLiveOpen;
  const mayChange = hasRole(shown.role, isLive ? "admin" : "developer");
  const current = keys.filter(({ expires_at }) => !hasPassed(expires_at, shown.now));
  const { rows, sort } = sortedRows(current, ORDERS, place);
  return listPage(shown, "Keys", {
    place,
    noun: "key",
    caption: `Your ${shown.mode} keys`,
    columns: COLUMNS,
    sort,
    before: !isOpen && <NeedsLiveAccess what="keys" />,
    rows: rows.map((key) => keyRow(shown, key, mayChange)),
    empty: isOpen && (
      <p>
        {mayChange
          ? "Create one. You see it once, so copy it to a safe place."
          : `${isLive ? "An admin" : "A developer"} of your account can create one.`}
      </p>
    ),
    notices: NOTICES,
    lead: isLive
      ? "Live keys are for real drivers. Live payouts need a bank that the service has connected."
      : "Test keys work in the sandbox. No money moves.",
    actions: mayChange && isOpen && <CreateForm {...shown} />,
  });
}

const COLUMNS = [
  ["Name", "w p1", "name"],
  ["Key", "p3"],
  ["Permissions", ""],
  ["Created", "", "created"],
  ["Last used", "", "used"],
  ["Status", "p2"],
  ["Change", "r p4 forms"],
] as const;

const OVERLAPS = [
  ["24", "24 hours"],
  ["12", "12 hours"],
  ["4", "4 hours"],
  ["1", "1 hour"],
  ["0", "None: stop the old key now"],
] as const;

/** More permissions than this are a number. Their names are in the title. */
const NAMED_SCOPES = 1;

function keyRow(shown: Shown, key: ApiKey, mayChange: boolean) {
  const name = key.name ?? "Key from an operator";
  const { last_used_at, last_used_from } = key;
  return [
    <bdi>
      <Short of={name}>{shortened(name, 2 * MAX_OF_NAME)}</Short>
    </bdi>,
    <code>
      {brand.idPrefix}_{key.mode}_…{key.ending ?? ""}
    </code>,
    <>
      {key.scopes.length === scopes.length ? (
        "Full access"
      ) : (
        <span title={key.scopes.join(", ")}>
          <Short of={key.scopes.join(", ")}>
            {key.scopes.length > NAMED_SCOPES ? `${key.scopes.length} permissions` : String(key.scopes[0])}
          </Short>
        </span>
      )}
      {limitsOf(key)}
    </>,
    <Ago at={key.created_at} />,
    last_used_at ? (
      <>
        <Ago at={last_used_at} />
        {last_used_from && <span class="soft"> from {last_used_from}</span>}
      </>
    ) : (
      <span class="soft">Not used yet</span>
    ),
    <End apiKey={key} now={shown.now} />,
    mayChange && <KeyForms shown={shown} name={name} apiKey={key} />,
  ];
}

const limitsOf = ({ max_payout_amount, max_daily_amount }: ApiKey): string =>
  [
    max_payout_amount === undefined ? "" : `, ${usd(max_payout_amount)} a payout`,
    max_daily_amount === undefined ? "" : `, ${usd(max_daily_amount)} a day`,
  ].join("");

const WARNING_MS = KEY_WARNING_DAYS * 86_400_000;

const End = ({ apiKey: { expires_at, valid_until }, now }: { apiKey: ApiKey; now: Date }) => {
  if (hasPassed(valid_until, now)) return <StateBadge kind="bad">Expired</StateBadge>;
  const end = expires_at ?? valid_until;
  if (end === undefined) return <StateBadge kind="ok">Active</StateBadge>;
  const isSoon = expires_at !== undefined || hasPassed(valid_until, new Date(now.getTime() + WARNING_MS));
  return (
    <>
      <StateBadge kind={isSoon ? "warn" : "ok"}>{isSoon ? "Stops" : "Active"}</StateBadge>{" "}
      {isSoon ? "on" : "until"} <When at={end} />
    </>
  );
};

/** The page names each key in several places. */
const MAX_OF_NAME = 40;

type KeyFormsProps = { shown: Shown; apiKey: ApiKey; name: string };

const KeyForms = ({ shown: { mode, now }, apiKey: key, name }: KeyFormsProps) => {
  const base = `/developers/keys/${mode}/${key.key_id}`;
  const of = shortened(name, MAX_OF_NAME);
  return (
    <>
      {!key.expires_at && !hasPassed(key.valid_until, now) && (
        <Dialog action={`${base}/rotate`} label="Rotate" of={of} look="small" button="Create the new key">
          <p>The old key works for this long, so nothing fails while you deploy the new one.</p>
          <SelectField name="overlap" label="Overlap" options={OVERLAPS} />
        </Dialog>
      )}
      <Dialog
        action={`${base}/revoke`}
        label="Revoke"
        of={of}
        look="small"
        kind="danger"
        button="Revoke this key"
      >
        <p>Requests with this key fail from now on. You can't undo this.</p>
      </Dialog>
    </>
  );
};

const CreateForm = ({ mode, sent }: Shown) => (
  <Dialog action={`/developers/keys/${mode}/create`} label={`Create ${mode} key`} button="Create key">
    <TextField
      name="name"
      label="Name"
      hint="Where the key is used, such as “Payout server”."
      maxLength={60}
      required
    />
    <TextField
      name="until"
      label="Last day"
      hint="In UTC. Leave it empty for a key without an end. We email your admins a week before."
      type="date"
    />
    <TextField
      name="max_payout_amount"
      label="Most for a payout, in USD"
      hint="Leave it empty for no limit. A new key is the only way to change it."
      inputMode="decimal"
    />
    <TextField
      name="max_daily_amount"
      label="Most for all payouts of a day, in USD"
      hint="In UTC. Payouts that fail or are canceled count too."
      inputMode="decimal"
    />
    <AllOrSome
      name="access"
      legend="Permissions"
      choice="access"
      prefix="scope-"
      all="Full access"
      summary="Choose permissions"
      texts={scopes}
      isOpen={sent?.given.access === "some"}
    />
  </Dialog>
);
