import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../../web/api/request.ts';
import { EntryDialog } from '../../../../../web/form/entry-dialog.tsx';
import { ControlledField, FormField } from '../../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../../web/form/use-contract-form.ts';
import { Combobox } from '../../../../../web/ui/combobox.tsx';
import { Input } from '../../../../../web/ui/input.tsx';
import { type Goal, goals, GoalUpdate, NewGoal } from '../../../contract/plans.ts';
import { FINANCE } from '../../../paths.ts';
import { useAccounts } from '../../accounts/use-ledger.ts';
import { useFinance } from '../../frame/use-finance.ts';

/** A goal: set, or changed. */
export default function GoalDialog({ goal, onClose }: { goal?: Goal; onClose: () => void }) {
  return goal ? <ChangeGoal goal={goal} onClose={onClose} /> : <SetGoal onClose={onClose} />;
}

function SetGoal({ onClose }: { onClose: () => void }) {
  const { ledger } = useFinance();
  const client = useQueryClient();
  const form = useContractForm(NewGoal, {
    defaultValues: {
      ledgerId: ledger.id,
      currency: ledger.currency,
      name: '',
      target: '',
      targetDay: null,
      accountId: null,
    },
    failure: 'The goal could not be created.',
    onSubmit: async (body) => {
      await call(goals.create, { body });
      await client.invalidateQueries({ queryKey: [FINANCE.goals] });
      onClose();
    },
  });
  return (
    <EntryDialog form={form} onClose={onClose} title="New goal" submit="Create goal">
      <Fields />
    </EntryDialog>
  );
}

function ChangeGoal({ goal, onClose }: { goal: Goal; onClose: () => void }) {
  const client = useQueryClient();
  const form = useContractForm(GoalUpdate, {
    defaultValues: {
      version: goal.version,
      name: goal.name,
      target: goal.target,
      targetDay: goal.targetDay,
      accountId: goal.accountId,
    },
    failure: 'The goal could not be saved.',
    onSubmit: async (body) => {
      await call(goals.update, { params: { id: goal.id }, body });
      await client.invalidateQueries({ queryKey: [FINANCE.goals] });
      onClose();
    },
  });
  return (
    <EntryDialog form={form} onClose={onClose} title={goal.name} submit="Save goal">
      <Fields />
    </EntryDialog>
  );
}

function Fields() {
  const { ofMoney, nameOf } = useAccounts();
  return (
    <>
      <FormField<NewGoal> name="name" label="Name" placeholder="Vacation" autoComplete="off" autoFocus required />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<NewGoal>
          name="target"
          label="Amount"
          inputMode="decimal"
          placeholder="6000"
          autoComplete="off"
          required
        />
        <ControlledField<NewGoal> name="targetDay" label="Target date" optional>
          {({ value, onChange }, control) => (
            <Input
              {...control}
              type="date"
              value={(value as string | null) ?? ''}
              onChange={(event) => onChange(event.target.value || null)}
            />
          )}
        </ControlledField>
      </div>
      <ControlledField<NewGoal>
        name="accountId"
        label="Linked account"
        hint="The account balance counts as saved. Without one, enter contributions manually."
        optional
      >
        {({ value, onChange }, control) => (
          <Combobox
            {...control}
            label="Account"
            source={ofMoney.map((account) => ({ value: account.id, label: account.name }))}
            value={value ? { value: value as string, label: nameOf(value as string) } : null}
            onChange={(option) => onChange(option?.value ?? null)}
          />
        )}
      </ControlledField>
    </>
  );
}
