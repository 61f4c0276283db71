/**
 * What surrounds the pages inside: the shell, with what domains bring into it. Pages without a shell never fetch it.
 */
import { lazy, Suspense } from 'react';
import { JobsTray } from './domains/admin/web/jobs-tray.tsx';
import { NotificationBell } from './domains/notifications/web/bell.tsx';
import { AccountMenu } from './domains/workspaces/web/account-menu.tsx';
import type { SessionUser } from './web/api/session.ts';
import { setCommandSource } from './web/shell/commands.ts';
import { setPinSource } from './web/shell/pins.ts';
import { settled } from './web/ui/page-settled.ts';
import { Shell, type ShellProps } from './web/shell/shell.tsx';

// Few accounts have to be told anything.
const AccountBanners = lazy(() =>
  import('./domains/workspaces/web/banners.tsx').then((module) => ({ default: module.AccountBanners })),
);
// The sidebar shows the last known ones until they are read.
const SidebarFavorites = lazy(() =>
  settled.then(() =>
    import('./records/web/collaboration/sidebar-favorites.tsx').catch(() => ({ default: () => null })),
  ),
);
setCommandSource(() => import('./palette.ts'));
setPinSource(() => import('./records/web/collaboration/toggle-pin.ts'));
// Its place in the header is kept: it may come after the page.
const SupportLauncher = lazy(() =>
  import('./domains/support/web/launcher.tsx').then((module) => ({ default: module.SupportLauncher })),
);

/** Whether a banner may have something to say to this account. */
const hasNews = (user: SessionUser) => user.steppedIn || user.setup === 'open' || !user.emailConfirmed;

export default function ShellWithTools(props: Pick<ShellProps, 'user' | 'children'>) {
  const { user } = props;
  if (!user) return <Shell {...props} />;
  return (
    <Shell
      {...props}
      account={<AccountMenu user={user} />}
      banners={
        hasNews(user) && (
          <Suspense fallback={null}>
            <AccountBanners user={user} />
          </Suspense>
        )
      }
      tools={
        <>
          <JobsTray />
          <Suspense fallback={null}>
            <SidebarFavorites key={`${user.id}/${user.workspace.id}`} />
          </Suspense>
          <NotificationBell key={`${user.id}/${user.workspace.id}`} />
          <Suspense fallback={<span className="size-control" />}>
            <SupportLauncher user={user} />
          </Suspense>
        </>
      }
    />
  );
}
