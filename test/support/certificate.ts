import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

export type Certificate = { key: string; cert: string };

/** A certificate of our own for 127.0.0.1 and a host's name, since Node can read X.509 but not write it. */
export function selfSigned(host = "localhost"): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const toBeSigned = unsigned(publicKey, host);
  const signature = sign("sha256", toBeSigned, privateKey);
  const cert = sequence(toBeSigned, ECDSA_WITH_SHA256, der(BIT_STRING, Buffer.of(0), signature));
  return {
    key: String(privateKey.export({ type: "pkcs8", format: "pem" })),
    cert: `-----BEGIN CERTIFICATE-----\n${cert.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_ID = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

/** One value of ASN.1 in DER (X.690): what it is, how long it is, and itself. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...size), value]);
}

const sequence = (...parts: Uint8Array[]) => der(SEQUENCE, ...parts);
const objectId = (hex: string) => der(OBJECT_ID, Buffer.from(hex, "hex"));
const utcTime = (text: string) => der(UTC_TIME, Buffer.from(text));

const ECDSA_WITH_SHA256 = sequence(objectId("2a8648ce3d040302"));
const COMMON_NAME = objectId("550403");
const SUBJECT_ALT_NAME = objectId("551d11");
/** Years, because the suites' clock can be ahead of the machine's. UTCTime ends with 2049. */
const VALID_FROM = utcTime("200101000000Z");
const VALID_TO = utcTime("491231235959Z");

function unsigned(publicKey: KeyObject, host: string): Buffer {
  const name = sequence(der(SET, sequence(COMMON_NAME, der(UTF8_STRING, Buffer.from("bench")))));
  const names = sequence(der(IP_ADDRESS, Buffer.of(127, 0, 0, 1)), der(DNS_NAME, Buffer.from(host)));
  return sequence(
    der(VERSION, der(INTEGER, Buffer.of(2))),
    der(INTEGER, Buffer.of(1)),
    ECDSA_WITH_SHA256,
    name,
    sequence(VALID_FROM, VALID_TO),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(EXTENSIONS, sequence(sequence(SUBJECT_ALT_NAME, der(OCTET_STRING, names)))),
  );
}
