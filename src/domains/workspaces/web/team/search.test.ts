import { describe, expect, it } from 'vitest';
import { isNarrowed, parseTeamSearch, writeTeamSearch } from './search.ts';

describe('the address of the team page', () => {
  it('reads what fits and leaves the rest out', () => {
    expect(
      parseTeamSearch({ tab: 'teams', state: 'asleep', role: 'admin', sort: '-lastSeen,name', open: '../x', team: 7 }),
    ).toEqual({
      tab: 'teams',
      search: '',
      state: '',
      role: 'admin',
      team: '',
      sort: '-lastSeen',
      columns: '',
      open: '',
      invite: false,
    });
    expect(parseTeamSearch({ tab: 'vault' }).tab).toBe('members');
  });

  it('keeps what is standard out of the address', () => {
    expect(writeTeamSearch({ tab: 'members', search: '', role: 'admin', invite: true })).toEqual({
      tab: undefined,
      search: undefined,
      role: 'admin',
      invite: '1',
    });
  });

  it('knows whether anything narrows the list', () => {
    expect([isNarrowed(parseTeamSearch({})), isNarrowed(parseTeamSearch({ role: 'user' }))]).toEqual([false, true]);
  });
});
