import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { lambdaSettings, requestHandler } from "../store/table/lambda-client.ts";

const client = new S3Client({
  ...lambdaSettings,
  maxAttempts: 3,
  // A file of 10,000 entries has a megabyte.
  requestHandler: requestHandler(10_000),
  // Every call is authenticated and over TLS, and S3 checks what it stores.
  requestChecksumCalculation: "WHEN_REQUIRED",
  responseChecksumValidation: "WHEN_REQUIRED",
});

const Bucket = process.env.BANK_BUCKET;

/** False: the object exists. Its bytes were the same, and a bank may have taken it already. */
export async function putNewObject(Key: string, Body: string): Promise<boolean> {
  try {
    await client.send(
      new PutObjectCommand({ Bucket, Key, Body, ContentType: "text/plain", IfNoneMatch: "*" }),
    );
    return true;
  } catch (error) {
    if (statusOf(error) === 412) return false;
    throw error;
  }
}

const statusOf = (error: unknown) =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** The keys below a prefix, at most 1,000. */
export async function listObjects(Prefix: string): Promise<string[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
  return Contents.flatMap(({ Key }) => (Key === undefined || Key.endsWith("/") ? [] : [Key]));
}

type Read = { text: string; etag: string | undefined };

/** Undefined: another run has moved it. */
export async function readObject(Key: string): Promise<Read | undefined> {
  try {
    const { Body, ETag: etag } = await client.send(new GetObjectCommand({ Bucket, Key }));
    return { text: (await Body?.transformToString("latin1")) ?? "", etag };
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

/** Moves an object that was read. One that the bank has replaced meanwhile stays, for the next run. */
export async function moveObject(from: string, to: string, { text, etag }: Read): Promise<void> {
  await client.send(new PutObjectCommand({ Bucket, Key: to, Body: Buffer.from(text, "latin1") }));
  await client.send(new DeleteObjectCommand({ Bucket, Key: from, IfMatch: etag })).catch((error) => {
    if (statusOf(error) !== 412 && statusOf(error) !== 404) throw error;
  });
}
