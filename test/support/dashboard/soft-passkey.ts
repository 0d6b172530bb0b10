import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { pageOf } from "../page.ts";
import type { DashboardVisitor } from "./dashboard.ts";

const ACCOUNT = "/developers/account/test";

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();
const base64url = (bytes: Buffer) => bytes.toString("base64url");

/** CBOR of a byte string of 32 to 255 bytes. */
const bytesInCbor = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
/** `{"fmt": "none", "attStmt": {}, "authData":` */
const ATTESTATION = Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex");

/** A device with a passkey of ES256 (WebAuthn, 6.5 and 7.2), without a browser. Its person is verified. */
export class SoftPasskey {
  readonly #id = randomBytes(16);
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  readonly #origin: string;
  #counter = 0;

  constructor(origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const head = Buffer.from("a5010203262001215820", "hex");
    const middle = Buffer.from("225820", "hex");
    this.#publicKey = Buffer.concat([head, Buffer.from(x, "base64url"), middle, Buffer.from(y, "base64url")]);
    this.#key = privateKey;
    this.#origin = origin;
  }

  /** Adds it to the account of a member, who has proved who they are just now. */
  async addTo(visitor: DashboardVisitor, name: string): Promise<this> {
    const form_passkey = this.answerTo(await visitor.call(ACCOUNT));
    const { status } = await visitor.post(ACCOUNT, "/developers/account/passkeys", { name, form_passkey });
    if (status !== 303) throw new Error(`Adding a passkey failed: ${status}`);
    return this;
  }

  /** The answer to what a page asks. */
  answerTo(page: { text: string }): string {
    const { create, get } = JSON.parse(pageOf(page).data("passkey") ?? "{}");
    if (!create && !get) throw new Error("The page asks for no passkey");
    return create ? this.created(create.challenge) : this.signed(get.challenge);
  }

  created(challenge: string): string {
    const length = Buffer.from([0, this.#id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, this.#publicKey]);
    const authData = Buffer.concat([this.#authenticatorData(0x45), credential]);
    return this.#answer({
      clientDataJSON: base64url(this.#clientData("webauthn.create", challenge)),
      attestationObject: base64url(Buffer.concat([ATTESTATION, bytesInCbor(authData)])),
      transports: ["internal"],
    });
  }

  signed(challenge: string): string {
    const clientData = this.#clientData("webauthn.get", challenge);
    const data = this.#authenticatorData(0x05);
    return this.#answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(sign("sha256", Buffer.concat([data, sha256(clientData)]), this.#key)),
    });
  }

  #authenticatorData(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.#counter);
    return Buffer.concat([sha256(new URL(this.#origin).hostname), Buffer.from([flags]), counter]);
  }

  #clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));

  #answer(response: object): string {
    const id = base64url(this.#id);
    return JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });
  }
}
