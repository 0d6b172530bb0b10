import type { Driver } from "../../domain/driver/driver.ts";
import { defaultAccount } from "../../domain/driver/driver-accounts.ts";
import { publicMetadata } from "../../domain/metadata/metadata.ts";
import { addressLines } from "../../domain/address/stored-address.ts";
import { docsLinks } from "../frame/docs-links.ts";
import { Facts, Part } from "../frame/frame.tsx";
import { StateBadge, When } from "../list/cells.tsx";
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
          SSN:
            driver.ssn_last4 === undefined ? (
              <>
                missing. <a href={docsLinks.updateDriver}>Add it with the API</a>
              </>
            ) : (
              "on file"
            ),
          Occupation: driver.occupation ?? (
            <>
              missing, for tips on a 1099. <a href={docsLinks.updateDriver}>Add it with the API</a>
            </>
          ),
          Address: lines && <bdi>{`${lines.street}, ${lines.city}`}</bdi>,
        }}
      />
      <MetadataFacts of={publicMetadata(driver.metadata)} />
    </Part>
  );
};

export const DriverAccounts = ({ driver }: { driver: Driver }) => (
  <Part id="accounts" title="Bank accounts">
    {driver.bank_accounts.length === 0 && (
      <p class="soft">
        None. A live payout needs one. <a href={docsLinks.addBankAccount}>Add one with the API</a>
      </p>
    )}
    <dl class="facts">
      {driver.bank_accounts.toReversed().map((account) => (
        <>
          <dt>{account.account_type}</dt>
          <dd>
            <bdi>{account.bank_name}</bdi> ••{account.last4}
            {account.id === defaultAccount(driver)?.id && " (default)"}
          </dd>
        </>
      ))}
    </dl>
  </Part>
);

export const DriverPlatforms = ({ connections, platforms }: DriverProps) => (
  <Part id="platforms" title="Gig platforms">
    {connections.length === 0 && (
      <p class="soft">
        None connected. <a href={docsLinks.connectPlatform}>Connect one with the API</a>
      </p>
    )}
    <dl class="facts">
      {connections.map(({ platform, status, connected_at, synced_to }) => (
        <>
          <dt>{platforms[platform] ?? platform}</dt>
          <dd>
            {status === "connected" ? (
              <>
                <StateBadge kind="ok">Connected</StateBadge>{" "}
                <span class="fine">read through {synced_to}</span>
              </>
            ) : (
              <>
                <StateBadge kind="off">Disconnected</StateBadge>{" "}
                <span class="fine">since connecting on </span>
                <When at={connected_at} />
              </>
            )}
          </dd>
        </>
      ))}
    </dl>
  </Part>
);
