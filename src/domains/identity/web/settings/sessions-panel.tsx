import { useQuery, useQueryClient } from '@tanstack/react-query';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { call, read, readKey } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { settings, type SessionInfo } from '../../contract/settings.ts';
import { useKeptFocus } from './keep-focus.ts';
import { Loaded } from './load-state.tsx';
import { Panel } from './panel.tsx';
import { RowSkeletons } from './row-skeletons.tsx';
import { toastFailure } from './toast-failure.ts';

const HANDHELD = /iPhone|iPad|Android/;

/** Where the person is signed in, and how to end it. */
export function SessionsPanel() {
  // Other devices come and go while this page is closed.
  const query = useQuery({ ...read(settings.sessions), refetchOnMount: 'always' });
  const end = useEndSessions();
  useKeptFocus(query.data && `${query.data.items.length}`);
  const others = query.data?.items.filter(({ current }) => !current) ?? [];
  return (
    <Panel
      title="Sessions"
      description="Browsers signed in as you. Sign out any you don’t recognize, then change your password."
      actions={
        others.length > 0 && <Button onClick={() => void end.allOthers(others.length)}>Sign out all others</Button>
      }
    >
      <Loaded query={query} what="Your sessions" skeleton={<RowSkeletons />}>
        {({ items }) => (
          <>
            <ul className="-my-1 divide-y divide-line">
              {items.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => void end.one(session)} />
              ))}
            </ul>
            {others.length === 0 && <p className="mt-2 text-xs text-muted">You are not signed in anywhere else.</p>}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function SessionRow({
  session: { device, address, createdAt, lastSeenAt, current },
  onEnd,
}: {
  session: SessionInfo;
  onEnd: () => void;
}) {
  const Icon = HANDHELD.test(device) ? Smartphone : Monitor;
  return (
    <li data-testid="row" className="flex items-start gap-3 py-3">
      <Icon size={18} className="mt-0.5 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="font-medium">{device}</span>
          {current && <Badge tone="success">This device</Badge>}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
          <span>{address || 'Unknown address'}</span>
          <span>
            Signed in <RelativeTime value={createdAt} />
          </span>
          <span>
            Last seen <RelativeTime value={lastSeenAt} />
          </span>
        </p>
      </div>
      {!current && (
        <Button size="sm" onClick={onEnd} aria-label={`Sign out ${device}, ${address}`}>
          Sign out
        </Button>
      )}
    </li>
  );
}

function useEndSessions() {
  const client = useQueryClient();
  const act = async (work: () => Promise<unknown>, said: { title: string; description: string }) => {
    try {
      await work();
      toast({ type: 'success', ...said });
    } catch {
      toastFailure('Revocation failed', 'Failed to revoke the session');
    }
    await client.invalidateQueries({ queryKey: readKey(settings.sessions) });
  };
  return {
    one: async ({ id, device, address }: SessionInfo) => {
      const sure = await confirm({
        title: `Sign out ${device}?`,
        description: `The session at ${address || 'an unknown address'} ends immediately. Anyone using it has to sign in again.`,
        action: 'Sign out',
      });
      if (sure)
        await act(() => call(settings.revokeSession, { params: { id } }), {
          title: 'Session revoked',
          description: `${device} is signed out.`,
        });
    },
    allOthers: async (count: number) => {
      const sessions = count === 1 ? '1 other session' : `${count} other sessions`;
      const sure = await confirm({
        title: `Sign out ${sessions}?`,
        description: 'Only this device stays signed in.',
        action: `Sign out ${sessions}`,
      });
      if (sure)
        await act(() => call(settings.revokeOtherSessions), {
          title: 'Session revoked',
          description: 'Only this device is signed in now.',
        });
    },
  };
}
