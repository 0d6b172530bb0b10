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
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412) return false;
    throw error;
  }
}

/** The keys below a prefix, at most 1,000. */
export async function listObjects(Prefix: string): Promise<string[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
  return Contents.flatMap(({ Key }) => (Key === undefined || Key.endsWith("/") ? [] : [Key]));
}

export async function readObject(Key: string): Promise<string> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  return (await Body?.transformToString("latin1")) ?? "";
}

/** Moves an object that was read. The bucket keeps versions, so nothing of the bank's is lost. */
export async function moveObject(from: string, to: string, Body: string): Promise<void> {
  await client.send(new PutObjectCommand({ Bucket, Key: to, Body: Buffer.from(Body, "latin1") }));
  await client.send(new DeleteObjectCommand({ Bucket, Key: from }));
}
