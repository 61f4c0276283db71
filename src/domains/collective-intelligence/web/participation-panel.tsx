import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { useSessionUser } from '../../../web/api/session.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Switch } from '../../../web/ui/switch.tsx';
import { Panel } from '../../identity/web/index.ts';
import { benchmarks } from '../contract.ts';

/** Whether a client's workspace contributes to benchmarks: for its owners, and for administrators on a visit. */
export default function ParticipationPanel() {
  const user = useSessionUser();
  return user?.workspace.kind === 'client' ? <Participation /> : null;
}

function Participation() {
  const client = useQueryClient();
  const { data } = useQuery(read(benchmarks.participation));
  if (!data?.mayChange) return null;
  const set = async (contributes: boolean) => {
    try {
      const next = await call(benchmarks.setParticipation, { body: { contributes } });
      client.setQueryData(read(benchmarks.participation).queryKey, next);
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t save this', description: messageFor(error, 'Try again.') });
    }
  };
  return (
    <Panel
      title="Benchmarks"
      description="Your agency compares its clients by aggregates over at least five businesses. No one sees your figures. If you opt out, the next measurement leaves them out."
    >
      <Switch
        label="Contribute to benchmarks"
        checked={data.contributes}
        onCheckedChange={(checked) => void set(checked)}
      />
    </Panel>
  );
}
