import { describe as group, expect, it } from 'vitest';
import { describe } from './system-status.tsx';

group('the status indicator', () => {
  const down = {
    healthy: false,
    checks: [
      { name: 'Database', healthy: true },
      { name: 'Mail', healthy: false, detail: 'Connection refused' },
    ],
  };

  it('says "APIs Healthy" only when the server said so [S2.13]', () => {
    expect(describe({ healthy: true, checks: [] }, false, false).text).toBe('APIs Healthy');
    expect(describe(undefined, false, false).text).toBe('Checking APIs…');
    expect(describe(undefined, true, false).text).toBe('API status unknown');
    expect(describe({ healthy: true, checks: [] }, false, true).text).toBe('Reconnecting…');
  });

  it('names the service with a problem', () => {
    expect(describe(down, false, false)).toEqual({
      tone: 'bad',
      text: 'Mail has a problem',
      detail: 'Mail: Connection refused',
    });
    const two = { healthy: false, checks: [...down.checks, { name: 'Jobs', healthy: false }] };
    expect(describe(two, false, false).text).toBe('2 services have problems');
  });
});
