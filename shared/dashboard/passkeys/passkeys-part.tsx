import { MAX_PASSKEYS, type Passkey } from "../../domain/account/passkey.ts";
import { TextField } from "../../pages/layout/form-fields.tsx";
import { Dialog, Part } from "../frame/frame.tsx";
import { Ago } from "../list/cells.tsx";
import { Table } from "../list/table.tsx";

export type PasskeysProps = {
  passkeys: readonly Passkey[];
  /** Empty until the person has proved who they are. */
  toCreate: object;
};

export const PasskeysPart = ({ passkeys, toCreate }: PasskeysProps) => (
  <Part id="passkeys" title="Your passkeys" aside={`${passkeys.length} of ${MAX_PASSKEYS}`}>
    <p>
      A passkey is a key on your phone or computer that proves it's you with your fingerprint, face or PIN.
      {passkeys.length === 0 && " Once you have one, an email no longer confirms changes like live keys."}
    </p>
    {passkeys.length > 0 && (
      <Table
        caption="Your passkeys, oldest first"
        columns={COLUMNS}
        rows={passkeys.map(({ passkey_id, name, created_at, last_used_at }) => [
          <bdi>{name}</bdi>,
          <Ago at={created_at} />,
          last_used_at ? <Ago at={last_used_at} /> : <span class="soft">never</span>,
          passkeys.length > 1 && (
            <Dialog
              action={`/developers/account/passkeys/${passkey_id}/remove`}
              label="Remove"
              of={name}
              look="small"
              kind="danger"
              button="Remove the passkey"
            >
              <p>Remove it on its device, too.</p>
            </Dialog>
          ),
        ])}
      />
    )}
    {passkeys.length < MAX_PASSKEYS && (
      <Dialog
        action="/developers/account/passkeys"
        label="Add a passkey"
        look="small"
        button="Add the passkey"
        passkey={toCreate}
      >
        <TextField name="name" label="Name" hint="Of the device, such as My phone." maxLength={60} required />
      </Dialog>
    )}
  </Part>
);

const COLUMNS = [
  ["Name", "w p1"],
  ["Added", ""],
  ["Last used", "p3 l"],
  ["Remove", "r p4"],
] as const;
