type Asked = {
  method?: string | undefined;
  /** With its query, or with the query beside it. */
  path: string;
  query?: Record<string, string | string[] | null>;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
};

/** A call of S3 names its operation by method and path: `/bucket/key`. No query names one but `list-type`. */
export function s3Call({ method = "GET", path, query = {}, headers, body }: Asked) {
  const url = new URL(path, "http://s3");
  const [, Bucket = "", ...key] = url.pathname.split("/");
  const Key = decodeURIComponent(key.join("/"));
  const parameter = (name: string) => String(query[name] ?? url.searchParams.get(name) ?? "");
  if (method === "GET" && Key === "" && parameter("list-type") === "2")
    return { target: "S3.ListObjectsV2", body: { Bucket, Prefix: parameter("prefix") } };
  const operation = { GET: "GetObject", PUT: "PutObject", DELETE: "DeleteObject" }[method] ?? method;
  const { "if-none-match": IfNoneMatch, "if-match": IfMatch } = headers;
  return { target: `S3.${operation}`, body: { Bucket, Key, Body: body, IfNoneMatch, IfMatch } };
}

const xml = (text: string) => text.replace(/[<&]/g, (sign) => (sign === "<" ? "&lt;" : "&amp;"));

export const s3Error = (status: number, code: string, message: string) => ({
  status,
  body: { s3: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${xml(message)}</Message></Error>` },
});

export const s3Listing = (bucket: string, prefix: string, keys: readonly string[]): string =>
  `<?xml version="1.0"?><ListBucketResult><Name>${bucket}</Name><Prefix>${xml(prefix)}</Prefix>` +
  `<KeyCount>${keys.length}</KeyCount><IsTruncated>false</IsTruncated>${keys
    .map((key) => `<Contents><Key>${xml(key)}</Key></Contents>`)
    .join("")}</ListBucketResult>`;
