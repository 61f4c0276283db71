import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { phone, type PhoneAgent, type PhoneStatus } from '../contract.ts';
import { AgentList } from './agent-list.tsx';
import { CallList } from './call-list.tsx';
import { parsePhoneSearch } from './search.ts';

const AgentEditor = lazy(() => import('./agent-editor.tsx'));
const CallView = lazy(() => import('./call-view.tsx'));
const PlaceCallDialog = lazy(() => import('./place-call-dialog.tsx'));
const NewAgentDialog = lazy(() => import('./new-agent-dialog.tsx'));

/** Phone agents and their calls, at /ai-phone-agent. */
export default function PhonePage() {
  const [search, setSearch] = usePageSearch(parsePhoneSearch);
  const [adding, setAdding] = useState(false);
  const [calling, setCalling] = useState<PhoneAgent>();
  const { data: status } = useQuery(read(phone.status));
  const mayManage = status?.mayManage === true;
  if (search.tab === 'agents' && search.agent)
    return (
      <Frame>
        <AgentEditor
          key={search.agent}
          id={search.agent}
          mayManage={mayManage}
          carrier={status?.carrier ?? null}
          hasModel={status?.hasModel !== false}
          bookingTypes={status?.bookingTypes ?? []}
          minutePrice={status?.minutePrice ?? null}
          onClose={() => setSearch({ agent: undefined })}
          onOpenCall={(call) => setSearch({ tab: 'calls', agent: undefined, call })}
        />
      </Frame>
    );
  if (search.tab === 'calls' && search.call)
    return (
      <Frame>
        <CallView
          key={search.call}
          id={search.call}
          mayManage={mayManage}
          onClose={() => setSearch({ call: undefined })}
        />
      </Frame>
    );
  return (
    <Frame>
      <header className="mb-4 flex flex-wrap items-center gap-3">
        <h1 tabIndex={-1} className="flex-1 page-title">
          AI phone agent
        </h1>
        {mayManage && (
          <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
            New agent
          </Button>
        )}
      </header>
      {status && <Connection status={status} />}
      <Tabs
        label="Phone"
        value={search.tab}
        onValueChange={(tab) => setSearch({ tab: tab === 'calls' ? 'calls' : 'agents' })}
        items={[
          {
            value: 'agents',
            label: 'Agents',
            content: (
              <AgentList
                hasModel={status?.hasModel}
                onPlace={status?.carrier ? setCalling : undefined}
                mayManage={mayManage}
                onOpen={(agent) => setSearch({ agent })}
                onCalls={(of) => setSearch({ tab: 'calls', of })}
                onNew={() => setAdding(true)}
              />
            ),
          },
          {
            value: 'calls',
            label: 'Calls',
            content: <CallList search={search} onSearch={setSearch} onOpen={(call) => setSearch({ call })} />,
          },
        ]}
      />
      {calling && (
        <Suspense>
          <PlaceCallDialog
            agent={calling}
            onClose={() => setCalling(undefined)}
            onPlaced={(call) => setSearch({ tab: 'calls', call })}
          />
        </Suspense>
      )}
      {adding && (
        <Suspense>
          <NewAgentDialog onClose={() => setAdding(false)} onAdded={(agent) => setSearch({ tab: 'agents', agent })} />
        </Suspense>
      )}
    </Frame>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <div className="page-frame max-w-6xl">
      <Suspense fallback={<Skeleton className="h-96 w-full" />}>{children}</Suspense>
    </div>
  );
}

function Connection({ status: { carrier, mayManage } }: { status: PhoneStatus }) {
  if (carrier) return null;
  return (
    <Banner tone="info" className="mb-4">
      No phone service is connected. Agents answer test calls on this page, and no real calls.{' '}
      {mayManage && (
        <Link to="/settings" search={{ tab: 'connections' }} className="underline underline-offset-2">
          Connect a phone service
        </Link>
      )}
    </Banner>
  );
}
