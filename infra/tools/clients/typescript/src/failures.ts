/** Every error that this library throws, except for wrong arguments. No message contains a key. */
export class ServiceError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** No complete response arrived. The service may have received the request or not. */
export class NetworkError extends ServiceError {
  readonly isTimeout: boolean;

  constructor(message: string, isTimeout: boolean, cause?: unknown) {
    super(message, { cause });
    this.isTimeout = isTimeout;
  }
}

/** An object did not reach the awaited status in time. It may still do so. */
export class StatusTimeoutError extends ServiceError {}

/** A webhook request that does not come from the service, or is too old. */
export class WebhookSignatureError extends ServiceError {}

/** A response as it arrived. */
export type RawResponse = {
  status: number;
  headers: Headers;
  requestId: string | null;
  body: string;
};

/**
 * An error response. Each `type` of today has a class of its own; a type that this version does not know has
 * this class.
 */
export class ResponseError extends ServiceError {
  readonly status: number;
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

  constructor(response: RawResponse, type: string, { code, message, param, doc_url }: ErrorBody) {
    super(message ?? `The service returned HTTP ${response.status}.`);
    this.status = response.status;
    this.type = type;
    this.code = code ?? "";
    this.param = param ?? null;
    this.docUrl = doc_url ?? null;
    this.requestId = response.requestId;
    this.response = response;
  }
}

export type ErrorBody = {
  type?: string;
  code?: string;
  message?: string;
  param?: string | null;
  doc_url?: string;
};

export type ErrorClasses = Readonly<Record<string, typeof ResponseError>>;

/** The error of a response. A response without the service's error body comes from a gateway. */
export function errorFrom(response: RawResponse, classes: ErrorClasses): ResponseError {
  const body = bodyOf(response.body);
  const type = body.type ?? typeFor(response.status);
  const Class = Object.hasOwn(classes, type) ? classes[type] : undefined;
  return new (Class ?? ResponseError)(response, type, body);
}

function bodyOf(text: string): ErrorBody {
  try {
    const { error } = JSON.parse(text);
    return typeof error === "object" && error !== null ? error : {};
  } catch {
    return {};
  }
}

const typeFor = (status: number): string =>
  status === 429 ? "rate_limit_error" : status >= 500 ? "api_error" : "invalid_request_error";
