/** What the settings add to the command palette; loaded with it. */
import { registerAction } from '../../../web/shell/commands.ts';
import { SETTINGS_TABS } from './settings/tabs.ts';

const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  appearance: ['theme', 'dark', 'accent', 'density'],
  sessions: ['devices', 'sign out'],
  'two-factor': ['2fa', 'authenticator', 'security'],
  availability: ['hours', 'vacation', 'out of office'],
  account: ['email', 'delete'],
};

for (const [tab, label] of Object.entries(SETTINGS_TABS))
  registerAction({
    id: `settings.${tab}`,
    page: '/settings',
    label: `Settings: ${label}`,
    keywords: [label, 'preferences', ...(KEYWORDS[tab] ?? [])],
    run: ({ go }) => go(`/settings?tab=${tab}`),
  });
