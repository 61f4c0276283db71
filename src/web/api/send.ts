/** The one way to the server, with every rule that all calls share (specification, sections 7 to 9). */
import { createCsrfTokens, type CsrfTokens } from './csrf.ts';
import { connectivity, type ConnectivityWatch } from './connectivity.ts';
import { ApiError, OfflineError, isNetworkError } from './error.ts';
import { takeFirstRead } from './first-reads.ts';
import { API, CSRF_HEADERS } from './paths.ts';
import { createRenewal, lastUser } from './renewal.ts';
import { shownWorkspace, tellLeft } from './shown-workspace.ts';
import { type Follow, underWay } from './pending-changes.ts';

/** Delay before the one retry after a refused CSRF token, in milliseconds. */
export const CSRF_RETRY_DELAY = 100;

/** Paths without a CSRF token by the specification; the server checks Origin and content type instead. */
const WITHOUT_CSRF = '/api/brand-voice/';

export interface SendOptions {
  query?: Record<string, unknown>;
  /** JSON value, or FormData for uploads. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** No one would miss the change, so the browser need not ask before leaving. */
  losable?: boolean;
}

export interface Sender {
  /**
   * @returns the parsed JSON answer, undefined for an empty one
   * @throws ApiError for every answer that is not 2xx; TypeError when no answer came
   */
  <T>(method: string, path: string, options?: SendOptions): Promise<T>;
  /** The raw answer, for downloads. */
  raw(method: string, path: string, options?: SendOptions): Promise<Response>;
}

export interface SenderDependencies {
  fetch: typeof fetch;
  cookies: () => string;
  now: () => number;
  wait: (milliseconds: number) => Promise<void>;
  /** Storage of the last signed-in user's id. */
  user?: Pick<typeof lastUser, 'get' | 'forget'>;
  /** Called when a call is refused without a session and renewal failed. */
  sessionLost?: () => void;
  /** Hears whether the server answers; checked before a write while offline. */
  connection?: Pick<ConnectivityWatch, 'state' | 'answered' | 'unanswered' | 'check'>;
  /** Stored answers, for reads that the server does not answer. */
  kept?: () => KeptAnswers | undefined;
  /** The workspace of the page: the server refuses calls for another one. */
  workspace?: () => string | undefined;
  /** Called with every answer: whether the session works in another workspace by now. */
  leftWorkspace?: (left: boolean) => void;
  /** Follows every call that changes something, while it is pending. */
  underWay?: Follow;
}

/** Stored answers, by path and query. */
export interface KeptAnswers {
  keep(path: string, search: string, text: string): void;
  recall(path: string, search: string): Promise<string | undefined>;
}

export function createSender({
  fetch: fetchAnswer,
  cookies,
  now,
  wait,
  user = lastUser,
  sessionLost,
  connection,
  kept,
  workspace,
  leftWorkspace,
  underWay: follow,
}: SenderDependencies): Sender {
  const fetch = connection ? watched(fetchAnswer, connection) : fetchAnswer;
  const csrf: CsrfTokens = createCsrfTokens({ fetch, cookies });
  const renewOnce = createRenewal(async (userId) => {
    try {
      await send('POST', API.directLogin, { body: { userId } });
      return true;
    } catch (error) {
      // A rate-limited call is not refused; it may be repeated.
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) return false;
      throw error;
    }
  }, user);

  async function attempt(method: string, path: string, options: SendOptions): Promise<Response> {
    const reads = method === 'GET';
    const query = toQuery(options.query);
    const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
    const init: RequestInit = {
      method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: options.signal,
    };
    if (reads) {
      query.set('_t', String(now()));
      headers['Cache-Control'] = 'no-cache';
      headers['Pragma'] = 'no-cache';
    } else if (!path.includes(WITHOUT_CSRF)) {
      const token = await csrf.get();
      for (const name of CSRF_HEADERS) headers[name] = token;
      query.set('_csrf', token);
    }
    const shown = movesSession(path) ? undefined : workspace?.();
    if (shown) headers['X-Workspace'] = shown;
    if (options.body instanceof FormData) {
      init.body = options.body;
    } else if (options.body !== undefined) {
      headers['Content-Type'] = 'application/json';
      init.body = JSON.stringify(options.body);
    }
    const search = query.toString();
    const response = await fetch(search ? `${path}?${search}` : path, init);
    // With its refusal the server names the session's workspace.
    if (shown) leftWorkspace?.(response.status === 409 && response.headers.has('x-workspace'));
    return response;
  }

  function raw(method: string, path: string, options: SendOptions = {}): Promise<Response> {
    const answer = untilAnswered(method, path, options);
    return !follow || method === 'GET' || options.losable || losesNothing(path) ? answer : follow(answer);
  }

  async function untilAnswered(method: string, path: string, options: SendOptions): Promise<Response> {
    let csrfRetried = false;
    let renewed = false;
    // Nothing is queued and sent later behind the person's back: offline, a write is refused plainly.
    if (method !== 'GET' && connection?.state() === 'offline' && !(await connection.check())) throw new OfflineError();
    for (;;) {
      const response = await attempt(method, path, options);
      if (response.ok) return response;
      const error = new ApiError(method, path, response, await response.text());
      if (!csrfRetried && isCsrfRefusal(error)) {
        csrfRetried = true;
        csrf.clear();
        await wait(CSRF_RETRY_DELAY);
      } else if (!renewed && response.status === 401 && mayRenew(path) && (await renewOnce())) {
        renewed = true;
      } else {
        if (response.status === 401 && mayRenew(path)) sessionLost?.();
        throw error;
      }
    }
  }

  async function send<T>(method: string, path: string, options: SendOptions = {}): Promise<T> {
    const text = method === 'GET' ? await readText(path, options) : await (await raw(method, path, options)).text();
    return (text ? JSON.parse(text) : undefined) as T;
  }

  /** The server's answer or, without one, the stored answer. */
  async function readText(path: string, options: SendOptions): Promise<string> {
    const answers = kept?.();
    const search = answers ? toQuery(options.query).toString() : '';
    try {
      const text = await (await raw('GET', path, options)).text();
      answers?.keep(path, search, text);
      return text;
    } catch (error) {
      const before = isNetworkError(error) ? await answers?.recall(path, search) : undefined;
      if (before === undefined) throw error;
      return before;
    }
  }

  return Object.assign(send, { raw });
}

/** Reports each call's outcome to the connection watch; a call the page itself aborted proves nothing. */
function watched(
  fetch: typeof globalThis.fetch,
  connection: Pick<ConnectivityWatch, 'answered' | 'unanswered'>,
): typeof globalThis.fetch {
  return async (...args) => {
    try {
      const response = await fetch(...args);
      connection.answered();
      return response;
    } catch (error) {
      if (isNetworkError(error)) connection.unanswered();
      throw error;
    }
  };
}

/** Calls about the session itself: leaving during one loses no work. */
function losesNothing(path: string): boolean {
  return path.startsWith('/api/auth/') || path === API.directLogin || path === API.syncSession || path === API.denials;
}

/** Calls about the session's workspace are valid in any tab. */
function movesSession(path: string): boolean {
  return losesNothing(path) || path === API.user || path.startsWith('/api/workspaces/');
}

/** A 401 of a sign-in call is its answer, not an expired session. */
function mayRenew(path: string): boolean {
  return path !== API.directLogin && !path.startsWith('/api/auth/');
}

/** Whether a 403 says that the CSRF token was refused (specification, section 8). */
function isCsrfRefusal(error: ApiError): boolean {
  if (error.status !== 403) return false;
  return (
    /csrf/i.test(error.body) || error.parsed?.error === 'CSRF validation failed' || error.code === 'INVALID_CSRF_TOKEN'
  );
}

/** Lists repeat the name, structures are sent as JSON, absent values are left out. */
function toQuery(query: Record<string, unknown> = {}): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      params.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item));
    }
  }
  return params;
}

let onSessionLost: () => void = () => undefined;

/** Sets what happens when the session is over; the entry point leads to the sign-in page. */
export function whenSessionIsLost(listener: () => void): void {
  onSessionLost = listener;
}

let keptAnswers: KeptAnswers | undefined;

/** Sets the store of answers for offline use. */
export function keepAnswersIn(answers: KeptAnswers): void {
  keptAnswers = answers;
}

/** Dependencies of a sender in this page. */
export const browserSender: SenderDependencies = {
  fetch: (input, init) =>
    (init?.method === 'GET' && typeof input === 'string' ? takeFirstRead(input) : undefined) ??
    globalThis.fetch(input, init),
  cookies: () => document.cookie,
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  sessionLost: () => onSessionLost(),
  connection: connectivity,
  kept: () => keptAnswers,
  workspace: shownWorkspace,
  leftWorkspace: tellLeft,
  underWay,
};

/** The page's own sender. */
export const send: Sender = createSender(browserSender);
