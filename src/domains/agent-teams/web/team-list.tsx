import { useState } from 'react';
import Bot from 'lucide-react/icons/bot';
import Play from 'lucide-react/icons/play';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import type { RunRow, Starter, Team } from '../contract.ts';
import { RUN_STATES } from './labels.ts';
import { StartDialog } from './start-dialog.tsx';

type ShownTeam = Team & { lastRun: Pick<RunRow, 'id' | 'state' | 'createdAt'> | null };

interface TeamListProps {
  teams: readonly ShownTeam[];
  starters: readonly Starter[];
  connected: boolean;
  onOpenRun: (id: string) => void;
  onEdit: (id: string) => void;
}

/** The workspace's teams: who is in them, how the last run ended, and starting the next one. */
export function TeamList({ teams, starters, connected, onOpenRun, onEdit }: TeamListProps) {
  const [started, setStarted] = useState<ShownTeam>();
  if (teams.length === 0)
    return (
      <EmptyState icon={<Bot />} title="No team yet" className="py-8">
        A team prepares work step by step and waits for your approval before it changes a record. Create one from a
        starter below.
      </EmptyState>
    );
  return (
    <section aria-labelledby="teams">
      <h2 id="teams" className="mb-2 text-base font-semibold">
        Teams
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {teams.map((team) => (
          <li key={team.id} data-testid="team" className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-64">
              <p className="text-sm font-medium">{team.name}</p>
              <p className="text-sm text-muted">{team.agents.map(({ name }) => name).join(' → ')}</p>
              {team.lastRun && (
                <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-muted">
                  <Badge tone={RUN_STATES[team.lastRun.state].tone}>{RUN_STATES[team.lastRun.state].label}</Badge>
                  <Button variant="link" size="sm" onClick={() => onOpenRun(team.lastRun!.id)}>
                    Last run<span className="sr-only"> of {team.name}</span>
                  </Button>
                  <RelativeTime value={team.lastRun.createdAt} />
                </p>
              )}
            </div>
            <Button size="sm" variant="ghost" onClick={() => onEdit(team.id)}>
              Edit<span className="sr-only"> {team.name}</span>
            </Button>
            <Button size="sm" icon={<Play />} onClick={() => setStarted(team)}>
              Start run<span className="sr-only"> of {team.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {started && (
        <StartDialog
          team={started}
          subject={starters.find(({ id }) => id === started.starter)?.subject ?? subjectOf(started)}
          connected={connected}
          onClose={() => setStarted(undefined)}
          onStarted={onOpenRun}
        />
      )}
    </section>
  );
}

const subjectOf = ({ agents }: Team) =>
  agents.some(({ work }) => work.kind === 'look' && work.source === 'record') ? 'lead' : null;
