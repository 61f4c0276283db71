import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Scale from 'lucide-react/icons/scale';
import { messageFor } from '../../../web/api/error.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { financeReports, type LedgerCheckRun } from '../../finance/contract.ts';
import { installation } from '../contract.ts';

const EVERY = 1_000;

const isUnderWay = (run: LedgerCheckRun['run']): boolean => run?.state === 'queued' || run?.state === 'running';

/** Whether every balance of every ledger follows from its transactions: asked for, watched and stopped here. */
export function BalanceCheck() {
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery({
    ...read(financeReports.check),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.run ?? null) ? EVERY : false),
  });
  const act = useMutation({
    mutationFn: async (what: 'start' | 'stop') => {
      if (what === 'start') return call(financeReports.startCheck);
      await call(installation.cancelJob, { params: { id: data!.run!.jobId } });
      return call(financeReports.check);
    },
    onSuccess: (answer) => client.setQueryData(readKey(financeReports.check), answer),
    onError: (failure, what) =>
      toast({
        type: 'error',
        title: what === 'start' ? 'Couldn’t start the check' : 'Couldn’t stop the check',
        description: messageFor(failure, 'Try again.'),
      }),
  });
  const runs = data ? isUnderWay(data.run) : false;
  return (
    <section aria-labelledby="admin-balances">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="admin-balances" className="text-sm font-semibold">
          Balances
        </h2>
        {data &&
          (runs ? (
            <Button size="sm" loading={act.isPending} onClick={() => act.mutate('stop')}>
              Stop check
            </Button>
          ) : (
            <Button size="sm" icon={<Scale />} loading={act.isPending} onClick={() => act.mutate('start')}>
              Check all balances
            </Button>
          ))}
      </div>
      {isPending && <Skeleton className="h-16 w-full" />}
      {error && !data && <Failure error={error} what="Balance check" onRetry={() => void refetch()} />}
      {data && <Told told={data} runs={runs} />}
    </section>
  );
}

function Told({ told: { run, check, checkedAt }, runs }: { told: LedgerCheckRun; runs: boolean }) {
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-raised px-3 py-2.5 text-sm" aria-live="polite">
      {runs && run && (
        <div className="grid gap-1">
          <p>
            {run.of === null
              ? 'Starting the check.'
              : `${run.done.toLocaleString()} of ${run.of.toLocaleString()} accounts checked.`}
          </p>
          <progress
            className="h-1.5 w-full"
            max={run.of ?? 1}
            value={run.of === null ? undefined : run.done}
            aria-label="Accounts checked"
          />
        </div>
      )}
      {!runs && run?.state === 'failed' && <p className="text-danger-ink">The last check failed: {run.error}</p>}
      {!runs && run?.state === 'cancelled' && <p className="text-muted">The last check was stopped.</p>}
      {check && checkedAt ? (
        <p>
          {check.problems.length === 0 ? 'All balances match their transactions' : 'Some balances do not match'}:{' '}
          {check.transactions.toLocaleString()} transactions in {check.accounts.toLocaleString()} accounts, checked{' '}
          <RelativeTime value={checkedAt} />.
        </p>
      ) : (
        !runs && (
          <p className="text-muted">
            Not checked yet. The check reads all transactions, account by account, while people keep working.
          </p>
        )
      )}
      {check && check.problems.length > 0 && (
        <ul className="grid gap-1">
          {check.problems.map((problem, index) => (
            <li key={`${problem.id}${index}`} data-testid="row" className="text-danger-ink">
              {problem.message} <span className="font-mono text-xs break-all text-muted">{problem.id}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
