import type { Driver } from "../../domain/driver/driver.ts";
import { type BankAccount, defaultAccount } from "../../domain/driver/driver-accounts.ts";
import { publicMetadata } from "../../domain/metadata/metadata.ts";
import { addressLines } from "../../domain/address/stored-address.ts";
import { exactUsd } from "../../domain/money/cents.ts";
import type { SavingsRule } from "../../domain/savings/split.ts";
import { SelectField } from "../../pages/layout/form-fields.tsx";
import { bankAccountFields } from "../calls/driver-fields.ts";
import { BodyFields } from "../calls/fields.tsx";
import { docsLinks } from "../frame/docs-links.ts";
import { Dialog, Facts, Part } from "../frame/frame.tsx";
import { nameInWords, StateBadge, When } from "../list/cells.tsx";
import { MetadataFacts } from "../frame/metadata.tsx";
import type { DriverProps } from "./driver-money.tsx";

/** A page shows who it is, not what to steal. */
const masked = (phone: string | undefined) => phone && `••• ••• ${phone.slice(-4)}`;

export const DriverProfile = ({ driver }: { driver: Driver }) => {
  const { address, external_id } = driver;
  const lines = address && addressLines(address);
  return (
    <Part id="profile" title="Profile">
      <Facts
        of={{
          "Your ID": external_id && <bdi>{external_id}</bdi>,
          Phone: masked(driver.phone),
          SSN: driver.ssn_last4 === undefined ? "Missing. A 1099 needs it." : "On file",
          Occupation: driver.occupation ?? "Missing, for tips on a 1099",
          Address: lines && <bdi>{`${lines.street}, ${lines.city}`}</bdi>,
        }}
      />
      <MetadataFacts of={publicMetadata(driver.metadata)} />
    </Part>
  );
};

/** `base`: of the driver's forms. Undefined: only the API may change this. */
type Changeable = { base: string | undefined };

export const DriverAccounts = ({ driver, base }: { driver: Driver } & Changeable) => (
  <Part id="accounts" title="Bank accounts">
    {driver.bank_accounts.length === 0 && (
      <p class="soft">
        None. A live payout needs one. {!base && <a href={docsLinks.addBankAccount}>Add one with the API</a>}
      </p>
    )}
    <dl class="facts">
      {driver.bank_accounts.toReversed().map((account) => (
        <>
          <dt>{nameInWords(account.account_type)}</dt>
          <dd>
            <bdi>{account.bank_name}</bdi> ••{account.last4}
            {account.id === defaultAccount(driver)?.id && " (default)"}
            <Verification of={account} />
            {base && (
              <AccountForms
                at={`${base}/accounts/${account.id}`}
                name={`••${account.last4}`}
                isDefault={account.id === defaultAccount(driver)?.id}
              />
            )}
          </dd>
        </>
      ))}
    </dl>
    {base && (
      <Dialog action={`${base}/accounts`} label="Add bank account" look="small" button="Add">
        <p>These are sample numbers. The sandbox pays no bank.</p>
        <BodyFields of={bankAccountFields} />
      </Dialog>
    )}
  </Part>
);

/** Of live mode: sandbox accounts are verified at once. */
const Verification = ({ of: { status, verifies_at } }: { of: BankAccount }) => {
  if (status === "verified") return null;
  if (status === "failed") return <p class="soft">The bank refused it. Add another one.</p>;
  if (verifies_at)
    return (
      <p class="soft">
        Verified from <When at={verifies_at} />, unless the bank refuses it.
      </p>
    );
  return <p class="soft">The next file tests it at the bank. It is verified three banking days later.</p>;
};

const REMOVES = { kind: "danger", button: "Remove this account" } as const;

type AccountProps = { at: string; name: string; isDefault: boolean };

const AccountForms = ({ at, name, isDefault }: AccountProps) => (
  <div class="acts">
    {!isDefault && (
      <Dialog action={`${at}/default`} label="Make default" of={name} look="small" button="Use it">
        <p>It gets the driver's next payouts.</p>
      </Dialog>
    )}
    <Dialog action={`${at}/remove`} label="Remove" of={name} look="small" {...REMOVES}>
      <p>No payout goes to it any more.</p>
    </Dialog>
  </div>
);

export const DriverPlatforms = ({ connections, platforms, base }: DriverProps & Changeable) => (
  <Part id="platforms" title="Gig platforms">
    {connections.length === 0 && (
      <p class="soft">
        None connected. {!base && <a href={docsLinks.connectPlatform}>Connect one with the API</a>}
      </p>
    )}
    <dl class="facts">
      {connections.map(({ platform, status, connected_at, synced_to }) => (
        <>
          <dt>{platforms[platform] ?? platform}</dt>
          <dd>
            <StateBadge kind={status === "connected" ? "ok" : "off"}>{nameInWords(status)}</StateBadge>{" "}
            <span class="fine">
              {status === "connected"
                ? `read through ${synced_to}`
                : `connected on ${connected_at.slice(0, 10)}`}
            </span>
            {base && status === "connected" && (
              <div class="acts">
                <Dialog
                  action={`${base}/disconnect/${platform}`}
                  label="Disconnect"
                  look="small"
                  of={platforms[platform] ?? platform}
                  kind="danger"
                  button="Disconnect this platform"
                >
                  <p>We read no more earnings from it. What we read stays.</p>
                </Dialog>
              </div>
            )}
          </dd>
        </>
      ))}
    </dl>
    {base && (
      <Dialog action={`${base}/connect`} label="Connect a platform" look="small" button="Ask the driver">
        <p>
          You see the page that asks your driver, and answer for them. It adds 90 days of sample earnings.
        </p>
        <SelectField
          name="platform"
          label="Gig platform"
          usual="doordash"
          options={Object.entries(platforms)}
        />
      </Dialog>
    )}
  </Part>
);

export const DriverSavings = ({ agreement, contributions, base }: DriverProps & Changeable) => {
  const { status, choice, invited_at, started_at, ended_at } = agreement ?? { status: "none" };
  const saved = contributions.map(({ amount, status: state, tax_year }) => (
    <li>
      {exactUsd(amount)} for {tax_year}, {state}
    </li>
  ));
  return (
    <Part id="savings" title="Savings">
      {!agreement && <p class="soft">Not invited. A driver can save from each payout to a Roth IRA.</p>}
      <Facts
        of={{
          Status: agreement && nameInWords(status),
          Saves: choice && ruleInWords(choice.rule),
          Since: started_at ? <When at={started_at} /> : invited_at && <When at={invited_at} />,
          Ended: ended_at && <When at={ended_at} />,
          Newest: saved.length > 0 && <ul>{saved}</ul>,
        }}
      />
      {base && (status === "none" || status === "ended") && (
        <Dialog action={`${base}/invite`} label="Invite to save" look="small" button="Invite">
          <p>You see the page that asks your driver, and answer for them.</p>
        </Dialog>
      )}
      {base && (status === "invited" || status === "active") && (
        <Dialog
          action={`${base}/end-savings`}
          label="End the savings"
          look="small"
          kind="danger"
          button="End them now"
        >
          <p>Nothing more is saved of the driver's payouts.</p>
        </Dialog>
      )}
    </Part>
  );
};

const ruleInWords = (rule: SavingsRule): string =>
  "percent" in rule ? `${rule.percent}% of each payout` : "Cents above whole dollars";
