/**
 * The one error that the product throws on purpose, and the one table that says which HTTP status each kind has.
 *
 * Everything else that is thrown is a fault: it is logged with its request id and leaves the server as `internal`.
 */

/** Code → HTTP status. The code travels in the body, so that a client can tell two 409s apart. */
export const ERROR_STATUS = {
  bad_request: 400,
  validation: 400,
  unauthenticated: 401,
  /** The password was right; the second factor's code is still missing. */
  two_factor_required: 401,
  /**
   * It is a while since the password was given in this session: give it again, by PUT /api/settings/proof, and ask
   * anew.
   */
  password_required: 403,
  /** The workspace's plan does not hold this. `details` says which plans do. */
  plan_required: 402,
  forbidden: 403,
  /** Stated exactly as the client's CSRF retry rule expects it; see `server/http/csrf.ts`. */
  INVALID_CSRF_TOKEN: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  /** A write that was based on a version which is no longer the current one. `details` says what changed. */
  stale: 409,
  gone: 410,
  too_large: 413,
  unsupported_media_type: 415,
  /** An Idempotency-Key that came before with another request. */
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** What was wrong with one field of the input, in words that its author can act on. */
export interface FieldError {
  /** Path of the field in the body or query, dotted: `emails.0.value`. */
  field: string;
  message: string;
}

export interface AppErrorOptions {
  field?: string;
  fields?: FieldError[];
  /** Extra facts for the client, part of the wire shape. Never put a secret or another tenant's data here. */
  details?: unknown;
  /** Seconds after which trying again makes sense; sent as `Retry-After`. */
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

/** A record that does not exist for the caller: absent, deleted and another workspace's look exactly alike. */
export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} was not found.`);
}

/** One field of the input is wrong. */
export function invalid(field: string, message: string): AppError {
  return new AppError('validation', message, { field });
}
