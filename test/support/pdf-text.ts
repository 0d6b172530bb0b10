import { inflateSync } from "node:zlib";

/**
 * The texts that a PDF draws, in order. It reads only pages in the standard typefaces, whose texts are
 * hexadecimal strings of Windows-1252 in compressed streams.
 */
export function textsOf(pdf: Uint8Array): string[] {
  const file = Buffer.from(pdf).toString("latin1");
  const streams = [...file.matchAll(/\nstream\n([\s\S]*?)\nendstream/g)].map(([, bytes = ""]) =>
    inflateSync(Buffer.from(bytes, "latin1")).toString("latin1"),
  );
  const latin = new TextDecoder("windows-1252");
  return streams.flatMap((stream) =>
    [...stream.matchAll(/<([0-9A-F]*)> Tj/g)].map(([, hex = ""]) => latin.decode(Buffer.from(hex, "hex"))),
  );
}
