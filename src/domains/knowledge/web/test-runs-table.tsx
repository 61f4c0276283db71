import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { knowledgeTests, type TestRun, type TestSet } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';
import { percent } from '../../../web/ui/format.ts';
import { FIGURES, isRegression } from './test-figures.ts';

/** Runs that stand side by side. */
const BESIDE = 8;

/** The newest runs side by side: their settings and figures. A fall that the set does not allow is marked. */
export function RunsTable({ set, runs }: { set: TestSet; runs: readonly TestRun[] }) {
  const shown = runs.slice(0, BESIDE);
  return (
    // A table of many runs scrolls by itself, also by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Runs side by side">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left align-bottom">
            <th scope="col" className="py-2 pr-4 font-medium text-muted">
              Run
            </th>
            {shown.map((run) => (
              <th key={run.id} scope="col" className="min-w-28 px-2 py-2 font-medium">
                {run.state === 'done' ? (
                  <Link
                    to="/knowledge-testing-dashboard"
                    search={{ set: set.id, run: run.id }}
                    className="text-accent-ink underline underline-offset-2 hover:no-underline"
                  >
                    {run.label || <RelativeTime value={run.createdAt} />}
                  </Link>
                ) : (
                  <Unfinished run={run} />
                )}
                {run.label && (
                  <span className="block text-xs font-normal text-muted">
                    <RelativeTime value={run.createdAt} />
                  </span>
                )}
                {run.error && <span className="block text-xs font-normal text-danger-ink">{run.error}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FIGURES.map(({ key, label, about }) => (
            <tr key={key} className="border-b border-line">
              <th scope="row" title={about} className="py-1.5 pr-4 text-left font-normal text-muted">
                {label}
              </th>
              {shown.map((run, at) => (
                <td key={run.id} className="tabular px-2 py-1.5">
                  {run.figures ? percent(run.figures[key]) : '–'}{' '}
                  {isRegression(run, nextDone(shown, at), key, set.maxLoss) && <Badge tone="danger">Fell</Badge>}
                </td>
              ))}
            </tr>
          ))}
          <SettingRow label="Semantic weight" runs={shown} value={({ settings }) => String(settings.embeddingWeight)} />
          <SettingRow label="Minimum match" runs={shown} value={({ settings }) => String(settings.minCoverage)} />
          <SettingRow
            label="Query expansion"
            runs={shown}
            value={({ settings }) => (settings.isWidening ? 'On' : 'Off')}
          />
          <SettingRow
            label="Answers"
            runs={shown}
            value={({ answers }) => (answers === 'written' ? 'Written' : 'Quoted')}
          />
        </tbody>
      </table>
    </div>
  );
}

/** A run without figures: how far it is, and a way to end it. */
function Unfinished({ run: { id, state, done, total } }: { run: TestRun }) {
  const client = useQueryClient();
  if (state !== 'running')
    return <Badge tone={state === 'failed' ? 'danger' : 'neutral'}>{state === 'failed' ? 'Failed' : 'Canceled'}</Badge>;
  const cancel = async () => {
    try {
      await call(knowledgeTests.cancelRun, { params: { id } });
      await client.invalidateQueries({ queryKey: [KNOWLEDGE.tests] });
    } catch (error) {
      toast({ type: 'error', title: 'Run not canceled', description: messageFor(error, 'Try again.') });
    }
  };
  return (
    <span className="grid gap-1">
      <Badge tone="info">Running</Badge>
      <span className="tabular text-xs font-normal text-muted">
        {done} of {total}
      </span>
      <ProgressBar label="Questions tested" value={done} max={total} />
      <Button size="sm" onClick={() => void cancel()}>
        Cancel run
      </Button>
    </span>
  );
}

/** The run before one in time; they stand the newest first. */
const nextDone = (runs: readonly TestRun[], at: number) => runs.slice(at + 1).find(({ figures }) => figures);

function SettingRow({
  label,
  runs,
  value,
}: {
  label: string;
  runs: readonly TestRun[];
  value: (run: TestRun) => string;
}) {
  return (
    <tr className="border-b border-line">
      <th scope="row" className="py-1.5 pr-4 text-left font-normal text-muted">
        {label}
      </th>
      {runs.map((run) => (
        <td key={run.id} className="tabular px-2 py-1.5 text-muted">
          {value(run)}
        </td>
      ))}
    </tr>
  );
}
