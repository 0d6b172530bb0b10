import type { ApiKey } from "../../domain/account/api-key.ts";
import { hasRole } from "../../domain/account/member.ts";
import { scopes } from "../../domain/account/scope.ts";
import { brand } from "../../domain/brand.ts";
import type { Result } from "../../http/serve/responses.ts";
import { isSent } from "../layout/form.tsx";
import { Group, SelectField, TextField, Tick } from "../layout/form-fields.tsx";
import { dashboardPage, Empty, PostForm, type Shown, When } from "./frame.tsx";

type KeysProps = {
  keys: readonly ApiKey[];
  /** Live keys can be made. Otherwise, when their access was requested, if it was. */
  isLiveOpen: boolean;
  requestedAt: string | undefined;
  done: string | undefined;
  now: Date;
};

const NOTICES: Record<string, string> = {
  revoked: "The key is revoked. It stops at once for payouts, and within 10 seconds for everything else.",
};

export function keysPage(shown: Shown, props: KeysProps): Result {
  const { keys, requestedAt, done, now } = props;
  const isLive = shown.mode === "live";
  const isOpen = !isLive || props.isLiveOpen;
  const mayChange = hasRole(shown.role, isLive ? "admin" : "developer");
  const isOver = ({ expires_at }: ApiKey) =>
    expires_at !== undefined && Date.parse(expires_at) <= now.getTime();
  const current = keys.filter((key) => !isOver(key));
  return dashboardPage(
    shown,
    isLive ? "Live keys" : "Test keys",
    <>
      <p class="lead">
        {isLive
          ? "Live keys are for real drivers. Live mode does not move money yet. Keep them on your server, in a secret store."
          : "Test keys work in the sandbox: complete, free, and no money moves."}
      </p>
      {!isOpen && <NoLiveAccess requestedAt={requestedAt} />}
      {current.length === 0 ? (
        <Empty title={`You have no ${shown.mode} key yet`}>
          {isOpen && (
            <p>
              {mayChange
                ? "Create one below. You see it once, so copy it to a safe place."
                : `${isLive ? "An admin" : "A developer"} of your account can create one.`}
            </p>
          )}
        </Empty>
      ) : (
        <ul class="rows">
          {current.map((key) => (
            <li key={key.key_id} class="card">
              <KeyRow shown={shown} apiKey={key} mayChange={mayChange} />
            </li>
          ))}
        </ul>
      )}
      {mayChange && isOpen && <CreateForm shown={shown} />}
    </>,
    { notice: NOTICES[done ?? ""] },
  );
}

const NoLiveAccess = ({ requestedAt }: Pick<KeysProps, "requestedAt">) => (
  <p class="notice">
    Live keys need live access.{" "}
    {requestedAt === undefined ? (
      <>
        <a href="/developers/account/test">Request it on the Account page</a>.
      </>
    ) : (
      <>
        You requested it on <When at={requestedAt} />. Our team decides.
      </>
    )}
  </p>
);

const OVERLAPS = [
  ["24", "24 hours"],
  ["12", "12 hours"],
  ["4", "4 hours"],
  ["1", "1 hour"],
  ["0", "None: stop the old key now"],
] as const;

const KeyRow = ({ shown, apiKey: key, mayChange }: { shown: Shown; apiKey: ApiKey; mayChange: boolean }) => {
  const name = key.name ?? "Key from an operator";
  const base = `/developers/keys/${shown.mode}/${key.key_id}`;
  return (
    <>
      <div class="split">
        <h2>{name}</h2>
        {key.expires_at ? (
          <span class="tag warn">
            stops <When at={key.expires_at} />
          </span>
        ) : (
          <span class="tag good">active</span>
        )}
      </div>
      <p class="soft">
        <code>
          {brand.idPrefix}_{key.mode}_…{key.ending ?? ""}
        </code>{" "}
        · {key.scopes.length === scopes.length ? "full access" : key.scopes.join(", ")}
      </p>
      <p class="fine">
        Created <When at={key.created_at} /> ·{" "}
        {key.last_used_at ? (
          <>
            last used <When at={key.last_used_at} />
          </>
        ) : (
          "never used"
        )}
      </p>
      {mayChange && (
        <div class="acts">
          {!key.expires_at && (
            <details open={isSent(shown.sent, `${base}/rotate`)}>
              <summary>
                Rotate<span class="quiet"> {name}</span>
              </summary>
              <PostForm shown={shown} action={`${base}/rotate`} button="Create the new key" kind="small">
                <p class="hint">
                  The old key works for this long, so nothing fails while you deploy the new one.
                </p>
                <SelectField name="overlap" label="Overlap" options={OVERLAPS} />
              </PostForm>
            </details>
          )}
          <details>
            <summary>
              Revoke<span class="quiet"> {name}</span>
            </summary>
            <PostForm shown={shown} action={`${base}/revoke`} button="Revoke this key" kind="danger">
              <p class="hint">Requests with this key fail from now on. You cannot undo this.</p>
            </PostForm>
          </details>
        </div>
      )}
    </>
  );
};

const CreateForm = ({ shown }: { shown: Shown }) => (
  <section class="card narrow" aria-labelledby="create">
    <h2 id="create">Create a {shown.mode} key</h2>
    <PostForm
      shown={shown}
      action={`/developers/keys/${shown.mode}/create`}
      button={`Create ${shown.mode} key`}
    >
      <TextField
        name="name"
        label="Name"
        hint="Where the key is used, such as “Payout server”."
        maxLength={60}
        required
      />
      <Group name="access" legend="Permissions">
        <Tick type="radio" name="access" value="all" checked>
          Full access
        </Tick>
        <Tick type="radio" name="access" value="some">
          Only what I choose
        </Tick>
        <details open={shown.sent?.given.access === "some"}>
          <summary>Choose permissions</summary>
          <div class="scopes">
            {scopes.map((scope) => (
              <Tick key={scope} type="checkbox" name={`scope-${scope}`}>
                <code>{scope}</code>
              </Tick>
            ))}
          </div>
        </details>
      </Group>
    </PostForm>
  </section>
);
