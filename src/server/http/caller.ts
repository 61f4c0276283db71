/** The caller, as far as the platform needs to know. The identity domain finds out; the platform enforces. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/errors.ts';

export interface Caller {
  userId: string;
  /** The workspace the call reads and writes. */
  workspaceId: string;
  role: 'admin' | 'opus_team' | 'user';
  isClient: boolean;
  /** The session's id (not its token). */
  sessionId: string;
  /** Apps the workspace does not have; see kernel/apps.ts. */
  appsOff?: readonly string[];
  /** Scopes of the API key; absent for a session, which may do everything its user may. */
  scopes?: readonly string[];
}

/**
 * For an action beyond its call's own scope.
 * @throws AppError `forbidden` for an API key without the scope
 */
export function requireScope({ scopes }: Caller, scope: string): void {
  if (scopes && !scopes.includes(scope)) throw new AppError('forbidden', `This API key lacks the scope ${scope}.`);
}

/** Identifies the caller. Resolves to undefined for no one; throws AppError for refused credentials. */
export type Authenticate = (request: FastifyRequest) => Promise<Caller | undefined>;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** This response's Content-Security-Policy nonce; set for HTML pages. */
    cspNonce: string | undefined;
    /** The raw body, for endpoints with `keepsRaw`. */
    rawBody: Buffer | undefined;
  }
}
