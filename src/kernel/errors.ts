/**
 * The one error the product throws on purpose, and the one table of HTTP statuses.
 *
 * Anything else that is thrown is a fault: it is logged with its request id and answered as `internal`.
 */

/** Code → HTTP status. The code is in the body, so a client can tell two 409s apart. */
export const ERROR_STATUS = {
  bad_request: 400,
  validation: 400,
  unauthenticated: 401,
  /** The password was right; the second factor's code is missing. */
  two_factor_required: 401,
  /**
   * The password was last given in this session too long ago. Give it again with PUT /api/settings/proof, then repeat
   * the call.
   */
  password_required: 403,
  /** The workspace's plan does not include this. `details` names the plans that do. */
  plan_required: 402,
  /** Too few credits, or a spending limit is reached. `details` says what is `needed` and what is `available`. */
  credits: 402,
  forbidden: 403,
  /** Worded exactly as the client's CSRF retry rule expects it; see `server/http/csrf.ts`. */
  INVALID_CSRF_TOKEN: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  /** The write was based on an outdated version. `details` says what changed. */
  stale: 409,
  gone: 410,
  too_large: 413,
  unsupported_media_type: 415,
  /** The Idempotency-Key was used before with a different request. */
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One invalid field of the input, in words its author can act on. */
export interface FieldError {
  /** Path of the field in the body or query, dotted: `emails.0.value`. */
  field: string;
  message: string;
}

export interface AppErrorOptions {
  field?: string;
  fields?: FieldError[];
  /** Extra facts for the client, part of the wire shape. Never put a secret or another workspace's data here. */
  details?: unknown;
  /** Seconds until a retry makes sense; sent as `Retry-After`. */
  retryAfter?: number;
  cause?: unknown;
}

/** An error whose message is meant for the person who caused it. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: FieldError[];
  readonly details: unknown;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.fields = options.fields ?? (options.field ? [{ field: options.field, message }] : []);
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** A record that does not exist for the caller. Absent, deleted, and another workspace's records look exactly alike. */
export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} was not found.`);
}

/** An error about one field of the input. */
export function invalid(field: string, message: string): AppError {
  return new AppError('validation', message, { field });
}
