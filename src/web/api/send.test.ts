import { describe, expect, it } from 'vitest';
import { ApiError, messageFor } from './error.ts';
import { createSender, type SendOptions } from './send.ts';

interface Seen {
  method: string;
  url: URL;
  headers: Record<string, string>;
  init: RequestInit;
}

/** A browser whose server answers with the given function; records requests and waiting times. */
function browser(
  answer: (request: Seen, nth: number) => Response | Promise<Response>,
  { cookies = 'XSRF-TOKEN=cookie-token', userId = null as string | null } = {},
) {
  const seen: Seen[] = [];
  const waits: number[] = [];
  const state = { cookies, userId, lost: 0 };
  const send = createSender({
    fetch: (async (input: string, init: RequestInit = {}) => {
      const request = {
        method: init.method ?? 'GET',
        url: new URL(input, 'http://site'),
        headers: init.headers as Record<string, string>,
        init,
      };
      seen.push(request);
      return answer(request, seen.length);
    }) as typeof fetch,
    cookies: () => state.cookies,
    now: () => 1234567890,
    wait: async (milliseconds) => void waits.push(milliseconds),
    user: {
      get: () => state.userId,
      forget: () => {
        state.userId = null;
      },
    },
    sessionLost: () => {
      state.lost += 1;
    },
  });
  return { send, seen, waits, state };
}

const json = (body: unknown, status = 200, statusText = '') =>
  new Response(JSON.stringify(body), { status, statusText });

describe('reads (section 7)', () => {
  it('send _t, no-cache headers, and same-origin credentials, and no token [S7.4]', async () => {
    const { send, seen } = browser(() => json({ ok: true }));
    expect(await send('GET', '/api/contacts', { query: { q: 'ada', tag: ['a', 'b'], none: undefined } })).toEqual({
      ok: true,
    });
    const [request] = seen;
    expect(request?.url.searchParams.get('_t')).toBe('1234567890');
    expect(request?.url.searchParams.getAll('tag')).toEqual(['a', 'b']);
    expect(request?.url.searchParams.has('none')).toBe(false);
    expect(request?.url.searchParams.has('_csrf')).toBe(false);
    expect(request?.headers).toMatchObject({
      Accept: 'application/json',
      'Cache-Control': 'no-cache',
      Pragma: 'no-cache',
    });
    expect(request?.headers).not.toHaveProperty('Content-Type');
    expect(request?.init.credentials).toBe('same-origin');
  });
});

describe('writes (section 7)', () => {
  it("carry the cookie's token in four headers and as _csrf, and JSON with its type [S7.2]", async () => {
    const { send, seen } = browser(() => json({}));
    await send('PUT', '/api/contacts/1', { body: { name: 'Ada' } });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers).toEqual({
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'CSRF-Token': 'cookie-token',
      'X-CSRF-Token': 'cookie-token',
      'XSRF-Token': 'cookie-token',
      'X-XSRF-Token': 'cookie-token',
    });
    expect(seen[0]?.url.searchParams.get('_csrf')).toBe('cookie-token');
    expect(seen[0]?.init).toMatchObject({
      method: 'PUT',
      credentials: 'same-origin',
      cache: 'no-store',
      body: '{"name":"Ada"}',
    });
  });

  it('have no Content-Type without a body', async () => {
    const { send, seen } = browser(() => new Response(null, { status: 204 }));
    expect(await send('DELETE', '/api/contacts/1')).toBeUndefined();
    expect(seen[0]?.headers).not.toHaveProperty('Content-Type');
  });

  it.each(['XSRF-TOKEN', '_csrf', 'csrf-token', 'X-CSRF-Token'])(
    'read the token from the cookie %s [S7.1]',
    async (name) => {
      const { send, seen } = browser(() => json({}), { cookies: `theme=dark; ${name}=a%2Fb` });
      await send('POST', '/api/contacts', { body: {} });
      expect(seen[0]?.headers['CSRF-Token']).toBe('a/b');
    },
  );

  it('fetch the token once, with _ against caches, where no cookie has it [S7.1]', async () => {
    const { send, seen } = browser(
      ({ url }) => (url.pathname === '/api/csrf-token' ? json({ csrfToken: 'fetched' }) : json({})),
      { cookies: '' },
    );
    await Promise.all([send('POST', '/api/a'), send('POST', '/api/b')]);
    const fetches = seen.filter(({ url }) => url.pathname === '/api/csrf-token');
    expect(fetches).toHaveLength(1);
    expect(fetches[0]?.url.searchParams.get('_')).toMatch(/^\d+$/);
    expect(seen.at(-1)?.headers['X-XSRF-Token']).toBe('fetched');
  });

  it('carry no token under /api/brand-voice/ [S7.3]', async () => {
    const { send, seen } = browser(() => json({}), { cookies: '' });
    await send('POST', '/api/brand-voice/check', { body: {} });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.url.search).toBe('');
    expect(seen[0]?.headers).not.toHaveProperty('CSRF-Token');
  });

  it('say "Failed to fetch CSRF token: status" and retry next time [S8.4]', async () => {
    const { send, seen } = browser(() => json({}, 500), { cookies: '' });
    await expect(send('POST', '/api/a')).rejects.toThrow('Failed to fetch CSRF token: 500');
    await expect(send('POST', '/api/a')).rejects.toThrow('Failed to fetch CSRF token: 500');
    expect(seen).toHaveLength(2);
  });

  it('say "No CSRF token in response or cookies" [S8.4]', async () => {
    const { send } = browser(() => json({}), { cookies: '' });
    await expect(send('POST', '/api/a')).rejects.toThrow('No CSRF token in response or cookies');
  });
});

describe('refused CSRF tokens (section 8)', () => {
  const refusals = [
    { message: 'bad csrf token', code: 'forbidden' },
    { message: 'no', error: 'CSRF validation failed' },
    { message: 'no', code: 'INVALID_CSRF_TOKEN' },
  ];
  it.each(refusals)('are retried once after 100 ms with a fresh token: %j [S8.2 S9.3]', async (refusal) => {
    const { send, seen, waits } = browser(({ url, headers }) => {
      if (url.pathname === '/api/csrf-token') return json({ csrfToken: 'fresh' });
      return headers['CSRF-Token'] === 'fresh' ? json({ done: true }) : json(refusal, 403);
    });
    expect(await send('POST', '/api/a')).toEqual({ done: true });
    expect(waits).toEqual([100]);
    expect(seen.map(({ url }) => url.pathname)).toEqual(['/api/a', '/api/csrf-token', '/api/a']);
  });

  it('throw the error at the second failure [S8.3]', async () => {
    const { send, seen } = browser(({ url }) =>
      url.pathname === '/api/csrf-token' ? json({ csrfToken: 'x' }) : json({ message: 'csrf' }, 403),
    );
    await expect(send('POST', '/api/a')).rejects.toThrow('403: {"message":"csrf"} [POST /api/a]');
    expect(seen).toHaveLength(3);
  });

  it('leave any other 403 alone [S8.3]', async () => {
    const { send, seen, waits } = browser(() => json({ message: 'Admins only.' }, 403));
    await expect(send('POST', '/api/a')).rejects.toThrow(ApiError);
    expect([seen.length, waits.length]).toEqual([1, 0]);
  });
});

describe('errors (section 8)', () => {
  it('consist of status, colon, body, method, and path; never the token [S8.1]', async () => {
    const { send } = browser(() =>
      json(
        { message: 'Taken.', code: 'conflict', requestId: 'r1', fields: [{ field: 'email', message: 'Taken.' }] },
        409,
      ),
    );
    const error = await send('POST', '/api/contacts').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    const api = error as ApiError;
    expect(api.message).toMatch(/^409: \{.*\} \[POST \/api\/contacts\]$/);
    expect(api.message).not.toContain('cookie-token');
    expect([api.status, api.code, api.requestId, api.fields]).toEqual([
      409,
      'conflict',
      'r1',
      [{ field: 'email', message: 'Taken.' }],
    ]);
    expect(messageFor(api, 'Fallback')).toBe('Taken.');
  });

  it('use the status text for an empty body, and the fallback without a server message', async () => {
    const { send } = browser(() => new Response('', { status: 502, statusText: 'Bad Gateway' }));
    const error = await send('GET', '/api/contacts').catch((thrown: unknown) => thrown);
    expect((error as ApiError).message).toBe('502: Bad Gateway [GET /api/contacts]');
    expect(messageFor(error, 'Fallback')).toBe('Fallback');
  });
});

describe("a tab whose workspace differs from the session's", () => {
  it('names its workspace with every call except session calls, and learns that it was left behind', async () => {
    const heard: boolean[] = [];
    const named: Record<string, string | undefined> = {};
    const send = createSender({
      fetch: (async (input: string, init: RequestInit) => {
        const path = input.replace(/\?.*/, '');
        named[`${init.method} ${path}`] = (init.headers as Record<string, string>)['X-Workspace'];
        return path.endsWith('elsewhere')
          ? new Response('{"message":"Elsewhere."}', { status: 409, headers: { 'x-workspace': 'other' } })
          : json({}, path.endsWith('stale') ? 409 : 200);
      }) as typeof fetch,
      cookies: () => 'XSRF-TOKEN=x',
      now: () => 0,
      wait: async () => undefined,
      workspace: () => 'mine',
      leftWorkspace: (left) => heard.push(left),
    });
    for (const [method, path] of [
      ['GET', '/api/contacts'],
      ['PUT', '/api/contacts/1'],
      ['GET', '/api/user'],
      ['POST', '/api/workspaces/step-out'],
    ] as const)
      await send(method, path);
    expect(named).toEqual({
      'GET /api/contacts': 'mine',
      'PUT /api/contacts/1': 'mine',
      'GET /api/user': undefined,
      'POST /api/workspaces/step-out': undefined,
    });
    expect(heard).toEqual([false, false]);
    await expect(send('GET', '/api/elsewhere')).rejects.toMatchObject({ status: 409 });
    await expect(send('PUT', '/api/stale', { body: {} })).rejects.toMatchObject({ status: 409 });
    expect(heard.slice(2)).toEqual([true, false]);
  });
});

describe('expired sessions (sections 6 and 7)', () => {
  function expiring(renewable: boolean) {
    let alive = false;
    return browser(
      async ({ url }) => {
        if (url.pathname === '/api/direct-login') {
          alive = renewable;
          return renewable ? json({ username: 'ada' }) : json({ message: 'no' }, 401);
        }
        return alive ? json({ fine: true }) : json({ message: 'Sign in.' }, 401);
      },
      { userId: 'u1' },
    );
  }

  it('are renewed once for all calls with a 401, each of which is retried once [S6.7]', async () => {
    const { send, seen, state } = expiring(true);
    const answers = await Promise.all([send('GET', '/api/a'), send('GET', '/api/b'), send('POST', '/api/c')]);
    expect(answers).toEqual([{ fine: true }, { fine: true }, { fine: true }]);
    const renewals = seen.filter(({ url }) => url.pathname === '/api/direct-login');
    expect(renewals).toHaveLength(1);
    expect(renewals[0]?.init.body).toBe('{"userId":"u1"}');
    expect(state.lost).toBe(0);
  });

  it('throw the 401 when renewal is refused, forget the id, and report the lost session', async () => {
    const { send, state, seen } = expiring(false);
    await expect(send('GET', '/api/a')).rejects.toMatchObject({ status: 401 });
    expect([state.userId, state.lost, seen.length]).toEqual([null, 1, 2]);
  });

  it('do not loop when the server answers 401 after a renewal', async () => {
    const { send, seen } = browser(
      ({ url }) => (url.pathname === '/api/direct-login' ? json({}) : json({ message: 'no' }, 401)),
      { userId: 'u1' },
    );
    await expect(send('GET', '/api/a')).rejects.toMatchObject({ status: 401 });
    expect(seen.map(({ url }) => url.pathname)).toEqual(['/api/a', '/api/direct-login', '/api/a']);
  });

  it('are not renewed without a remembered user, nor for a refused sign-in', async () => {
    const nobody = browser(() => json({ message: 'no' }, 401));
    await expect(nobody.send('GET', '/api/a')).rejects.toMatchObject({ status: 401 });
    expect(nobody.seen).toHaveLength(1);
    const wrong = browser(() => json({ message: 'Invalid email or password' }, 401), { userId: 'u1' });
    await expect(wrong.send('POST', '/api/auth/login', { body: {} })).rejects.toMatchObject({ status: 401 });
    expect([wrong.seen.length, wrong.state.lost]).toEqual([1, 0]);
  });

  it.each([503, 429])('keep the id when the server cannot renew now (%i)', async (status) => {
    const { send, state } = browser(
      ({ url }) => (url.pathname === '/api/direct-login' ? json({}, status) : json({ message: 'no' }, 401)),
      { userId: 'u1' },
    );
    await expect(send('GET', '/api/a')).rejects.toMatchObject({ status });
    expect([state.userId, state.lost]).toEqual(['u1', 0]);
  });
});

describe('calls that change something', () => {
  /** The followed promises while the server has not answered. */
  async function followed(method: string, path: string, options: SendOptions = {}) {
    let count = 0;
    const send = createSender({
      fetch: (async () => new Response(null, { status: 204 })) as typeof fetch,
      cookies: () => 'XSRF-TOKEN=x',
      now: () => 0,
      wait: async () => undefined,
      underWay: (change) => {
        count += 1;
        return change;
      },
    });
    await send(method, path, options);
    return count;
  }

  it('are followed until they are answered, so that the browser asks before leaving', async () => {
    expect(await followed('PUT', '/api/contacts/1', { body: {} })).toBe(1);
    expect(await followed('POST', '/api/opportunities/1/move', { body: {} })).toBe(1);
  });

  it('exclude reads, session calls, and calls no one would miss', async () => {
    expect(await followed('GET', '/api/contacts')).toBe(0);
    for (const path of [
      '/api/auth/logout',
      '/api/auth/login',
      '/api/direct-login',
      '/api/sync-session',
      '/api/denials',
    ])
      expect([path, await followed('POST', path)]).toEqual([path, 0]);
    expect(await followed('POST', '/api/support/conversations/1/read', { losable: true })).toBe(0);
  });
});
