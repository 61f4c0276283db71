import { describe, expect, it } from 'vitest';
import { missingApp } from './apps.ts';

const user = { appsOff: [{ id: 'leads', name: 'Leads', pages: ['/leads'] }] };

describe('an address of an app that is off', () => {
  it.each([
    ['/leads', 'leads'],
    ['/leads/42', 'leads'],
    ['/leads-import', undefined],
    ['/contacts', undefined],
  ])('%s: %s', (path, app) => {
    expect(missingApp(user, path)?.id).toBe(app);
  });
  it('is none while the user is unknown', () => {
    expect(missingApp(undefined, '/leads')).toBeUndefined();
  });
});
