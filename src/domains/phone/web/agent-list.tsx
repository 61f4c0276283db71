import { useQuery } from '@tanstack/react-query';
import PhoneCall from 'lucide-react/icons/phone-call';
import { read } from '../../../web/api/request.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { phone, type PhoneAgent } from '../contract.ts';

interface AgentListProps {
  mayManage: boolean;
  onOpen: (id: string) => void;
  onCalls: (id: string) => void;
  onNew: () => void;
}

/** The workspace's agents: their numbers, and how many calls they took. */
export function AgentList({ mayManage, onOpen, onCalls, onNew }: AgentListProps) {
  const { data, error, refetch } = useQuery(read(phone.agents));
  if (error && !data) return <Failure error={error} what="Agents" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40 w-full" />;
  if (data.items.length === 0)
    return (
      <EmptyState
        icon={<PhoneCall />}
        title="No agents yet"
        action={
          mayManage && (
            <Button variant="primary" onClick={onNew}>
              New agent
            </Button>
          )
        }
      >
        An agent answers calls with the menu you build, takes messages, and creates tasks.
        {!mayManage && ' Owners and administrators can create one.'}
      </EmptyState>
    );
  return (
    <>
      <p className="mb-3 text-sm text-muted">
        Agents follow the menu you build. They work by keys and keywords, without a language model.
      </p>
      <ul className="divide-y divide-line border-y border-line">
        {data.items.map((agent) => (
          <AgentRow key={agent.id} agent={agent} mayManage={mayManage} onOpen={onOpen} onCalls={onCalls} />
        ))}
      </ul>
    </>
  );
}

function AgentRow({
  agent: { id, name, number, isOn, goal, steps, calls, lastCallAt },
  mayManage,
  onOpen,
  onCalls,
}: { agent: PhoneAgent } & Pick<AgentListProps, 'mayManage' | 'onOpen' | 'onCalls'>) {
  return (
    <li data-testid="agent" className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <button
            type="button"
            className="min-w-0 truncate hover:underline pointer-coarse:min-h-11"
            onClick={() => onOpen(id)}
          >
            {name}
          </button>
          {!isOn ? (
            <Badge tone="warning">Off</Badge>
          ) : (
            <Badge tone={number ? 'success' : 'neutral'}>{number ?? 'Test calls only'}</Badge>
          )}
        </p>
        {goal && <p className="text-muted">{goal}</p>}
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-muted">
          <span>{steps.length === 1 ? '1 step' : `${steps.length} steps`}</span>
          <span>{calls === 1 ? '1 call' : `${calls.toLocaleString('en-US')} calls`}</span>
          {lastCallAt && (
            <span>
              Last call <RelativeTime value={lastCallAt} />
            </span>
          )}
        </p>
      </div>
      {calls > 0 && (
        <Button size="sm" variant="ghost" onClick={() => onCalls(id)}>
          View calls<span className="sr-only"> of {name}</span>
        </Button>
      )}
      <Button size="sm" onClick={() => onOpen(id)}>
        {mayManage ? 'Edit or test' : 'View or test'}
        <span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}
