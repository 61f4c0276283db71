import Users from 'lucide-react/icons/users';
import { usePages } from '../../../web/api/pages.ts';
import { Link } from '../../../web/router/link.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { SearchBox } from '../../../web/ui/search-box.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { installation } from '../contract.ts';
import type { TabProps } from './search.ts';

const ROLES = { admin: 'Administrator', opus_team: 'Fund team', user: 'User' } as const;

/** Everyone who has an account, and where they belong. They are changed where they belong: in their team. */
export default function AccountsTab({ search, onChange }: TabProps) {
  const list = usePages(installation.accounts, { query: { search: search.search.trim() || undefined, limit: 50 } });
  const narrowed = search.search.trim() !== '';
  return (
    <section aria-label="Accounts">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <SearchBox
          label="Search accounts"
          placeholder="Search name or email"
          value={search.search}
          onChange={(text) => onChange({ search: text }, { replace: true })}
        />
        <p className="text-sm text-muted">
          People are invited, given a role and deactivated by the{' '}
          <Link to="/team" className="text-accent-ink underline underline-offset-2">
            team
          </Link>{' '}
          of their workspace.
        </p>
      </div>
      {list.loading && <Skeleton className="h-64 w-full" />}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="Accounts" onRetry={list.retry} />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState
          icon={<Users />}
          title="No matching accounts"
          action={narrowed && <Button onClick={() => onChange({ search: '' })}>Clear search</Button>}
        />
      )}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {list.items.map((account) => (
          <li key={account.id} data-testid="row" className="flex items-center gap-3 py-2.5 text-sm">
            <Avatar name={account.name} />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-1.5">
                <span className="font-medium break-words">{account.name}</span>
                {account.role !== 'user' && <Badge tone="accent">{ROLES[account.role]}</Badge>}
                {account.isOwner && <Badge tone="accent">Owner</Badge>}
                {!account.active && <Badge tone="danger">Deactivated</Badge>}
                {account.twoFactor && <Badge tone="success">Two-factor</Badge>}
              </p>
              <p className="text-xs break-words text-muted">
                {account.email} ·{' '}
                {account.workspaces.map(({ name, role }) => (role === 'owner' ? `${name} (owner)` : name)).join(', ') ||
                  'no workspace'}
              </p>
            </div>
            <p className="shrink-0 text-right text-xs text-muted">
              {account.lastSeenAt ? (
                <>
                  seen <RelativeTime value={account.lastSeenAt} />
                </>
              ) : (
                'never seen'
              )}
            </p>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </section>
  );
}
