import { type ComponentType, useEffect, useRef } from 'react';
import { useSessionUser } from '../../../../web/api/session.ts';
import { useRecordTitle } from '../../../../web/router/titles.tsx';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { SlotParts } from '../../../../web/slot-parts.tsx';
import { Tabs } from '../../../../web/ui/tabs.tsx';
import { SETTINGS_PANELS } from '../slots.ts';
import { ApiKeysPanel } from './api-keys-panel.tsx';
import { AppearancePanel } from './appearance-panel.tsx';
import { NotificationsPanel } from './notifications-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { SoundsPanel } from './sounds-panel.tsx';
import { MANAGER_TABS, parseSettingsSearch, SETTINGS_TABS, type SettingsTab } from './tabs.ts';
import { TwoFactorPanel } from './two-factor-panel.tsx';

/** Tabs without a panel here get theirs through the slot. */
const PANELS: Partial<Record<SettingsTab, ComponentType>> = {
  profile: ProfilePanel,
  password: PasswordPanel,
  notifications: NotificationsPanel,
  appearance: AppearancePanel,
  sounds: SoundsPanel,
  'api-keys': ApiKeysPanel,
  'two-factor': TwoFactorPanel,
  sessions: SessionsPanel,
};

/** Everything that people set for themselves, one tab for each part. */
export default function SettingsPage() {
  const [{ tab: named }, setSearch] = usePageSearch(parseSettingsSearch);
  const user = useSessionUser();
  const isManager = user?.role === 'admin' || user?.workspaceRole === 'owner';
  const tabs = (Object.keys(SETTINGS_TABS) as SettingsTab[]).filter((one) => isManager || !MANAGER_TABS.has(one));
  const tab = tabs.includes(named) ? named : 'profile';
  const frame = useRef<HTMLDivElement>(null);
  useRecordTitle(SETTINGS_TABS[tab]);

  useEffect(() => {
    // On a phone the row of tabs is wider than the screen: the open one must be in sight.
    frame.current
      ?.querySelector(`[role="tab"][id$="-trigger-${tab}"]`)
      ?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [tab]);

  return (
    <div ref={frame} className="page-frame max-w-4xl">
      <h1 className="mb-2 page-title">Settings</h1>
      <Tabs
        label="Settings"
        value={tab}
        onValueChange={(value) => setSearch({ tab: value as SettingsTab })}
        items={tabs.map((value) => {
          const Panel = PANELS[value];
          return {
            value,
            label: SETTINGS_TABS[value],
            content: Panel ? <Panel /> : <SlotParts of={SETTINGS_PANELS} named={value} props={{}} />,
          };
        })}
      />
    </div>
  );
}
