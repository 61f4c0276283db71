import { useQuery, useQueryClient } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { call, read } from '../../../../../web/api/request.ts';
import { EntryDialog } from '../../../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../../web/form/use-contract-form.ts';
import { money } from '../../../../../web/ui/format.ts';
import { IconButton } from '../../../../../web/ui/icon-button.tsx';
import { DayText } from '../../../../../web/ui/time.tsx';
import { type Goal, goals, NewContribution } from '../../../contract/plans.ts';
import { FINANCE } from '../../../paths.ts';
import { attempt } from '../../accounts/run-action.ts';
import { useFinance } from '../../frame/use-finance.ts';

/** Puts something aside for a goal, and shows what was before. */
export default function ContributionDialog({ goal, onClose }: { goal: Goal; onClose: () => void }) {
  const { today } = useFinance();
  const client = useQueryClient();
  const params = { id: goal.id };
  const { data, refetch } = useQuery(read(goals.contributions, { params }));
  const refresh = () => Promise.all([refetch(), client.invalidateQueries({ queryKey: [FINANCE.goals] })]);
  const form = useContractForm(NewContribution, {
    defaultValues: { day: today, amount: '', note: '' },
    failure: 'The contribution was not saved. Try again.',
    onSubmit: async (body) => {
      await call(goals.contribute, { params, body });
      await refresh();
      onClose();
    },
  });
  return (
    <EntryDialog form={form} onClose={onClose} title={`Add contribution to ${goal.name}`} submit="Add contribution">
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<NewContribution>
          name="amount"
          label="Amount"
          inputMode="decimal"
          hint="Enter a negative amount for a withdrawal."
          autoComplete="off"
          autoFocus
          required
        />
        <FormField<NewContribution> name="day" label="Date" type="date" />
      </div>
      <FormField<NewContribution> name="note" label="Note" autoComplete="off" optional />
      {data && data.items.length > 0 && (
        <ul aria-label="Contributions" className="max-h-48 divide-y divide-line overflow-y-auto text-sm">
          {data.items.map((one) => (
            <li key={one.id} className="flex items-center gap-3 py-1">
              <DayText value={one.day} />
              <span className="min-w-0 flex-1 truncate text-muted">{one.note}</span>
              <span className="tabular">{money(one.amount, goal.currency)}</span>
              <IconButton
                size="sm"
                label={`Delete contribution of ${one.amount} on ${one.day}`}
                icon={<X />}
                onClick={() =>
                  void attempt('Couldn’t delete the contribution', () =>
                    call(goals.removeContribution, { params: { id: goal.id, contributionId: one.id } }),
                  ).then(refresh)
                }
              />
            </li>
          ))}
        </ul>
      )}
    </EntryDialog>
  );
}
