import { expect, it } from 'vitest';
import { parseAdminSearch } from './search.ts';

it('reads whatever stands in the address', () => {
  expect(parseAdminSearch({ tab: 'nothing', state: ['failed'], open: 'x', search: 7 })).toEqual({
    tab: 'system',
    search: '7',
    state: '',
    open: '',
  });
  expect(parseAdminSearch({ tab: 'jobs', state: 'failed' })).toMatchObject({ tab: 'jobs', state: 'failed' });
});
