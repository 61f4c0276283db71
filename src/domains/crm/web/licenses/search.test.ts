import { describe, expect, it } from 'vitest';
import type { BusinessLicense } from '../../contract/licenses.ts';
import { parseLicensesSearch, shownLicenses, stateCounts, writeLicensesSearch } from './search.ts';

const license = (name: string, more: Partial<BusinessLicense> = {}): BusinessLicense => ({
  id: name,
  version: 1,
  name,
  kind: 'operating',
  number: '',
  authority: '',
  holder: '',
  jurisdiction: '',
  standing: 'active',
  state: 'valid',
  issuedOn: null,
  expiresOn: null,
  daysLeft: null,
  renewalUrl: '',
  fee: null,
  feeCurrency: '',
  responsible: null,
  about: '',
  website: '',
  tagline: '',
  brandColor: '',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  deletedAt: null,
  ...more,
});
const all = [
  license('Zoo permit', { expiresOn: '2026-12-01', state: 'expiring', number: 'P-10' }),
  license('Café license', { expiresOn: '2026-06-01', state: 'expired', number: 'P-9' }),
  license('Holding'),
];
const names = (search: Parameters<typeof parseLicensesSearch>[0]) =>
  shownLicenses(all, parseLicensesSearch(search)).map((one) => one.name);

describe('list of licenses', () => {
  it('shows what runs out first at the top, and what never does at the end', () => {
    expect(names({})).toEqual(['Café license', 'Zoo permit', 'Holding']);
    expect(names({ sort: '-expiresOn' })).toEqual(['Zoo permit', 'Café license', 'Holding']);
  });
  it('is searched by all words without accents, and narrowed by state', () => {
    expect(names({ search: 'cafe p-9' })).toEqual(['Café license']);
    expect(names({ state: 'expiring' })).toEqual(['Zoo permit']);
    expect(names({ search: 'zoo cafe' })).toEqual([]);
  });
  it('orders numbers in a text by their value', () => {
    expect(names({ sort: 'number' })).toEqual(['Café license', 'Zoo permit', 'Holding']);
  });
  it('survives whatever stands in the address, and writes only what is not standard', () => {
    expect(parseLicensesSearch({ state: 'odd', sort: 'evil,-name', search: 7, trash: 1 })).toEqual({
      search: '7',
      state: '',
      sort: '-name',
      columns: '',
      trash: true,
    });
    expect(writeLicensesSearch({ search: '', state: 'expired', trash: false })).toEqual({
      search: undefined,
      state: 'expired',
      trash: undefined,
    });
  });
  it('counts states that occur', () => {
    expect(stateCounts(all)).toEqual([
      { state: 'valid', count: 1 },
      { state: 'expiring', count: 1 },
      { state: 'expired', count: 1 },
    ]);
  });
});
