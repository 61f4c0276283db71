/** The one way to the server: every rule that all calls share (specification, sections 7 to 9) lives here. */
import { createCsrfTokens, type CsrfTokens } from './csrf.ts';
import { connectivity, type ConnectivityWatch } from './connectivity.ts';
import { ApiError, OfflineError, isNetworkError } from './error.ts';
import { takeFirstRead } from './first-reads.ts';
import { API, CSRF_HEADERS } from './paths.ts';
import { createRenewal, lastUser } from './renewal.ts';
import { shownWorkspace, tellLeft } from './shown-workspace.ts';
import { type Follow, underWay } from './pending-changes.ts';

/** How long to wait before the one retry after a refused CSRF token, in milliseconds. */
export const CSRF_RETRY_DELAY = 100;

/** Paths that carry no CSRF token by the specification; the server guards them by Origin and content type. */
const WITHOUT_CSRF = '/api/brand-voice/';

export interface SendOptions {
  query?: Record<string, unknown>;
  /** JSON value, or FormData for uploads. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /**
   * It changes nothing that anybody would miss: the browser need not ask when somebody leaves before it has arrived.
   */
  losable?: boolean;
}

export interface Sender {
  /**
   * @returns the parsed JSON answer, undefined for an empty one.
   * @throws ApiError for every answer that is not 2xx; TypeError when no answer came.
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
  /** Where the last signed-in user's id is kept. */
  user?: Pick<typeof lastUser, 'get' | 'forget'>;
  /** Told when a call is refused for want of a session and no renewal helped. */
  sessionLost?: () => void;
  /** Told whether the server answers; asked before something is written without a connection. */
  connection?: Pick<ConnectivityWatch, 'state' | 'answered' | 'unanswered' | 'check'>;
  /** What was read before, for reads that the server does not answer. */
  kept?: () => KeptAnswers | undefined;
  /** The workspace that the page shows: the server refuses to read or write in another one. */
  workspace?: () => string | undefined;
  /** Told with every answer whether the session works in another workspace by now. */
  leftWorkspace?: (left: boolean) => void;
  /** Told of every call that changes something, for as long as it is on its way. */
  underWay?: Follow;
}

/** Answers that were kept, by path and query. */
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
      // One that comes too often is not refused: it may come again.
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
    // With its refusal the server names the workspace that the session works in.
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
    // Nothing is queued and sent behind the person's back later: without a connection a write is refused plainly.
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

  /** The server's answer or, where none comes, the one that was kept. */
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

/** Tells the watch of the connection what became of each call; a call that the page itself gave up proves nothing. */
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

/** Calls about the session itself: who leaves while one is on its way has no work of theirs in it. */
function losesNothing(path: string): boolean {
  return path.startsWith('/api/auth/') || path === API.directLogin || path === API.syncSession || path === API.denials;
}

/** Calls about where the session works: right in whatever tab they are made. */
function movesSession(path: string): boolean {
  return losesNothing(path) || path === API.user || path.startsWith('/api/workspaces/');
}

/** A 401 of the sign-in calls is their answer, not an expired session. */
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

/** Lists repeat the name, structures travel as JSON, absent values are left out. */
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

/** Says what happens when the session turns out to be over; the entry point leads to the sign-in page. */
export function whenSessionIsLost(listener: () => void): void {
  onSessionLost = listener;
}

let keptAnswers: KeptAnswers | undefined;

/** Says where reads are kept for times without a connection. */
export function keepAnswersIn(answers: KeptAnswers): void {
  keptAnswers = answers;
}

/** What a sender of this page stands on. */
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
