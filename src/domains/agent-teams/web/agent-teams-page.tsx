import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { buttonClass } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { agentTeams } from '../contract.ts';
import { RunList } from './run-list.tsx';
import { parseTeamSearch } from './search.ts';
import { Starters } from './starters.tsx';
import { TeamList } from './team-list.tsx';

const RunView = lazy(() => import('./run-view.tsx'));
const TeamEditor = lazy(() => import('./team-editor.tsx'));

/** Teams of agents and their runs, at /swarm-agents. */
export default function AgentTeamsPage() {
  const [search, setSearch] = usePageSearch(parseTeamSearch);
  const { data, error, refetch } = useQuery(read(agentTeams.overview));
  const open = (next: { run?: string; team?: string }) => setSearch({ run: undefined, team: undefined, ...next });
  const team = data?.items.find(({ id }) => id === search.team);
  return (
    <div className="page-frame max-w-6xl">
      <h1 tabIndex={-1} className="mb-2 page-title">
        Swarm agents
      </h1>
      {error && !data && <Failure error={error} what="The teams" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && (
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          {!data.connected && <NoModel />}
          {search.run ? (
            <RunView id={search.run} onClose={() => open({})} onOpen={(run) => open({ run })} />
          ) : team ? (
            <TeamEditor key={team.id} team={team} tools={data.tools} onClose={() => open({})} />
          ) : (
            <div className="grid gap-8">
              <TeamList
                teams={data.items}
                connected={data.connected}
                starters={data.starters}
                onOpenRun={(run) => open({ run })}
                onEdit={(id) => open({ team: id })}
              />
              <Starters starters={data.starters} teams={data.items} connected={data.connected} />
              <RunList onOpen={(run) => open({ run })} />
            </div>
          )}
        </Suspense>
      )}
    </div>
  );
}

function NoModel() {
  return (
    <Banner
      tone="info"
      className="mb-4"
      action={
        <Link to="/settings" search={{ tab: 'connections' }} className={buttonClass({ size: 'sm' })}>
          Connect a model
        </Link>
      }
    >
      No language model is connected. Only teams that search, count, and save can run without one.
    </Banner>
  );
}
