import { describe, expect, it } from 'vitest';
import type { SavedView } from '../../contract/views.ts';
import { differsFromView, parseContactsSearch, searchOfView, selectionQuery, viewConfig, writeContactsSearch } from './search.ts';

const filter = { match: 'all' as const, conditions: [{ field: 'name', op: 'contains' as const, value: 'ada' }] };
const view: SavedView = {
  id: '0198c1a0-0000-7000-8000-000000000001', version: 1, object: 'contact', name: 'VIP', shared: false, owner: null, editable: true, updatedAt: '2026-11-21T00:00:00.000Z',
  config: { filter, sort: 'company,-createdAt', columns: [{ field: 'name', width: 240 }, { field: 'email' }] },
};

describe('the address of the contact list', () => {
  it('comes back as it was written', () => {
    const search = { search: 'ada', filter, sort: 'company,-createdAt', columns: 'name:240,email', view: view.id, trash: true };
    expect(parseContactsSearch(writeContactsSearch(search))).toEqual(search);
  });
  it('leaves out what is standard', () => {
    expect(Object.values(writeContactsSearch(parseContactsSearch({}))).filter((value) => value !== undefined)).toEqual([]);
  });
  it('survives whatever stands in it', () => {
    expect(parseContactsSearch({ filter: { match: 'all', conditions: [{ op: 'drop table' }] }, sort: 'password,-createdAt', search: ['x'], trash: 'yes' })).toEqual({
      search: '', filter: { match: 'all', conditions: [] }, sort: '-createdAt', columns: '', view: '', trash: false,
    });
  });
  it('asks the server for the same contacts in list, export and bulk', () => {
    expect(selectionQuery({ search: '  ada ', filter, trash: false })).toEqual({ search: 'ada', filter: JSON.stringify(filter), trash: undefined });
  });
  it('knows when it has moved away from its view', () => {
    const search = searchOfView(view);
    expect(differsFromView(search, view)).toBe(false);
    expect(differsFromView({ ...search, sort: 'company' }, view)).toBe(true);
    expect(viewConfig(search)).toEqual(view.config);
  });
});
