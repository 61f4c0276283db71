/** The shell around signed-in pages, with the slots that domains fill. Pages without a shell never load it. */
import { lazy, Suspense } from 'react';
import { AccountMenu } from './domains/workspaces/web/account-menu.tsx';
import { BANNERS, HEADER_TOOLS } from './web/shell/slots.ts';
import { setPinSource } from './web/shell/pins.ts';
import { settled } from './web/ui/page-settled.ts';
import { Shell, type ShellProps } from './web/shell/shell.tsx';
import { SlotParts } from './web/slot-parts.tsx';

// The sidebar shows the last known ones until they are read.
const SidebarFavorites = lazy(() =>
  settled.then(() =>
    import('./records/web/collaboration/sidebar-favorites.tsx').catch(() => ({ default: () => null })),
  ),
);
setPinSource(() => import('./records/web/collaboration/toggle-pin.ts'));

/** The account menu is drawn with the shell; everything else comes by slots and may load after it. */
export default function ShellWithTools(props: Pick<ShellProps, 'user' | 'children'>) {
  const { user } = props;
  if (!user) return <Shell {...props} />;
  // With another user or workspace nothing that was there before counts as new.
  const key = `${user.id}/${user.workspace.id}`;
  return (
    <Shell
      {...props}
      account={<AccountMenu user={user} />}
      banners={<SlotParts of={BANNERS} props={{ user }} optional />}
      tools={
        <>
          <SlotParts key={key} of={HEADER_TOOLS} props={{ user }} optional />
          <Suspense fallback={null}>
            <SidebarFavorites key={`favorites ${key}`} />
          </Suspense>
        </>
      }
    />
  );
}
