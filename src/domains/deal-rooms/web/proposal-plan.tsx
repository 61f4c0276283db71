import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { plainDecimal } from '../../../web/form/typed-decimal.ts';
import { Button } from '../../../web/ui/button.tsx';
import { FieldError } from '../../../web/ui/field.tsx';
import { money } from '../../../web/ui/format.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { WHEN } from '../contract.ts';
import { installmentAmounts } from '../engine/plan.ts';
import { type DraftInstallment, newInstallment, type ProposalForm } from './proposal-draft.ts';
import { totalsOfForm } from './proposal-items.tsx';

const WHEN_LABELS = { acceptance: 'On acceptance', day: 'On a day', milestone: 'On a milestone' } as const;
const WHEN_OPTIONS = WHEN.map((value) => ({ value, label: WHEN_LABELS[value] }));
const KIND_OPTIONS = [
  { value: 'percent', label: '% of the rest' },
  { value: 'amount', label: 'Fixed amount' },
];

/** Amounts of the installments without options; they add up to the total exactly. */
function preview(form: ProposalForm): { amounts: readonly string[]; problem: string } {
  const totals = totalsOfForm(form);
  if (!totals) return { amounts: [], problem: '' };
  try {
    const plan = form.plan.map(({ kind, value }) => ({ [kind]: plainDecimal(value || '0').trim() }));
    const made = installmentAmounts(plan, totals.least.total, form.currency);
    return 'problem' in made ? { amounts: [], problem: made.problem.message } : { amounts: made.amounts, problem: '' };
  } catch {
    return { amounts: [], problem: 'Enter numbers such as 30 or 5000.' };
  }
}

/** Deposit and installments: fixed amounts, and percentages of what they leave. */
export function ProposalPlan({ form, onChange }: { form: ProposalForm; onChange: (plan: DraftInstallment[]) => void }) {
  const { plan, currency } = form;
  const { amounts, problem } = preview(form);
  const change = (id: string, part: Partial<DraftInstallment>) =>
    onChange(plan.map((one) => (one.id === id ? { ...one, ...part } : one)));
  return (
    <section aria-labelledby="payment-plan" className="grid gap-2">
      <h3 id="payment-plan" className="text-sm font-semibold">
        Payment plan
      </h3>
      {plan.map((item, index) => (
        <fieldset
          key={item.id}
          className="grid min-w-0 grid-cols-[minmax(8rem,1fr)_6rem_9rem_10rem_minmax(8rem,1fr)_6.5rem_auto] items-center gap-2 rounded-lg border border-line p-2 max-lg:grid-cols-2"
        >
          <legend className="sr-only">Installment {index + 1}</legend>
          <Input
            aria-label="Installment"
            placeholder="Installment"
            maxLength={120}
            value={item.label}
            onChange={(event) => change(item.id, { label: event.target.value })}
          />
          <Input
            aria-label="Amount or percentage"
            inputMode="decimal"
            className="text-right"
            value={item.value}
            onChange={(event) => change(item.id, { value: event.target.value })}
          />
          <Select
            aria-label="Kind of the amount"
            value={item.kind}
            options={KIND_OPTIONS}
            onChange={(event) => change(item.id, { kind: event.target.value === 'amount' ? 'amount' : 'percent' })}
          />
          <Select
            aria-label="Due"
            value={item.when}
            options={WHEN_OPTIONS}
            onChange={(event) =>
              change(item.id, { when: WHEN.find((one) => one === event.target.value) ?? 'acceptance' })
            }
          />
          {item.when === 'day' ? (
            <Input
              aria-label="Day"
              type="date"
              value={item.day}
              onChange={(event) => change(item.id, { day: event.target.value })}
            />
          ) : item.when === 'milestone' ? (
            <Input
              aria-label="Milestone"
              placeholder="Milestone"
              maxLength={200}
              value={item.milestone}
              onChange={(event) => change(item.id, { milestone: event.target.value })}
            />
          ) : (
            <span />
          )}
          <span className="tabular text-right text-sm font-medium">
            {amounts[index] ? money(amounts[index], currency) : '–'}
          </span>
          <IconButton
            label={`Remove ${item.label || 'the installment'}`}
            icon={<Trash2 />}
            onClick={() => onChange(plan.filter((one) => one !== item))}
          />
        </fieldset>
      ))}
      {problem && <FieldError>{problem}</FieldError>}
      <Button
        size="sm"
        className="justify-self-start"
        icon={<Plus />}
        onClick={() => onChange([...plan, newInstallment('')])}
      >
        Add installment
      </Button>
    </section>
  );
}
