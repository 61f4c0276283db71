import { describe, expect, it } from 'vitest';
import { initLog, log, withLogFields } from './log.ts';
import { observeRequest, readMetrics, startJob, watchPool } from './metrics.ts';
import { redactUrl } from './redact.ts';

function capture(level = 'info'): () => Record<string, unknown>[] {
  const lines: string[] = [];
  initLog({ level, destination: { write: (line) => void lines.push(line) } });
  return () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('web addresses in the log', () => {
  it.each([
    ['/api/contacts?_csrf=abc&q=ada', '/api/contacts?_csrf=[redacted]&q=ada'],
    ['/reset-password?token=abc', '/reset-password?token=[redacted]'],
    ['/reset-password#token=abc', '/reset-password#token=[redacted]'],
    ['/x?a=1&access_token=abc&b=2#top', '/x?a=1&access_token=[redacted]&b=2#top'],
    ['/x?X-CSRF-Token=abc', '/x?X-CSRF-Token=[redacted]'],
    ['/x?%74oken=abc', '/x?%74oken=[redacted]'],
    ['/x?%E0%A4%A=1&_csrf=abc', '/x?%E0%A4%A=1&_csrf=[redacted]'],
    ['/oauth/callback?code=abc&state=1', '/oauth/callback?code=[redacted]&state=1'],
    ['/x?_csrf=a&_csrf=b', '/x?_csrf=[redacted]&_csrf=[redacted]'],
    ['postgres://user:secret@host/db', 'postgres://user:[redacted]@host/db'],
    ['/api/hooks/3Yk_-8vT0h2Jx9Lq4Zr7Wm1Nc6Bp5Df0Gs2Ht8Ku4Vy', '/api/hooks/[redacted]'],
    [
      '/api/public/form-confirmations/3Yk_-8vT0h2Jx9Lq4Zr7Wm1Nc6Bp5Df0Gs2Ht8Ku4Vy?a=1',
      '/api/public/form-confirmations/[redacted]?a=1',
    ],
    [
      '/api/contacts/01a207b4-4b76-73b0-9585-821e64e7cb28/notes',
      '/api/contacts/01a207b4-4b76-73b0-9585-821e64e7cb28/notes',
    ],
    ['/tokens/1?page=token', '/tokens/1?page=token'],
    ['/', '/'],
  ])('%s is logged as %s', (url, logged) => {
    expect(redactUrl(url)).toBe(logged);
  });
});

describe('the log', () => {
  it('contains no secret, at any depth [V45 V48]', () => {
    const lines = capture();
    log().info(
      {
        url: '/x?_csrf=hush',
        req: {
          headers: {
            authorization: 'hush',
            Cookie: 'hush',
            'set-cookie': ['hush'],
            'X-XSRF-Token': 'hush',
            accept: 'json',
          },
        },
        body: { user: { email: 'ada@example.com', password: 'hush', apiKey: 'hush', items: [{ csrf_token: 'hush' }] } },
      },
      'sign-in',
    );
    const text = JSON.stringify(lines());
    expect(text).not.toContain('hush');
    expect(text).toContain('ada@example.com');
    expect(text).toContain('"accept":"json"');
  });

  it('contains errors with code and causes, but not the row in a database error', () => {
    const lines = capture();
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(ada@example.com) already exists.',
    });
    log().error({ err: new Error('could not save', { cause }) }, 'failed');
    const [line] = lines();
    expect(line).toMatchObject({
      level: 'error',
      msg: 'failed',
      err: { message: 'could not save', cause: { code: '23505' } },
    });
    expect(JSON.stringify(line)).not.toContain('ada@example.com');
  });

  it('names the request in exactly its lines', async () => {
    const lines = capture();
    await Promise.all(
      ['r1', 'r2'].map((requestId) =>
        withLogFields({ requestId }, async () => {
          await Promise.resolve();
          withLogFields({ jobId: 'j' }, () => log().info({ at: requestId }, 'work'));
        }),
      ),
    );
    log().info('outside');
    const [first, second, outside] = lines();
    expect(first).toMatchObject({ requestId: 'r1', jobId: 'j', at: 'r1' });
    expect(second).toMatchObject({ requestId: 'r2', at: 'r2' });
    expect(outside).not.toHaveProperty('requestId');
  });

  it('respects its level', () => {
    const lines = capture('warn');
    log().info('quiet');
    log().warn('loud');
    expect(lines().map((line) => line.msg)).toEqual(['loud']);
  });

  it('accepts any object, including circular ones', () => {
    const lines = capture();
    const circle: Record<string, unknown> = { name: 'circle' };
    circle.self = circle;
    log().info({ circle }, 'round');
    expect(lines()[0]).toMatchObject({ msg: 'round', circle: { name: 'circle' } });
  });
});

describe('metrics', () => {
  it('count requests by route and jobs by outcome, and show the pool', async () => {
    observeRequest('GET', '/api/contacts/{id}', 200, 0.004);
    startJob('crm.import')('succeeded');
    watchPool({ totalCount: 5, idleCount: 3, waitingCount: 1 } as never);
    watchPool({ totalCount: 6, idleCount: 2, waitingCount: 0 } as never);
    const { body, contentType } = await readMetrics();
    expect(contentType).toContain('text/plain');
    expect(body).toContain(
      'http_request_duration_seconds_bucket{le="0.005",method="GET",route="/api/contacts/{id}",status="200"} 1',
    );
    expect(body).toContain(
      'http_request_duration_seconds_bucket{le="0.0025",method="GET",route="/api/contacts/{id}",status="200"} 0',
    );
    expect(body).toContain('job_duration_seconds_count{job="crm.import",outcome="succeeded"} 1');
    expect(body).toContain('jobs_running{job="crm.import"} 0');
    expect(body).toContain('database_connections{state="busy"} 4');
    expect(body).toMatch(/nodejs_eventloop_lag_seconds/);
    expect(body).toMatch(/process_cpu_seconds_total/);
  });
});
