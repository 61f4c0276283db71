import type { RawSearch } from '../../../../web/router/page.ts';

/** The parts of the settings, in the order of their tabs; the names stand in the address. */
export const SETTINGS_TABS = {
  profile: 'Profile',
  password: 'Password',
  notifications: 'Notifications',
  appearance: 'Appearance',
  sounds: 'Sounds',
  'api-keys': 'API keys',
  'two-factor': 'Two-factor',
  sessions: 'Sessions',
  availability: 'Availability',
  connections: 'Connections',
  messaging: 'Messaging',
  'public-pages': 'Public pages',
  account: 'Account',
} as const;

export type SettingsTab = keyof typeof SETTINGS_TABS;

/** The tab that the address names; the first one where it names none that exists. */
export function parseSettingsSearch({ tab }: RawSearch): { tab: SettingsTab } {
  return { tab: typeof tab === 'string' && Object.hasOwn(SETTINGS_TABS, tab) ? (tab as SettingsTab) : 'profile' };
}

/** Tabs for those who manage the workspace: its owners, and administrators. */
export const MANAGER_TABS: ReadonlySet<SettingsTab> = new Set(['connections', 'messaging', 'public-pages']);
