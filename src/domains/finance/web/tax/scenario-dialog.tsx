import { useQuery } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { call, read } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { CheckboxField, ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Checkbox } from '../../../../web/ui/checkbox.tsx';
import { money } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import type { TaxProfile } from '../../contract/tax.ts';
import {
  MOVE_KINDS,
  NewTaxScenario,
  RECOVERY_PERIODS,
  type ScenarioFigures,
  TaxMove,
  type TaxScenario,
  taxScenarios,
  TaxScenarioUpdate,
} from '../../contract/tax-scenarios.ts';
import { attempt } from '../accounts/run-action.ts';
import { MoveList } from './move-list.tsx';
import { blankMove, ENTITY_LABELS, MOVE_LABELS } from './move-labels.ts';
import { useRefresh } from './use-tax.ts';
import { optionsOf, PLAN_LABELS } from './labels.ts';

interface Props {
  profile: TaxProfile;
  year: number;
  scenario?: TaxScenario | undefined;
  onClose: () => void;
}

/** A scenario is put together step by step, worked out before it is saved. */
export default function ScenarioDialog({ scenario, ...rest }: Props) {
  return scenario ? <Change scenario={scenario} {...rest} /> : <Enter {...rest} />;
}

function Enter({ profile, year, onClose }: Props) {
  const refresh = useRefresh();
  const form = useContractForm(NewTaxScenario, {
    defaultValues: { year, name: '', notes: '', moves: [] },
    failure: 'The scenario could not be saved.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      await call(taxScenarios.create, { params: { id: profile.id }, body });
      onClose();
      await refresh();
      toast({ type: 'success', title: `${body.name} saved` });
    },
  });
  return (
    <EntryDialog form={form} onClose={onClose} title={`New ${year} scenario`} submit="Save scenario">
      <Fields profile={profile} year={year} />
    </EntryDialog>
  );
}

function Change({ profile, year, scenario, onClose }: Props & { scenario: TaxScenario }) {
  const refresh = useRefresh();
  const params = { id: profile.id, itemId: scenario.id };
  const form = useContractForm(TaxScenarioUpdate, {
    defaultValues: { version: scenario.version, name: scenario.name, notes: scenario.notes, moves: scenario.moves },
    failure: 'The scenario could not be saved.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      await call(taxScenarios.update, { params, body });
      onClose();
      await refresh();
    },
  });
  const remove = () =>
    attempt('Couldn’t delete the scenario', async () => {
      await call(taxScenarios.remove, { params });
      onClose();
      await refresh();
      offerUndo({
        title: `${scenario.name} deleted`,
        undo: async () => {
          await call(taxScenarios.restore, { params });
          await refresh();
        },
      });
    });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={scenario.name}
      submit="Save"
      aside={
        <Button variant="link" className="mr-auto" onClick={() => void remove()}>
          Delete
        </Button>
      }
    >
      <Fields profile={profile} year={year} />
    </EntryDialog>
  );
}

function Fields({ profile, year }: { profile: TaxProfile; year: number }) {
  const { fields, append, remove } = useFieldArray<NewTaxScenario, 'moves'>({ name: 'moves' });
  const moves = useWatch<NewTaxScenario, 'moves'>({ name: 'moves' }) ?? [];
  return (
    <>
      <FormField<NewTaxScenario>
        name="name"
        label="Name"
        placeholder="S corporation and SEP"
        autoComplete="off"
        autoFocus
        required
      />
      <ol className="grid gap-3">
        {fields.map((field, index) => (
          <li key={field.id} className="grid gap-3 rounded-md border border-line p-3">
            <div className="flex items-center gap-2">
              <span className="flex-1 text-sm font-semibold">{MOVE_LABELS[field.kind]}</span>
              <IconButton
                size="sm"
                label={`Remove ${MOVE_LABELS[field.kind]}`}
                icon={<Trash2 />}
                onClick={() => remove(index)}
              />
            </div>
            <Move kind={field.kind} at={`moves.${index}`} profile={profile} year={year} />
          </li>
        ))}
      </ol>
      <Select
        aria-label="Add step"
        placeholder="Add step…"
        value=""
        options={MOVE_KINDS.map((kind) => ({ value: kind, label: MOVE_LABELS[kind] }))}
        onChange={(event) => append(blankMove(event.target.value as TaxMove['kind'], year))}
      />
      <FormField<NewTaxScenario> name="notes" label="Notes" rows={2} optional />
      <Preview profile={profile} year={year} moves={moves} />
    </>
  );
}

/** Works the scenario out as it stands, when asked. */
function Preview({ profile, year, moves }: { profile: TaxProfile; year: number; moves: TaxMove[] }) {
  const [worked, setWorked] = useState<{ moves: TaxMove[]; figures: ScenarioFigures }>();
  const [busy, setBusy] = useState(false);
  const sound = moves.length > 0 && moves.every((move) => TaxMove.safeParse(move).success);
  const work = async () => {
    setBusy(true);
    const asked = structuredClone(moves);
    const figures = await attempt('Couldn’t calculate', () =>
      call(taxScenarios.preview, { params: { id: profile.id, year }, body: { moves: asked } }),
    );
    if (figures) setWorked({ moves: asked, figures });
    setBusy(false);
  };
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-3">
        <Button loading={busy} disabled={!sound} onClick={() => void work()}>
          Calculate
        </Button>
        {worked && (
          <span role="status" className="text-sm font-semibold">
            Saves {money(worked.figures.saving, 'USD')}
          </span>
        )}
      </div>
      {worked && <MoveList moves={worked.moves} figures={worked.figures} />}
    </div>
  );
}

type At = `moves.${number}`;
const field = (at: At, name: string) => `${at}.${name}` as 'name';

function Move({ kind, at, profile, year }: { kind: TaxMove['kind']; at: At; profile: TaxProfile; year: number }) {
  const text = (name: string, label: string, more: { hint?: string; placeholder?: string } = {}) => (
    <FormField<NewTaxScenario> name={field(at, name)} label={label} inputMode="decimal" autoComplete="off" {...more} />
  );
  switch (kind) {
    case 'entity':
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          <FormField<NewTaxScenario>
            name={field(at, 'to')}
            label="New entity type"
            options={optionsOf(ENTITY_LABELS)}
          />
          {text('salary', 'Annual salary', { hint: 'A reasonable market salary for the work.' })}
          {text('costs', 'Annual running costs', { hint: 'Payroll, returns, state fees.' })}
          {text('paidOutPercent', 'Distributed, % (C corporation)')}
        </div>
      );
    case 'retirement':
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          <FormField<NewTaxScenario> name={field(at, 'plan')} label="Account" options={optionsOf(PLAN_LABELS)} />
          {text('amount', 'Amount')}
        </div>
      );
    case 'harvest':
      return <Lots at={at} profile={profile} year={year} />;
    case 'depreciation':
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          <FormField<NewTaxScenario>
            name={field(at, 'what')}
            label="Description"
            placeholder="Delivery van"
            autoComplete="off"
          />
          {text('cost', 'Cost')}
          <FormField<NewTaxScenario>
            name={field(at, 'period')}
            label="Recovery period, years"
            options={RECOVERY_PERIODS.map((value) => ({ value, label: value }))}
            hint="5: vehicles, computers. 7: furniture, machines."
          />
          {text('section179', 'Section 179 deduction')}
          <FormField<NewTaxScenario> name={field(at, 'acquired')} label="Purchase date" type="date" />
          <FormField<NewTaxScenario> name={field(at, 'placedInService')} label="Placed in service" type="date" />
          <CheckboxField<NewTaxScenario> name={field(at, 'bonus')} label="Take bonus depreciation" />
        </div>
      );
    case 'timing':
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          <FormField<NewTaxScenario>
            name={field(at, 'what')}
            label="Description"
            options={[
              { value: 'income', label: 'Defer income' },
              { value: 'expenses', label: 'Accelerate expenses' },
            ]}
          />
          {text('amount', 'Amount')}
        </div>
      );
    case 'bunching':
      return text('yearly', 'Annual gifts', { hint: 'Up to the amount on this year’s line.' });
  }
}

function Lots({ at, profile, year }: { at: At; profile: TaxProfile; year: number }) {
  const { data } = useQuery(read(taxScenarios.harvest, { params: { id: profile.id, year } }));
  if (!data) return <p className="text-sm text-muted">Looking for lots…</p>;
  if (data.items.length === 0) return <p className="text-sm text-muted">{data.reason ?? 'No lots at a loss'}</p>;
  return (
    <ControlledField<NewTaxScenario> name={field(at, 'lots')} label="Lots at a loss">
      {({ value, onChange }) => {
        const chosen = (value as unknown as string[] | undefined) ?? [];
        return (
          <div className="grid max-h-56 gap-1 overflow-y-auto">
            {data.items.map((lot) => (
              <Checkbox
                key={lot.key}
                label={`${lot.security}, ${lot.acquired}: ${money(lot.allowedLoss, 'USD')}`}
                hint={lot.recent.length > 0 ? 'Partially disallowed: purchased within 30 days.' : undefined}
                checked={chosen.includes(lot.key)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...chosen, lot.key] : chosen.filter((key) => key !== lot.key))
                }
              />
            ))}
          </div>
        );
      }}
    </ControlledField>
  );
}
