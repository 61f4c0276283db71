import { describe, expect, it } from 'vitest';
import { CONTACT_SORTS } from '../../domains/crm/contract/contacts.ts';
import type { SavedView } from '../contract/views.ts';
import {
  differsFromView,
  parseListSearch,
  searchOfView,
  selectionQuery,
  sortLeft,
  viewConfig,
  writeListSearch,
} from './list-search.ts';

const filter = { match: 'all' as const, conditions: [{ field: 'name', op: 'contains' as const, value: 'ada' }] };
const view: SavedView = {
  id: '0198c1a0-0000-7000-8000-000000000001',
  version: 1,
  object: 'contact',
  name: 'VIP',
  shared: false,
  owner: null,
  editable: true,
  updatedAt: '2026-11-21T00:00:00.000Z',
  config: { filter, sort: 'company,-createdAt', columns: [{ field: 'name', width: 240 }, { field: 'email' }] },
};

describe('the address of a list', () => {
  it('comes back as it was written', () => {
    const search = {
      search: 'ada',
      filter,
      sort: 'company,-createdAt',
      columns: 'name:240,email',
      view: view.id,
      trash: true,
      as: 'board',
      peek: view.id,
    };
    expect(parseListSearch(writeListSearch(search), CONTACT_SORTS)).toEqual(search);
  });
  it('leaves out what is standard', () => {
    expect(
      Object.values(writeListSearch(parseListSearch({}, CONTACT_SORTS))).filter((value) => value !== undefined),
    ).toEqual([]);
  });
  it('survives whatever stands in it', () => {
    expect(
      parseListSearch(
        {
          filter: { match: 'all', conditions: [{ op: 'drop table' }] },
          sort: 'password,-createdAt',
          search: ['x'],
          trash: 'yes',
        },
        CONTACT_SORTS,
      ),
    ).toEqual({
      search: '',
      filter: { match: 'all', conditions: [] },
      sort: '-createdAt',
      columns: '',
      view: '',
      trash: false,
      peek: '',
      as: '',
    });
  });
  it('keeps what is left of an order when an own field is gone', () => {
    expect(
      ['custom.seats', '-custom.seats,name', 'company,-custom.tier,-createdAt', '', 'name'].map((sort) =>
        sortLeft(sort, ['tier']),
      ),
    ).toEqual(['', 'name', 'company,-custom.tier,-createdAt', '', 'name']);
  });
  it('asks the server for the same contacts in list, export and bulk', () => {
    expect(selectionQuery({ search: '  ada ', filter, trash: false })).toEqual({
      search: 'ada',
      filter: JSON.stringify(filter),
      trash: undefined,
    });
  });
  it('knows when it has moved away from its view', () => {
    const search = searchOfView(view);
    expect(differsFromView(search, view)).toBe(false);
    expect(differsFromView({ ...search, sort: 'company' }, view)).toBe(true);
    expect(viewConfig(search)).toEqual(view.config);
  });
});
