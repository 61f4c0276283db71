/** Why a service outside did not do what it was asked, for every port. */
import { AppError } from '../../kernel/errors.ts';
import { OutgoingError } from '../http-client/client.ts';

/**
 * `settings`: someone must correct the connection (a wrong key, an account without credit). `refused`: the service
 * refuses this request and would refuse it again. `temporary`: the same request may work later.
 */
export type ProviderErrorKind = 'settings' | 'refused' | 'temporary';

export interface ProviderErrorOptions {
  /** The service's own code: `21211`, `card_declined`. */
  providerCode?: string | undefined;
  /** Seconds to wait, as the service says. */
  retryAfter?: number | undefined;
  /** The setting that is wrong. */
  field?: string | undefined;
  /** The request may have arrived: only the answer is missing. */
  isUncertain?: boolean;
  cause?: unknown;
}

/** The message quotes the service's own words. */
export class ProviderError extends AppError {
  readonly kind: ProviderErrorKind;
  readonly providerCode: string | undefined;
  /** Whether the request may have had its effect. */
  readonly isUncertain: boolean;

  constructor(kind: ProviderErrorKind, message: string, options: ProviderErrorOptions = {}) {
    const { providerCode, retryAfter, field, cause } = options;
    super(kind === 'refused' ? 'bad_request' : 'unavailable', message, {
      ...(retryAfter !== undefined && { retryAfter }),
      ...(field !== undefined && { field }),
      cause,
    });
    this.kind = kind;
    this.providerCode = providerCode;
    this.isUncertain = options.isUncertain ?? false;
  }

  /** Whether the same request can work later. */
  get worthRetrying(): boolean {
    return this.kind === 'temporary';
  }
}

/** A service's failed answer as an error. 401, 402, and 403 concern the connection; 429 and 5xx pass. */
export function errorOfAnswer(
  name: string,
  answer: { status: number; headers: Readonly<Record<string, string>> },
  said: { message: string; code?: string | undefined },
): ProviderError {
  const { status, headers } = answer;
  const kind =
    status === 401 || status === 402 || status === 403
      ? 'settings'
      : status === 408 || status === 409 || status === 425 || status === 429 || status >= 500
        ? 'temporary'
        : 'refused';
  const words = said.message.trim() || `status ${status}`;
  return new ProviderError(kind, `${name} answered: ${words.slice(0, 500)}`, {
    providerCode: said.code,
    retryAfter: retryAfterOf(headers['retry-after']),
  });
}

/** A call that got no answer as an error. */
export function errorOfSilence(name: string, error: unknown): unknown {
  if (!(error instanceof OutgoingError)) return error;
  return new ProviderError(
    error.kind === 'refused' ? 'settings' : 'temporary',
    `${name} could not be reached. ${error.message}`,
    { cause: error, isUncertain: error.kind === 'unreachable' && !isBeforeSending(error.cause) },
  );
}

/** Failures of the way to the server: nothing has been sent yet. */
const BEFORE_SENDING = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']);
const isBeforeSending = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && BEFORE_SENDING.has(String(cause.code));

const MAX_WAIT = 3_600;

/** Seconds of a Retry-After header, which holds seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterOf(header: string | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1_000);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, MAX_WAIT) : undefined;
}
