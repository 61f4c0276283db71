import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Target from 'lucide-react/icons/target';
import Trash2 from 'lucide-react/icons/trash-2';
import { messageFor } from '../../../web/api/error.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { wholeMoney } from '../../../web/ui/format.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { pixelReports } from '../contract/reports.ts';
import { GoalKind, type PixelGoal, PixelGoalFields, pixelSites, type PixelSite } from '../contract/sites.ts';
import { GOAL_HINTS, GOAL_KIND_LABELS, shareText } from './labels.ts';
import { RangeBar } from './range-bar.tsx';
import { daysOf, type SiteTabProps } from './search.ts';
import { todayIn } from './use-today.ts';

/** Goals, and how many visitors reached them. */
export default function GoalsTab(props: SiteTabProps) {
  const { site, search } = props;
  const [edited, setEdited] = useState<PixelGoal | 'new' | null>(null);
  const days = daysOf(search, todayIn(site.timeZone));
  const params = { siteId: site.id };
  const { data, error, refetch } = useQuery(read(pixelSites.goals, { params }));
  const query = { ...days, dimension: 'goal', limit: 100 } as const;
  const reached = useQuery({
    ...read(pixelReports.breakdown, { params, query }),
    placeholderData: (previous) => previous,
  }).data?.items;
  const visits = useQuery(read(pixelReports.overview, { params, query: days })).data?.totals.visits ?? 0;
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setEdited('new')}>
      Add goal
    </Button>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {data && data.items.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <RangeBar {...props} />
          {add}
        </div>
      )}
      {error && !data && <Failure error={error} what="Goals" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-48 w-full animate-appear-late" />}
      {data?.items.length === 0 && (
        <EmptyState icon={<Target />} title="Count what matters" action={add}>
          A goal is a page, event, form, or link. Reports show which sources lead to it. It counts from the moment you
          add it.
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
          {data.items.map((goal) => {
            const row = reached?.find(({ value }) => value === goal.id);
            return (
              <GoalRow
                key={goal.id}
                site={site}
                goal={goal}
                reached={row?.goals ?? 0}
                rate={shareText(row?.converted ?? 0, visits)}
                revenue={row?.revenue ?? '0'}
                onEdit={() => setEdited(goal)}
              />
            );
          })}
        </ul>
      )}
      {edited && <GoalDialog site={site} goal={edited === 'new' ? undefined : edited} onDone={() => setEdited(null)} />}
    </div>
  );
}

interface GoalRowProps {
  site: PixelSite;
  goal: PixelGoal;
  reached: number;
  rate: string;
  revenue: string;
  onEdit: () => void;
}

function GoalRow({ site, goal, reached, rate, revenue, onEdit }: GoalRowProps) {
  const client = useQueryClient();
  const remove = async () => {
    const yes = await confirm({
      title: `Delete “${goal.name}”?`,
      description: 'Its count is deleted with it. Visits and revenue in other reports stay.',
      action: 'Delete goal',
    });
    if (!yes) return;
    try {
      await call(pixelSites.removeGoal, { params: { siteId: site.id, id: goal.id } });
      toast({ type: 'success', title: `“${goal.name}” deleted` });
    } catch (error) {
      toast({ type: 'error', title: 'Goal not deleted', description: messageFor(error, 'Try again.') });
    }
    await client.invalidateQueries({ queryKey: readKey(pixelSites.goals, { params: { siteId: site.id } }) });
  };
  return (
    <li data-testid="row" className="flex items-center gap-3 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{goal.name}</p>
        <p className="truncate text-xs text-muted">
          {GOAL_KIND_LABELS[goal.kind]}: {goal.matches}
          {goal.worth !== null && ` · ${wholeMoney(goal.worth, site.currency)} each`}
        </p>
      </div>
      <p className="text-right">
        <span className="tabular block font-semibold">{reached.toLocaleString()}</span>
        <span className="tabular block text-xs text-muted">
          {rate} of visits{Number(revenue) > 0 && ` · ${wholeMoney(revenue, site.currency)}`}
        </span>
      </p>
      <IconButton label={`Edit “${goal.name}”`} icon={<Pencil />} onClick={onEdit} />
      <IconButton label={`Delete “${goal.name}”`} icon={<Trash2 />} tone="danger" onClick={() => void remove()} />
    </li>
  );
}

function GoalDialog({ site, goal, onDone }: { site: PixelSite; goal: PixelGoal | undefined; onDone: () => void }) {
  const client = useQueryClient();
  const params = { siteId: site.id };
  const form = useContractForm(PixelGoalFields, {
    defaultValues: {
      name: goal?.name ?? '',
      kind: goal?.kind ?? 'page',
      matches: goal?.matches ?? '',
      worth: goal?.worth ?? null,
    },
    failure: 'The goal could not be saved.',
    onSubmit: async (body) => {
      await (goal
        ? call(pixelSites.updateGoal, { params: { ...params, id: goal.id }, body: { ...body, version: goal.version } })
        : call(pixelSites.createGoal, { params, body }));
      await client.invalidateQueries({ queryKey: readKey(pixelSites.goals, { params }) });
      onDone();
    },
  });
  const kind = useWatch({ control: form.methods.control, name: 'kind' });
  return (
    <EntryDialog
      form={form}
      onClose={onDone}
      title={goal ? 'Edit goal' : 'Add goal'}
      submit={goal ? 'Save goal' : 'Add goal'}
    >
      <FormField name="name" label="Name" required autoFocus placeholder="Contact request" />
      <FormField
        name="kind"
        label="Reached when"
        options={GoalKind.options.map((value) => ({ value, label: GOAL_KIND_LABELS[value] }))}
      />
      <FormField name="matches" label="Matches" required hint={GOAL_HINTS[kind]} />
      <FormField
        name="worth"
        label={`Worth of one (${site.currency})`}
        optional
        inputMode="decimal"
        hint="Counts as revenue where the event has no amount of its own."
      />
    </EntryDialog>
  );
}
