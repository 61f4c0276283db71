import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../web/api/error.ts';
import type { Contact } from '../../contract/contacts.ts';
import { fieldsOf, inverse, shownWith, shownWithout, without } from './contact-change.ts';
import { staleDetails } from '../../../../records/web/changes.ts';

const unknown = { state: 'unknown', at: null, basis: '' } as const;
const ada: Contact = {
  id: '0193a5c0-0000-7000-8000-000000000001',
  version: 3,
  firstName: 'Ada',
  lastName: 'Lovelace',
  title: 'Analyst',
  company: { id: 'c1', name: 'Engines' },
  emails: [{ value: 'ada@example.com', label: 'work' }],
  phones: [],
  city: 'London',
  country: 'GB',
  source: '',
  ownerId: null,
  businessLicenseId: null,
  tags: ['vip'],
  custom: { size: 3 },
  lastActivityAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  deletedAt: null,
  address: { street: '1 Street', city: 'London', region: '', postalCode: '', country: 'GB' },
  links: { website: 'https://a.example/' },
  consent: { email: unknown, sms: unknown, phone: unknown },
  about: '',
  importId: null,
  createdBy: null,
  updatedBy: null,
};

describe('the fields of a change', () => {
  it('are named as the server names them', () => {
    expect(
      fieldsOf({
        title: 'x',
        companyName: 'New',
        address: { city: 'Paris' },
        links: { x: '' },
        custom: { size: null },
        consent: { email: { state: 'granted' } },
      }),
    ).toEqual(['title', 'company', 'city', 'links.x', 'custom.size', 'consent.email']);
  });
  it('can be given up one by one, the rest stays', () => {
    expect(
      without({ fields: { address: { city: 'Paris', street: '2' }, companyId: 'c2', title: 'x' } }, ['city', 'company'])
        .fields,
    ).toEqual({ address: { street: '2' }, title: 'x' });
    expect(without({ fields: { custom: { size: 1 } } }, ['custom.size']).fields).toEqual({});
  });
});

describe('showing a change before it is saved', () => {
  it('replaces lists, merges groups and drops what is blank', () => {
    const shown = shownWith(ada, {
      fields: {
        emails: [{ value: 'a@b.example' }, { value: '' }],
        address: { city: 'Paris' },
        links: { website: '', x: 'https://x.example/' },
        custom: { size: null },
      },
    });
    expect(shown.emails).toEqual([{ value: 'a@b.example', label: '' }]);
    expect(shown.address).toEqual({ ...ada.address, city: 'Paris' });
    expect(shown.links).toEqual({ x: 'https://x.example/' });
    expect(shown.custom).toEqual({});
  });
  it('names the company that was chosen, or none', () => {
    expect(shownWith(ada, { fields: { companyId: 'c2' }, company: { id: 'c2', name: 'Two' } }).company).toEqual({
      id: 'c2',
      name: 'Two',
    });
    expect(shownWith(ada, { fields: { companyId: null } }).company).toBeNull();
  });
  it('can be taken back without undoing what others did', () => {
    const change = { fields: { title: 'Countess' } };
    const now = { ...shownWith(ada, change), source: 'Fair' };
    expect(shownWithout(now, ada, change)).toEqual({ ...ada, source: 'Fair' });
  });
});

describe('undoing a change', () => {
  it('writes back exactly the touched fields', () => {
    const change = {
      fields: {
        title: 'x',
        companyName: 'New',
        address: { city: 'Paris' },
        links: { x: 'https://x.example/' },
        custom: { size: 4, colour: 'red' },
        consent: { email: { state: 'granted' as const } },
      },
    };
    expect(inverse(ada, change)).toEqual({
      fields: {
        title: 'Analyst',
        companyId: 'c1',
        address: { city: 'London' },
        links: { x: '' },
        custom: { size: 3, colour: null },
        consent: { email: { state: 'unknown', basis: '' } },
      },
      company: { id: 'c1', name: 'Engines' },
    });
  });
});

describe('a stale save', () => {
  const refusal = (body: unknown) =>
    new ApiError('PUT', '/api/contacts/1', { status: 409, statusText: '' }, JSON.stringify(body));
  it('is read with what changed', () => {
    const changed = [{ field: 'title', from: 'a', to: 'b', by: null, at: null }];
    expect(staleDetails(refusal({ message: 'm', code: 'stale', details: { current: ada, changed } }))).toEqual({
      current: ada,
      changed,
    });
  });
  it('is told from other refusals', () => {
    expect(staleDetails(refusal({ message: 'm', code: 'conflict' }))).toBeUndefined();
    expect(staleDetails(new TypeError('offline'))).toBeUndefined();
  });
});
