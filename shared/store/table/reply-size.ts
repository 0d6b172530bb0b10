/** Lambda accepts replies of 6 MB, which a hundred objects with all metadata may exceed. */
const MAX_BYTES = 4 * 1024 * 1024;

export function fitting<T extends { metadata?: unknown }>(items: readonly T[]): T[] {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += replyBytes(item);
    return bytes > MAX_BYTES;
  });
  return items.slice(0, end === -1 ? items.length : Math.max(1, end));
}

/** A body is JSON inside a JSON string, so escapes are escaped again. Metadata is stored as JSON already. */
const replyBytes = ({ metadata = "", ...item }: { metadata?: unknown }) =>
  bytesOf(JSON.stringify(item)) + bytesOf(typeof metadata === "string" ? metadata : JSON.stringify(metadata));

const bytesOf = (json: string) => Buffer.byteLength(JSON.stringify(json));
