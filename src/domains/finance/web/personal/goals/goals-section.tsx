import { useQuery, useQueryClient } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Target from 'lucide-react/icons/target';
import Trash2 from 'lucide-react/icons/trash-2';
import { lazy, Suspense, useState } from 'react';
import { call, read } from '../../../../../web/api/request.ts';
import { offerUndo } from '../../../../../web/shell/undo.ts';
import { Badge } from '../../../../../web/ui/badge.tsx';
import { Button } from '../../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../../web/ui/card.tsx';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { money } from '../../../../../web/ui/format.ts';
import { IconButton } from '../../../../../web/ui/icon-button.tsx';
import { ProgressBar } from '../../../../../web/ui/progress-bar.tsx';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../../web/ui/states.tsx';
import { type Goal, goals } from '../../../contract/plans.ts';
import { FINANCE } from '../../../paths.ts';
import { attempt } from '../../accounts/run-action.ts';
import { useAccounts } from '../../accounts/use-ledger.ts';
import { useFinance } from '../../frame/use-finance.ts';
import { dayText } from '../overview/labels.ts';

const GoalDialog = lazy(() => import('./goal-dialog.tsx'));
const ContributionDialog = lazy(() => import('./contribution-dialog.tsx'));

/** Savings goals: amount, date, progress, and whether the pace is enough. */
export default function GoalsSection() {
  const { ledger, canEdit } = useFinance();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<{ kind: 'goal' | 'contribute'; goal?: Goal }>();
  const { data, error, refetch } = useQuery({
    ...read(goals.list, { query: { ledgerId: ledger.id } }),
    meta: { follows: [FINANCE.accounts, FINANCE.transactions, FINANCE.rates, '/api/investment'] },
  });
  if (error && !data) return <Failure error={error} what="Goals" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-80 w-full" />;
  const refresh = () => client.invalidateQueries({ queryKey: [FINANCE.goals] });
  const remove = async (goal: Goal) => {
    if (
      !(await attempt('Couldn’t delete the goal', async () => {
        await call(goals.remove, { params: { id: goal.id } });
        return true;
      }))
    )
      return;
    await refresh();
    offerUndo({
      title: `${goal.name} deleted`,
      undo: async () => {
        await call(goals.restore, { params: { id: goal.id } });
        await refresh();
      },
    });
  };
  const create = (
    <Button variant="primary" icon={<Plus />} onClick={() => setDialog({ kind: 'goal' })}>
      New goal
    </Button>
  );
  return (
    <>
      {data.items.length === 0 ? (
        <EmptyState icon={<Target />} title="No goals yet" action={canEdit && create}>
          Save toward an amount and an optional date. Link an account to track progress automatically.
        </EmptyState>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {canEdit && <div className="flex justify-end">{create}</div>}
          <ul className="grid gap-4 md:grid-cols-2">
            {data.items.map((goal) => (
              <li key={goal.id} data-testid="row">
                <GoalCard
                  goal={goal}
                  canEdit={canEdit}
                  onChange={() => setDialog({ kind: 'goal', goal })}
                  onContribute={() => setDialog({ kind: 'contribute', goal })}
                  onRemove={() => void remove(goal)}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
      <Suspense fallback={null}>
        {dialog?.kind === 'goal' && <GoalDialog goal={dialog.goal} onClose={() => setDialog(undefined)} />}
        {dialog?.kind === 'contribute' && (
          <ContributionDialog goal={dialog.goal!} onClose={() => setDialog(undefined)} />
        )}
      </Suspense>
    </>
  );
}

function GoalCard({
  goal,
  canEdit,
  onChange,
  onContribute,
  onRemove,
}: {
  goal: Goal;
  canEdit: boolean;
  onChange: () => void;
  onContribute: () => void;
  onRemove: () => void;
}) {
  const { nameOf } = useAccounts();
  const isKnown = goal.missingRates.length === 0;
  const reached = goal.needed === null && Number(goal.saved) >= Number(goal.target);
  const late = !reached && goal.needed !== null && Number(goal.pace) < Number(goal.needed);
  const text = (amount: string) => money(amount, goal.currency);
  return (
    <Card className="h-full">
      <CardHeader
        title={goal.name}
        description={goal.accountId ? `Linked to ${nameOf(goal.accountId)}` : 'Tracked by contributions'}
        actions={
          canEdit && (
            <>
              <IconButton size="sm" label={`Edit ${goal.name}`} icon={<Pencil />} onClick={onChange} />
              <IconButton size="sm" label={`Delete ${goal.name}`} icon={<Trash2 />} onClick={onRemove} />
            </>
          )
        }
      />
      <CardBody className="grid gap-2 text-sm">
        <p className="flex items-baseline gap-2">
          <span className="tabular text-lg font-semibold">{text(goal.saved)}</span>
          <span className="text-muted">of {text(goal.target)}</span>
          <span className="ml-auto">
            {reached ? (
              <Badge tone="success">Reached</Badge>
            ) : !isKnown ? null : late ? (
              <Badge tone="warning">Behind</Badge>
            ) : goal.targetDay ? (
              <Badge tone="success">On track</Badge>
            ) : null}
          </span>
        </p>
        <ProgressBar
          label={`${goal.name}: saved so far`}
          value={Math.max(0, Number(goal.saved))}
          max={Number(goal.target)}
        />
        {!isKnown && (
          <p className="text-xs text-warning-ink">
            Excludes amounts in {goal.missingRates.join(', ')}: no exchange rate to {goal.currency} . Add one under
            Exchange rates.
          </p>
        )}
        {!reached && isKnown && (
          <p className="text-xs text-muted">
            {text(goal.pace)} per month recently.{' '}
            {goal.needed !== null && goal.targetDay && (
              <>
                {text(goal.needed)} per month reaches it by {dayText(goal.targetDay)}.{' '}
              </>
            )}
            {goal.expectedDay
              ? `At this pace, you reach it around ${dayText(goal.expectedDay)}.`
              : 'At this pace, you do not reach it.'}
          </p>
        )}
        {canEdit && !goal.accountId && (
          <div>
            <Button size="sm" onClick={onContribute}>
              Add contribution…
            </Button>
          </div>
        )}
      </CardBody>
    </Card>
  );
}
