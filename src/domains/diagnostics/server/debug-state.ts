/** The server's view of a browser, for the debug pages. Every secret is masked in this file. */
import type { FastifyRequest } from 'fastify';
import packageJson from '../../../../package.json' with { type: 'json' };
import { asSystem, selectRow } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { cookieNames } from '../../../server/http/cookies.ts';
import { currentCsrfToken } from '../../../server/http/csrf.ts';
import { deviceOf } from '../../../server/http/protection-script.ts';
import { sessionTimes } from '../../identity/index.ts';
import type { DebugState } from '../contract.ts';

/** Enough to tell two values apart, too little to use one. */
export function mask(value: string): string {
  const shown = value.length >= 20 ? value.slice(0, 4) : '';
  return `${shown}… (${value.length} characters)`;
}

/** `203.0.113.77` → `203.0.113.…` */
export function maskAddress(address: string): string {
  return address.replace(/([.:])[^.:]+$/, '$1…');
}

const CSRF_COOKIE = 'XSRF-TOKEN';

function cookies(request: FastifyRequest): DebugState['cookies'] {
  const { session, renewal } = cookieNames();
  const purposes = [
    [session, 'Names the session. Scripts cannot read it.'],
    [renewal, 'Starts an ended session again. Scripts cannot read it.'],
    [CSRF_COOKIE, 'The CSRF token, for scripts to send back.'],
    ['signed-in', 'Tells the page that asking who is signed in is worth a call.'],
  ] as const;
  return purposes.map(([name, purpose]) => {
    const value = request.cookies[name];
    return { name, purpose, value: value === undefined ? null : mask(value) };
  });
}

async function session(caller: Caller | undefined): Promise<DebugState['session']> {
  const times = caller && (await asSystem(() => sessionTimes(caller.sessionId)));
  if (!times) return null;
  const { sessionId, userId, workspaceId, role, isClient } = caller;
  return { id: mask(sessionId), user: mask(userId), role, isClient, workspace: mask(workspaceId), ...times };
}

export async function debugState(
  request: FastifyRequest,
  caller: Caller | undefined,
  server: { mode: string; trustsProxy: boolean },
): Promise<DebugState> {
  const token = request.cookies[CSRF_COOKIE];
  return {
    server: { version: packageJson.version, mode: server.mode, time: new Date().toISOString(), requestId: request.id },
    request: {
      protocol: request.protocol,
      host: request.host,
      address: maskAddress(request.ip),
      device: deviceOf(request.headers),
      trustsProxy: server.trustsProxy,
    },
    cookies: cookies(request),
    csrf: { token: token === undefined ? null : mask(token), genuine: currentCsrfToken(request) !== undefined },
    session: await session(caller),
  };
}

/** The plan of the workspace; null when none was chosen. */
export async function planOf(workspaceId: string): Promise<string | null> {
  const row = await asSystem(() => selectRow('workspaces', ['plan'], { id: workspaceId }));
  return row?.plan ?? null;
}
