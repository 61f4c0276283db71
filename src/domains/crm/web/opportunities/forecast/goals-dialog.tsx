import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, messageFor } from '../../../../../web/api/error.ts';
import { call, read } from '../../../../../web/api/request.ts';
import { useSessionUser } from '../../../../../web/api/session.ts';
import { useDiscard } from '../../../../../web/form/unsaved.ts';
import { toast } from '../../../../../web/shell/toast.ts';
import { Banner } from '../../../../../web/ui/banner.tsx';
import { Button } from '../../../../../web/ui/button.tsx';
import { Dialog } from '../../../../../web/ui/dialog.tsx';
import { Input } from '../../../../../web/ui/input.tsx';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { type Forecast, type SalesGoal, salesGoals } from '../../../contract/forecast.ts';
import { pipelines } from '../../../contract/pipelines.ts';
import { parseAmount } from '../../../engine/opportunities/typed-amount.ts';
import { CRM } from '../../../paths.ts';
import { useOwners } from '../../../../../records/web/choices.ts';

const monthName = new Intl.DateTimeFormat(undefined, { month: 'short', year: '2-digit', timeZone: 'UTC' });
const keyOf = (ownerId: string | null, month: string) => `${ownerId ?? ''} ${month}`;

/** Monthly goals of each person. People set their own, and managers set everyone's. */
export default function GoalsDialog({ forecast, onClose }: { forecast: Forecast; onClose: () => void }) {
  const { months } = forecast;
  const goals = useQuery(read(salesGoals.list, { query: { from: months[0]!, months: months.length } }));
  const manages = useQuery(read(pipelines.list)).data?.editable;
  if (!goals.data || manages === undefined)
    return (
      <Dialog open onOpenChange={onClose} title="Goals">
        <Skeleton className="h-40 w-full" />
      </Dialog>
    );
  return <GoalsForm forecast={forecast} goals={goals.data.items} manages={manages} onClose={onClose} />;
}

function GoalsForm({
  forecast: { months, currency },
  goals,
  manages,
  onClose,
}: {
  forecast: Forecast;
  goals: readonly SalesGoal[];
  manages: boolean;
  onClose: () => void;
}) {
  const formId = useId();
  const client = useQueryClient();
  const user = useSessionUser();
  const owners = useOwners();
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState('');
  const [saving, setSaving] = useState(false);
  const mayClose = useDiscard(draft, saving);
  const known = new Map(goals.map((goal) => [keyOf(goal.ownerId, goal.month), goal.amount]));
  const rows = [
    ...(manages ? [{ id: null, name: 'Everyone' }] : []),
    ...owners.options
      .filter((one) => manages || one.value === user?.id)
      .map((one) => ({ id: one.value, name: one.label })),
  ];

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const changed = rows.flatMap(({ id }) =>
      months.flatMap((month) => {
        const typed = draft[keyOf(id, month)];
        if (typed === undefined) return [];
        const amount = typed.trim() === '' ? null : parseAmount(typed);
        return [{ ownerId: id, month, amount }];
      }),
    );
    if (changed.some((goal) => goal.amount === undefined))
      return setProblem('Enter each goal as an amount such as 25,000.');
    setSaving(true);
    try {
      if (changed.length > 0)
        await call(salesGoals.save, {
          body: { goals: changed.map((goal) => ({ ...goal, amount: goal.amount ?? null })) },
        });
      await Promise.all(
        [CRM.salesGoals, `${CRM.opportunities}/forecast`].map((path) => client.invalidateQueries({ queryKey: [path] })),
      );
      toast({ type: 'success', title: 'Goals saved' });
      onClose();
    } catch (error) {
      setProblem(
        error instanceof ApiError && error.fields[0]
          ? error.fields[0].message
          : messageFor(error, 'The goals could not be saved.'),
      );
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      mayClose={mayClose}
      size="lg"
      title="Goals"
      description={`In ${currency}, by month. If Everyone has no goal, the goals of all people are added up.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={saving}>
            Save goals
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)} noValidate>
        {problem && (
          <Banner tone="danger" className="mb-3">
            {problem}
          </Banner>
        )}
        <div className="overflow-x-auto">
          <table className="w-full text-sm">
            <thead>
              <tr className="text-left text-xs text-muted">
                <th scope="col" className="min-w-36 py-1 pr-2 font-medium">
                  Person
                </th>
                {months.map((month) => (
                  <th key={month} scope="col" className="min-w-24 px-1 py-1 font-medium">
                    {monthName.format(new Date(`${month}T00:00:00Z`))}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <th scope="row" className="py-1 pr-2 text-left font-normal">
                    {row.name}
                  </th>
                  {months.map((month) => {
                    const key = keyOf(row.id, month);
                    return (
                      <td key={month} className="px-1 py-1">
                        <Input
                          aria-label={`Goal for ${row.name}, ${monthName.format(new Date(`${month}T00:00:00Z`))}`}
                          inputMode="decimal"
                          autoComplete="off"
                          className="text-right"
                          value={draft[key] ?? known.get(key) ?? ''}
                          onChange={(event) => setDraft({ ...draft, [key]: event.target.value })}
                        />
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </form>
    </Dialog>
  );
}
