import { expect, it } from 'vitest';
import { BLANK_COMPANY, companyChanges } from './company-data.ts';

it('says what differs between two states of a company, and nothing of what does not', () => {
  const before = {
    ...BLANK_COMPANY,
    name: 'Acme',
    city: 'Leeds',
    tags: ['a'],
    custom: { tier: 'gold', since: '2024' },
  };
  const after = { ...before, name: 'Acme Ltd', city: 'York', tags: ['a'], custom: { tier: 'gold', size: 3 } };
  expect(companyChanges(before, before)).toEqual([]);
  expect(companyChanges(before, after)).toEqual([
    { field: 'name', from: 'Acme', to: 'Acme Ltd' },
    { field: 'address.city', from: 'Leeds', to: 'York' },
    { field: 'custom.since', from: '2024', to: null },
    { field: 'custom.size', from: null, to: 3 },
  ]);
});
