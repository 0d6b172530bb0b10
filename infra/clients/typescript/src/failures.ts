/** Every error that this library throws, except for wrong arguments. No message contains a key. */
export class ServiceError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }

  /** What `JSON.stringify` and loggers print: the fields of the error, without its response. */
  toJSON(): Record<string, unknown> {
    const { response: _, ...fields } = this as ServiceError & { response?: RawResponse };
    return { ...fields, message: this.message };
  }
}

/** No complete response arrived, or the call was canceled. The service may have received the request. */
export class NetworkError extends ServiceError {}

/** The caller's signal canceled the call. The service may have received the request. */
export class AbortError extends NetworkError {}

/** The service was not reached, or the connection broke. The message and `cause` say why. */
export class ConnectionError extends NetworkError {}

/** No complete response arrived in time. */
export class TimeoutError extends NetworkError {}

/** An object did not reach the awaited status in time. It may still do so. */
export class StatusTimeoutError extends ServiceError {}

/** An object has a final status that is not the awaited one. */
export class FinalStatusError extends ServiceError {}

/** A webhook request that does not come from the service, or is too old. */
export class WebhookSignatureError extends ServiceError {}

/** A text that is no consent receipt of the service, or is not the one that was asked for. */
export class ReceiptError extends ServiceError {}

/** A response as it arrived. The body of bytes, such as a PDF, is empty here. */
export type RawResponse = {
  status: number;
  headers: Headers;
  requestId: string | null;
  body: string;
};

/**
 * An error response. Most have a class by their status, others by their `type`. A type that this version does
 * not know has this class.
 */
export class ResponseError extends ServiceError {
  readonly status: number;
  /** It is empty where a gateway sent the response. */
  readonly type: string;
  /** Machine-readable code. It is empty where a gateway sent the response. */
  readonly code: string;
  /** The parameter that caused the error. */
  readonly param: string | null;
  /** The documentation of the code. */
  readonly docUrl: string | null;
  /** Quote it when you contact support. */
  readonly requestId: string | null;
  readonly response: RawResponse;
  /** The sentence of the service. `message` adds the status, the code and the request id. */
  readonly detail: string;

  constructor(response: RawResponse, detail: string, body: ErrorBody = {}) {
    const code = text(body.code) ?? "";
    const facts = [`HTTP ${response.status}`, code, response.requestId].filter(Boolean);
    super(`${detail} (${facts.join(", ")})`);
    this.detail = detail;
    this.status = response.status;
    this.type = text(body.type) ?? "";
    this.code = code;
    this.param = text(body.param) ?? null;
    this.docUrl = text(body.doc_url) ?? null;
    this.requestId = response.requestId;
    this.response = response;
  }
}

/** A proxy's page, broken JSON, too many bytes. After a 200 to 299, the call may have succeeded. */
export class ResponseFormatError extends ResponseError {}

type ErrorBody = Record<string, unknown>;

/** By status and type, such as `409 idempotency_error`, by status, or by type. 500 is any status from 500. */
export type ErrorClasses = Readonly<Record<string, typeof ResponseError>>;

export function errorFrom(response: RawResponse, classes: ErrorClasses): ResponseError {
  const body = errorBody(response.body);
  const status = Math.min(response.status, 500);
  const keys = [`${status} ${body?.type}`, `${status}`, `${body?.type}`];
  const key = keys.find((each) => Object.hasOwn(classes, each)) ?? "";
  const Class = classes[key] ?? (body ? ResponseError : ResponseFormatError);
  return new Class(response, text(body?.message)?.slice(0, 1_000) ?? strange(response), body);
}

/** The error in the service's own body. A gateway's body has none. */
function errorBody(body: string): ErrorBody | undefined {
  try {
    const { error } = JSON.parse(body);
    return typeof error.type === "string" ? error : undefined;
  } catch {
    return undefined;
  }
}

export const formatError = (response: RawResponse, why: string): ResponseFormatError =>
  new ResponseFormatError(response, `${strange(response)} ${why} The call may have succeeded.`);

/** Text of a response that the service does not send, with the start of its body. */
function strange({ status, headers, body }: RawResponse): string {
  const to = status >= 300 && status < 400 ? ` to ${headers.get("location")}` : "";
  const start = body.slice(0, 500).trim();
  return `The service returned HTTP ${status}${to}${start ? `: ${start}` : "."}`;
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
