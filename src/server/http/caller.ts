/** Who is calling, as far as the platform needs to know. The identity domain finds out; the platform enforces. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/errors.ts';

export interface Caller {
  userId: string;
  /** The workspace that the call reads and writes. */
  workspaceId: string;
  role: 'admin' | 'opus_team' | 'user';
  isClient: boolean;
  /** The session's id (not its token). */
  sessionId: string;
  /** Apps that the workspace does not have; see kernel/apps.ts. */
  appsOff?: readonly string[];
  /** What the caller may do when it came with an API key; absent for a session, which may do all its user may. */
  scopes?: readonly string[];
}

/**
 * For an act that reaches into more than its call's own scope says.
 * @throws AppError `forbidden` for an API key that lacks the scope
 */
export function requireScope({ scopes }: Caller, scope: string): void {
  if (scopes && !scopes.includes(scope)) throw new AppError('forbidden', `This API key lacks the scope ${scope}.`);
}

/** Finds out who calls. Resolves to undefined for nobody; throws AppError for credentials that are refused. */
export type Authenticate = (request: FastifyRequest) => Promise<Caller | undefined>;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** This response's Content-Security-Policy nonce; set for HTML pages. */
    cspNonce: string | undefined;
    /** The body as it came, for endpoints with `keepsRaw`. */
    rawBody: Buffer | undefined;
  }
}
