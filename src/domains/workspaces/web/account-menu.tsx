import { lazy, Suspense, useState } from 'react';
import type { SessionUser } from '../../../web/api/session.ts';
import { roleLabel } from '../../../web/shell/header.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Menu } from '../../../web/ui/dropdown-menu.tsx';
import { whenIdle } from '../../../web/ui/page-settled.ts';

const StepInDialog = lazy(() => import('./step-in-dialog.tsx'));
const loadItems = () => import('./account-menu-items.tsx');
const AccountMenuItems = lazy(loadItems);

/** The account at the end of the header. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const [steppingIn, setSteppingIn] = useState(false);
  return (
    <>
      <Menu
        label="Your account"
        className="min-w-60"
        trigger={
          <button
            type="button"
            className="flex min-h-8 items-center gap-2 rounded-md p-0.5 text-left hover:bg-hover aria-expanded:bg-hover md:pr-2 pointer-coarse:min-h-11"
          >
            <Avatar name={user.name} />
            <span className="sr-only">Account: </span>
            <span className="max-w-40 min-w-0 max-md:sr-only">
              <span className="block truncate text-sm leading-4 font-medium" title={user.name}>
                {user.name}
              </span>
              <span className="block text-xs text-muted">{roleLabel(user)}</span>
            </span>
          </button>
        }
      >
        <AccountMenuItems user={user} onStepIn={() => setSteppingIn(true)} />
      </Menu>
      <Suspense fallback={null}>{steppingIn && <StepInDialog onClose={() => setSteppingIn(false)} />}</Suspense>
    </>
  );
}
whenIdle(loadItems);
