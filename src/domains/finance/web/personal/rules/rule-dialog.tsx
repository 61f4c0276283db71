import { useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { lazy, Suspense, useState } from 'react';
import { ApiError, messageFor } from '../../../../../web/api/error.ts';
import { call } from '../../../../../web/api/request.ts';
import { useDiscard } from '../../../../../web/form/unsaved.ts';
import { toast } from '../../../../../web/shell/toast.ts';
import { Banner } from '../../../../../web/ui/banner.tsx';
import { Button } from '../../../../../web/ui/button.tsx';
import { Combobox } from '../../../../../web/ui/combobox.tsx';
import { Dialog } from '../../../../../web/ui/dialog.tsx';
import { Field } from '../../../../../web/ui/field.tsx';
import { IconButton } from '../../../../../web/ui/icon-button.tsx';
import { Input } from '../../../../../web/ui/input.tsx';
import { Select } from '../../../../../web/ui/select.tsx';
import { type Rule, rules } from '../../../contract/rules.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import { merchantKey } from '../../../engine/transactions/merchant.ts';
import { FINANCE } from '../../../paths.ts';
import { useAccounts, useCategories } from '../../accounts/use-ledger.ts';
import { useFinance } from '../../frame/use-finance.ts';
import { conditionWords, OPS } from './rule-labels.ts';

const PreviewDialog = lazy(() => import('./preview-dialog.tsx'));

type Condition = Rule['conditions'][number];
type Action = Rule['actions'][number];

interface RuleDialogProps {
  /** The edited rule; absent for a new one. */
  rule?: Rule;
  /** The transaction that the new one is made of. */
  from?: Transaction;
  onClose: () => void;
}

const TEXT_OPS = ['contains', 'is', 'startsWith', 'doesNotContain', 'matches'] as const;
const AMOUNT_OPS = ['is', 'gt', 'gte', 'lt', 'lte'] as const;
const FIELDS = [
  { value: 'payee', label: 'Payee' },
  { value: 'notes', label: 'Notes' },
  { value: 'amount', label: 'Amount' },
  { value: 'direction', label: 'Direction' },
  { value: 'accountId', label: 'Account' },
];
const ACTIONS = [
  { value: 'setCategory', label: 'Set category' },
  { value: 'setPayee', label: 'Set payee' },
  { value: 'addTag', label: 'Add tag' },
  { value: 'appendNotes', label: 'Append to notes' },
];

function startOf({
  rule,
  from,
}: Pick<RuleDialogProps, 'rule' | 'from'>): Pick<Rule, 'name' | 'combine' | 'conditions' | 'actions'> {
  if (rule) return rule;
  const key = from ? merchantKey(from.payee) || from.payee : '';
  return {
    name: from?.payee ?? '',
    combine: 'all',
    conditions: [{ field: 'payee', op: 'contains', value: key }],
    actions: [{ kind: 'setCategory', categoryId: from?.categoryId ?? '' }],
  };
}

/** A rule: when, and what then. Once saved it is tried on the past, where nothing happens unless one says so. */
export default function RuleDialog({ rule, from, onClose }: RuleDialogProps) {
  const { ledger } = useFinance();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => startOf({ rule, from }));
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState<Rule>();
  const mayClose = useDiscard(draft, saving || saved !== undefined);
  const save = async () => {
    setSaving(true);
    setProblems([]);
    const body = {
      name: draft.name.trim() || 'Rule',
      enabled: rule?.enabled ?? true,
      combine: draft.combine,
      conditions: draft.conditions,
      actions: draft.actions,
      stop: rule?.stop ?? false,
    };
    try {
      const kept = rule
        ? await call(rules.update, { params: { id: rule.id }, body: { version: rule.version, ...body } })
        : await call(rules.create, { body: { ledgerId: ledger.id, ...body } });
      await client.invalidateQueries({ queryKey: [FINANCE.rules] });
      toast({ type: 'success', title: `${kept.name} saved`, description: 'It runs on new transactions.' });
      setSaved(kept);
    } catch (error) {
      setProblems(
        error instanceof ApiError && error.fields.length > 0
          ? error.fields.map((field) => field.message)
          : [messageFor(error, 'The rule could not be saved.')],
      );
    } finally {
      setSaving(false);
    }
  };
  if (saved)
    return (
      <Suspense fallback={null}>
        <PreviewDialog rule={saved} onClose={onClose} />
      </Suspense>
    );
  const changeCondition = (index: number, condition: Condition) =>
    setDraft({ ...draft, conditions: draft.conditions.map((one, i) => (i === index ? condition : one)) });
  const changeAction = (index: number, action: Action) =>
    setDraft({ ...draft, actions: draft.actions.map((one, i) => (i === index ? action : one)) });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={mayClose}
      size="lg"
      title={rule ? 'Edit rule' : 'New rule'}
      description="Runs on new transactions. You can preview it on existing ones."
      footer={
        <Button variant="primary" loading={saving} onClick={() => void save()}>
          Save and preview
        </Button>
      }
    >
      <div className="grid gap-4">
        {problems.length > 0 && (
          <Banner tone="danger">
            {problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </Banner>
        )}
        <Field label="Name">
          {(control) => (
            <Input
              {...control}
              value={draft.name}
              maxLength={120}
              autoFocus
              onChange={(event) => setDraft({ ...draft, name: event.target.value })}
            />
          )}
        </Field>
        <fieldset className="grid gap-2">
          <legend className="mb-1 flex items-center gap-2 text-sm font-medium">
            When
            <Select
              aria-label="How conditions combine"
              className="w-44"
              options={[
                { value: 'all', label: 'all conditions match' },
                { value: 'any', label: 'any condition matches' },
              ]}
              value={draft.combine}
              onChange={(event) => setDraft({ ...draft, combine: event.target.value as Rule['combine'] })}
            />
          </legend>
          {draft.conditions.map((condition, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- conditions have no names of their own
            <div key={index} className="flex flex-wrap items-center gap-2">
              <ConditionEditor condition={condition} onChange={(next) => changeCondition(index, next)} />
              <IconButton
                size="sm"
                label={`Remove condition ${index + 1}`}
                icon={<X />}
                disabled={draft.conditions.length === 1}
                onClick={() => setDraft({ ...draft, conditions: draft.conditions.filter((_, i) => i !== index) })}
              />
            </div>
          ))}
          <div>
            <Button
              size="sm"
              icon={<Plus />}
              onClick={() =>
                setDraft({
                  ...draft,
                  conditions: [...draft.conditions, { field: 'direction', op: 'is', value: 'out' }],
                })
              }
            >
              Add condition
            </Button>
          </div>
        </fieldset>
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-sm font-medium">Then</legend>
          {draft.actions.map((action, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- actions have no names of their own
            <div key={index} className="flex flex-wrap items-center gap-2">
              <ActionEditor action={action} onChange={(next) => changeAction(index, next)} />
              <IconButton
                size="sm"
                label={`Remove action ${index + 1}`}
                icon={<X />}
                disabled={draft.actions.length === 1}
                onClick={() => setDraft({ ...draft, actions: draft.actions.filter((_, i) => i !== index) })}
              />
            </div>
          ))}
          <div>
            <Button
              size="sm"
              icon={<Plus />}
              onClick={() => setDraft({ ...draft, actions: [...draft.actions, { kind: 'addTag', tag: '' }] })}
            >
              Add action
            </Button>
          </div>
        </fieldset>
      </div>
    </Dialog>
  );
}

function blankCondition(field: string): Condition {
  switch (field) {
    case 'amount':
      return { field, op: 'lt', value: '0' };
    case 'direction':
      return { field, op: 'is', value: 'out' };
    case 'accountId':
      return { field, op: 'is', value: '' };
    default:
      return { field: field === 'notes' ? 'notes' : 'payee', op: 'contains', value: '' };
  }
}

function ConditionEditor({ condition, onChange }: { condition: Condition; onChange: (condition: Condition) => void }) {
  const { items, nameOf: accountName } = useAccounts();
  const { nameOf: categoryName } = useCategories();
  const { field, op, value } = condition;
  const ops: readonly string[] =
    field === 'payee' || field === 'notes' ? TEXT_OPS : field === 'amount' ? AMOUNT_OPS : ['is'];
  // Conditions that this editor does not know are kept.
  if (typeof value !== 'string' || !ops.includes(op) || !FIELDS.some((one) => one.value === field))
    return <span className="flex-1 text-sm">{conditionWords(condition, { accountName, categoryName })}</span>;
  const set = (change: { op?: string; value?: string }) =>
    onChange({ field, op: change.op ?? op, value: change.value ?? value } as Condition);
  return (
    <>
      <Select
        aria-label="Field"
        className="w-28"
        options={FIELDS}
        value={field}
        onChange={(event) => onChange(blankCondition(event.target.value))}
      />
      {ops.length > 1 && (
        <Select
          aria-label="Comparison"
          className="w-36"
          options={ops.map((one) => ({ value: one, label: OPS[one]! }))}
          value={op}
          onChange={(event) => set({ op: event.target.value })}
        />
      )}
      {field === 'direction' ? (
        <Select
          aria-label="Direction"
          className="w-36"
          options={[
            { value: 'out', label: 'is money out' },
            { value: 'in', label: 'is money in' },
          ]}
          value={value}
          onChange={(event) => set({ value: event.target.value })}
        />
      ) : field === 'accountId' ? (
        <Select
          aria-label="Account"
          className="min-w-40 flex-1"
          placeholder="Choose…"
          options={items.map((account) => ({ value: account.id, label: account.name }))}
          value={value}
          onChange={(event) => set({ value: event.target.value })}
        />
      ) : (
        <Input
          aria-label="Value"
          className="min-w-40 flex-1"
          value={value}
          maxLength={200}
          inputMode={field === 'amount' ? 'decimal' : 'text'}
          onChange={(event) => set({ value: event.target.value })}
        />
      )}
    </>
  );
}

function ActionEditor({ action, onChange }: { action: Action; onChange: (action: Action) => void }) {
  const { options, nameOf } = useCategories();
  const kindOf = (kind: string): Action => {
    switch (kind) {
      case 'setPayee':
        return { kind, payee: '' };
      case 'addTag':
        return { kind, tag: '' };
      case 'appendNotes':
        return { kind, text: '' };
      default:
        return { kind: 'setCategory', categoryId: '' };
    }
  };
  const text =
    action.kind === 'setPayee'
      ? action.payee
      : action.kind === 'addTag'
        ? action.tag
        : action.kind === 'appendNotes'
          ? action.text
          : action.kind === 'setNotes'
            ? action.notes
            : '';
  const write = (value: string) =>
    onChange(
      action.kind === 'setPayee'
        ? { ...action, payee: value }
        : action.kind === 'addTag'
          ? { ...action, tag: value }
          : action.kind === 'appendNotes'
            ? { ...action, text: value }
            : action.kind === 'setNotes'
              ? { ...action, notes: value }
              : action,
    );
  return (
    <>
      <Select
        aria-label="Action"
        className="w-44"
        options={action.kind === 'setNotes' ? [...ACTIONS, { value: 'setNotes', label: 'Set notes' }] : ACTIONS}
        value={action.kind}
        onChange={(event) => onChange(kindOf(event.target.value))}
      />
      {action.kind === 'setCategory' ? (
        <Combobox
          label="Category"
          className="min-w-48 flex-1"
          source={options}
          placeholder="Choose a category…"
          value={action.categoryId ? { value: action.categoryId, label: nameOf(action.categoryId) } : null}
          onChange={(option) => onChange({ ...action, categoryId: option?.value ?? '' })}
        />
      ) : (
        <Input
          aria-label="Text"
          className="min-w-40 flex-1"
          value={text}
          maxLength={200}
          onChange={(event) => write(event.target.value)}
        />
      )}
    </>
  );
}
