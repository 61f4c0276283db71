import type { ErrorBody } from '../../kernel/endpoint.ts';
import type { FieldError } from '../../kernel/errors.ts';

/**
 * A call that the server refused or failed. `message` is the technical line for logs, `403: {"message":"…"} [PUT
 * /api/contacts/1]`; {@link messageFor} gives the text for people.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** Raw body. */
  readonly body: string;
  /** Parsed body; null when something else answered, for example a proxy. */
  readonly parsed: ErrorBody | null;
  /** Id of this request in the server's log. */
  readonly requestId: string | undefined;

  constructor(
    method: string,
    path: string,
    response: { status: number; statusText: string; headers?: Headers },
    body: string,
  ) {
    super(`${response.status}: ${body || response.statusText} [${method} ${path}]`);
    this.status = response.status;
    this.body = body;
    this.parsed = parseErrorBody(body);
    this.requestId = this.parsed?.requestId ?? response.headers?.get('x-request-id') ?? undefined;
  }

  get code(): string | undefined {
    return this.parsed?.code;
  }

  /** Problems by input field; empty when the error is not about fields. */
  get fields(): FieldError[] {
    return this.parsed?.fields ?? [];
  }
}

function parseErrorBody(body: string): ErrorBody | null {
  try {
    const value = JSON.parse(body) as Partial<ErrorBody> | null;
    return value && typeof value.message === 'string'
      ? { ...value, message: value.message, code: value.code ?? '' }
      : null;
  } catch {
    return null;
  }
}

/** There is no connection, so nothing was sent. A TypeError like every other unanswered call. */
export class OfflineError extends TypeError {
  override readonly name = 'OfflineError';

  constructor() {
    super('You are offline, so no changes were saved. Try again when you are back online.');
  }
}

/** An error whose message is written for people. */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError';
}

/** The server's own message if it has one; otherwise that it could not be reached, or `fallback`. */
export function messageFor(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.parsed?.message || fallback;
  if (error instanceof OfflineError || error instanceof UserFacingError) return error.message;
  if (isNetworkError(error)) return 'The server could not be reached. Check your connection and try again.';
  return fallback;
}

/** Whether no answer came at all: offline, server down, connection cut. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError;
}
