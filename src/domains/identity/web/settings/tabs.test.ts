import { describe, expect, it } from 'vitest';
import { parseSettingsSearch, SETTINGS_TABS } from './tabs.ts';

describe('the tab in the address', () => {
  it.each(Object.keys(SETTINGS_TABS))('opens %s', (tab) => {
    expect(parseSettingsSearch({ tab })).toEqual({ tab });
  });

  it.each([undefined, 'nonsense', '', 7, { tab: 'profile' }, 'toString', '__proto__'])(
    'falls back to the profile for %j',
    (tab) => {
      expect(parseSettingsSearch({ tab })).toEqual({ tab: 'profile' });
    },
  );
});
