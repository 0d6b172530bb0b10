import type { ApiKey } from "../../domain/account/api-key.ts";
import { hasRole } from "../../domain/account/member.ts";
import { scopes } from "../../domain/account/scope.ts";
import { brand } from "../../domain/brand.ts";
import type { Result } from "../../http/serve/responses.ts";
import { dashboardPage, Empty, PostForm, type Shown, When } from "./frame.tsx";
import { AfterProof } from "./proof.tsx";

type KeysProps = { keys: readonly ApiKey[]; isLiveOpen: boolean; done: string | undefined; now: Date };

const NOTICES: Record<string, string> = {
  revoked: "The key is revoked. It stops at once for payouts, and within 10 seconds for everything else.",
};

export function keysPage(shown: Shown, { keys, isLiveOpen, done, now }: KeysProps): Result {
  const isLive = shown.mode === "live";
  const hasRight = hasRole(shown.role, isLive ? "admin" : "developer");
  const mayChange = hasRight && (!isLive || shown.isProved);
  const isOver = ({ expires_at }: ApiKey) =>
    expires_at !== undefined && Date.parse(expires_at) <= now.getTime();
  const current = keys.filter((key) => !isOver(key));
  return dashboardPage(
    shown,
    isLive ? "Live keys" : "Test keys",
    <>
      <p class="lead">
        {isLive
          ? "Live keys move real money. Keep them on your server, in a secret store."
          : "Test keys work in the sandbox: complete, free, and no money moves."}
      </p>
      {!isLiveOpen && (
        <p class="notice">
          Live keys need live access. <a href="/developers/account/test">Request it on the Account page</a>.
        </p>
      )}
      {current.length === 0 ? (
        <Empty title={`You have no ${shown.mode} key yet`}>
          <p>Create one below. You see it once, so copy it to a safe place.</p>
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
      {mayChange && isLiveOpen && <CreateForm shown={shown} />}
      {hasRight && !mayChange && isLiveOpen && (
        <section class="card narrow" aria-labelledby="proof">
          <h2 id="proof">Create, rotate or revoke live keys</h2>
          <AfterProof shown={shown}>{null}</AfterProof>
        </section>
      )}
    </>,
    { notice: NOTICES[done ?? ""] },
  );
}

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
            <details>
              <summary>
                Rotate<span class="quiet"> {name}</span>
              </summary>
              <PostForm shown={shown} action={`${base}/rotate`} button="Create the new key" kind="small">
                <p class="hint">
                  The old key works on for this long, so no request fails while you deploy the new one.
                </p>
                <label for={`overlap-${key.key_id}`}>Overlap</label>
                <select id={`overlap-${key.key_id}`} name="overlap">
                  {[24, 12, 4, 1, 0].map((hours) => (
                    <option key={hours} value={hours}>
                      {hours === 0
                        ? "None: stop the old key now"
                        : `${hours} ${hours === 1 ? "hour" : "hours"}`}
                    </option>
                  ))}
                </select>
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
      <label for="name">
        Name <span class="hint">Where the key is used, such as “Payout server”.</span>
      </label>
      <input id="name" name="name" maxLength={60} required autocomplete="off" />
      <fieldset>
        <legend>Permissions</legend>
        <label class="check">
          <input type="radio" name="access" value="all" checked /> Full access
        </label>
        <label class="check">
          <input type="radio" name="access" value="some" /> Only what I choose
        </label>
        <details>
          <summary>Choose permissions</summary>
          <div class="scopes">
            {scopes.map((scope) => (
              <label key={scope} class="check">
                <input type="checkbox" name={`scope-${scope}`} value="yes" /> <code>{scope}</code>
              </label>
            ))}
          </div>
        </details>
      </fieldset>
    </PostForm>
  </section>
);
