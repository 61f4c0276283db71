import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useLiveState } from '../../../web/api/live-state.ts';
import { BarePart } from '../../../web/shell/bare-page.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import type { DebugState } from '../contract.ts';
import { DebugPage } from './debug-page.tsx';
import { Facts } from './facts.tsx';

/** Sign-in state of this browser: session, cookies, token, and the request as the server sees it. */
export default function DebugAuthPage() {
  return (
    <DebugPage title="Debug: sign-in" lead="What signing in stands on in this browser, as the server sees it.">
      {(state, again) => (
        <>
          <Session session={state.session} again={again} />
          <Cookies state={state} />
          <Request state={state} />
          <LiveChannel />
        </>
      )}
    </DebugPage>
  );
}

const yesNo = (value: boolean) => (value ? 'Yes' : 'No');

function Session({ session, again }: { session: DebugState['session']; again: () => void }) {
  return (
    <BarePart
      title="Session"
      action={
        <Button size="sm" icon={<RotateCcw />} onClick={again}>
          Ask again
        </Button>
      }
    >
      {session ? (
        <Facts
          items={[
            ['Session', session.id],
            ['User', session.user],
            ['Role', session.role],
            ['Client’s user', yesNo(session.isClient)],
            ['Workspace', session.workspace],
            ['Began', <RelativeTime key="began" value={session.startedAt} />],
            ['Last used', <RelativeTime key="used" value={session.lastSeenAt} />],
            ['Ends unless used', <RelativeTime key="ends" value={session.endsAt} />],
            ['Can be renewed until', <RelativeTime key="renew" value={session.renewableUntil} />],
          ]}
        />
      ) : (
        <p className="text-sm">Nobody is signed in here.</p>
      )}
    </BarePart>
  );
}

function Cookies({ state: { cookies, csrf } }: { state: DebugState }) {
  return (
    <BarePart title="Cookies and token" lead="As the server received them.">
      <Facts
        items={[
          ...cookies.map(
            ({ name, purpose, value }) =>
              [
                name,
                <span key={name}>
                  <span className="font-mono text-xs">{value ?? 'not sent'}</span>
                  <span className="block text-xs text-muted">{purpose}</span>
                </span>,
              ] as const,
          ),
          [
            'Token is good here',
            csrf.genuine ? (
              <Badge key="csrf" tone="success">
                Yes
              </Badge>
            ) : (
              <Badge key="csrf" tone="warning">
                No: one is made before the next change
              </Badge>
            ),
          ],
        ]}
      />
    </BarePart>
  );
}

function Request({ state: { request, server } }: { state: DebugState }) {
  return (
    <BarePart title="Request and server">
      <Facts
        items={[
          ['Reached as', `${request.protocol}://${request.host}`],
          ['Your address', request.address],
          ['Device', request.device],
          ['Believes a proxy', yesNo(request.trustsProxy)],
          ['Version', server.version],
          ['Mode', server.mode],
          ['Server’s clock', new Date(server.time).toLocaleString()],
          ['Request', server.requestId],
        ]}
      />
    </BarePart>
  );
}

const LIVE = {
  off: 'Off: nobody is signed in',
  connecting: 'Connecting',
  open: 'Open',
  waiting: 'Lost; it is tried again',
} as const;

function LiveChannel() {
  const live = useLiveState();
  return (
    <BarePart title="Live channel" lead="The event stream that keeps screens true.">
      <p className="text-sm">{LIVE[live]}</p>
    </BarePart>
  );
}
