import { useState } from 'react';
import Plus from 'lucide-react/icons/plus';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { agentTeams, type Starter, type Team } from '../contract.ts';

/** Teams that are ready to use; one that exists already is left out. */
export function Starters({
  starters,
  teams,
  connected,
}: {
  starters: readonly Starter[];
  teams: readonly Team[];
  connected: boolean;
}) {
  const shown = starters.filter(({ id }) => !teams.some(({ starter }) => starter === id));
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="starters">
      <h2 id="starters" className="mb-2 text-base font-semibold">
        Starter teams
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {shown.map((starter) => (
          <StarterRow key={starter.id} starter={starter} connected={connected} />
        ))}
      </ul>
    </section>
  );
}

function StarterRow({ starter, connected }: { starter: Starter; connected: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const create = async () => {
    setBusy(true);
    try {
      await call(agentTeams.create, { body: { starter: starter.id } });
      toast({ type: 'success', title: `Team created: ${starter.name}` });
    } catch (error) {
      toast({ type: 'error', title: 'The team was not created', description: messageFor(error, 'Try again.') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <li data-testid="starter" className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          {starter.name}
          {starter.needsModel && !connected && <Badge tone="warning">Needs a model</Badge>}
        </p>
        <p className="text-sm text-muted">{starter.description}</p>
      </div>
      <Button size="sm" icon={<Plus />} loading={isBusy} onClick={() => void create()}>
        Create team<span className="sr-only">: {starter.name}</span>
      </Button>
    </li>
  );
}
