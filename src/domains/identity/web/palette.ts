/** The domain's entries in the command palette. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';
import { SETTINGS_TABS } from './settings/tabs.ts';

const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  appearance: ['theme', 'dark', 'accent', 'density'],
  sessions: ['devices', 'sign out'],
  'two-factor': ['2fa', 'authenticator', 'security'],
  availability: ['hours', 'vacation', 'out of office'],
  account: ['email', 'delete'],
};

export default definePalette({
  actions: Object.entries(SETTINGS_TABS).map(([tab, label]) => ({
    id: `settings.${tab}`,
    page: '/settings' as const,
    label: `Settings: ${label}`,
    keywords: [label, 'preferences', ...(KEYWORDS[tab] ?? [])],
    run: ({ go }) => go(`/settings?tab=${tab}`),
  })),
  keywords: {
    '/settings': [
      'profile',
      'password',
      'notifications',
      'theme',
      'appearance',
      'sounds',
      'api keys',
      'two-factor',
      'sessions',
      'availability',
      'account',
    ],
  },
});
