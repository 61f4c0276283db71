import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Filter, FilterField } from '../../../kernel/filter-terms.ts';
import { NO_FILTER } from '../../../kernel/filter-terms.ts';
import { messageFor } from '../../../web/api/error.ts';
import { call, readKey, request } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { FilterBar } from '../../../web/table/filter/filter-bar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import {
  type ApprovalKind,
  type ApprovalRule,
  approvalRules,
  type ApprovalTab,
  type RulePreview,
} from '../contract.ts';
import { STATE_WORDS } from './labels.ts';

interface RuleFormProps {
  rule: ApprovalRule | undefined;
  tab: ApprovalTab;
  kinds: readonly ApprovalKind[];
  onDone: () => void;
}

const NO_CHOICES = () => [];
const NO_NAMES = () => undefined;

/** Makes or changes a rule, and shows beside it what it would have done so far. */
export function RuleForm({ rule, tab, kinds, onDone }: RuleFormProps) {
  const client = useQueryClient();
  const [name, setName] = useState(rule?.name ?? '');
  const [kindName, setKindName] = useState(rule?.kind ?? kinds.find((kind) => kind.tab === tab)?.name ?? '');
  const [filter, setFilter] = useState<Filter>(rule?.filter ?? NO_FILTER);
  const [limit, setLimit] = useState(rule?.dailyLimit?.toString() ?? '');
  const [error, setError] = useState('');
  const [saving, setSaving] = useState(false);
  const kind = kinds.find((one) => one.name === kindName);
  const fields: readonly FilterField[] = kind?.filterFields ?? [];
  const save = async () => {
    setSaving(true);
    const body = {
      name,
      kind: kindName,
      filter,
      dailyLimit: limit.trim() === '' ? null : Number(limit),
      active: rule?.active ?? true,
    };
    try {
      if (rule) await call(approvalRules.update, { params: { id: rule.id }, body: { ...body, version: rule.version } });
      else await call(approvalRules.create, { body });
      await client.invalidateQueries({ queryKey: readKey(approvalRules.list) });
      toast({ type: 'success', title: rule ? 'Rule updated' : 'Rule added', description: name });
      onDone();
    } catch (failure) {
      setError(messageFor(failure, 'The rule could not be saved.'));
      setSaving(false);
    }
  };
  return (
    <form
      className="grid gap-4"
      aria-label={rule ? 'Edit rule' : 'New rule'}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {error && <Banner tone="danger">{error}</Banner>}
      <Field label="Name" required>
        {(control) => (
          <Input
            {...control}
            autoFocus
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label="Request type">
        {(control) => (
          <Select
            {...control}
            value={kindName}
            options={kinds.map((one) => ({ value: one.name, label: one.label }))}
            onChange={(event) => {
              setKindName(event.target.value);
              setFilter(NO_FILTER);
            }}
          />
        )}
      </Field>
      <div className="grid gap-1">
        <span className="text-sm font-medium">Approve automatically when</span>
        <FilterBar fields={fields} filter={filter} onFilterChange={setFilter} sourceOf={NO_CHOICES} nameOf={NO_NAMES} />
        {filter.conditions.length === 0 && (
          <p className="text-xs text-muted">
            Without a condition, every request of this type is approved automatically.
          </p>
        )}
      </div>
      <Field label="Daily limit" optional hint="Requests over the limit wait for a person.">
        {(control) => (
          <Input
            {...control}
            type="number"
            min={1}
            inputMode="numeric"
            value={limit}
            onChange={(event) => setLimit(event.target.value)}
          />
        )}
      </Field>
      {kindName && <Preview kind={kindName} filter={filter} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" loading={saving}>
          {rule ? 'Save rule' : 'Add rule'}
        </Button>
      </div>
    </form>
  );
}

const DAYS = 30;

function Preview({ kind, filter }: { kind: string; filter: Filter }) {
  const { data, error } = useQuery({
    queryKey: [approvalRules.preview.path, kind, JSON.stringify(filter)],
    queryFn: ({ signal }) => request(approvalRules.preview, { body: { kind, filter, days: DAYS }, signal }),
    placeholderData: (before) => before,
  });
  return (
    <section
      aria-labelledby="rule-preview"
      aria-live="polite"
      className="min-h-32 rounded-md border border-line bg-sunken p-3 text-sm"
    >
      <h3 id="rule-preview" className="mb-1 font-semibold">
        In the last {DAYS} days
      </h3>
      {error && <p className="text-danger-ink">{messageFor(error, 'The preview could not be loaded.')}</p>}
      {data && <PreviewText preview={data} />}
    </section>
  );
}

function PreviewText({ preview }: { preview: RulePreview }) {
  const { seen, matched, approved, edited, rejected, expired, waiting, sample } = preview;
  if (seen === 0) return <p className="text-muted">There are no requests of this type yet.</p>;
  const parts = [
    [approved, 'approved unchanged'],
    [edited, 'approved with changes'],
    [rejected, 'rejected'],
    [expired, 'lapsed'],
    [waiting, 'still waiting'],
  ] as const;
  return (
    <>
      <p>
        This rule would have approved {matched.toLocaleString()} of {seen.toLocaleString()} requests. Decisions people
        made on them:{' '}
        {parts
          .filter(([count]) => count > 0)
          .map(([count, words]) => `${count.toLocaleString()} ${words}`)
          .join(', ') || 'none yet'}
        .
      </p>
      {rejected + edited > 0 && (
        <p className="mt-1 font-medium text-warning-ink">
          {rejected + edited === 1 ? '1 request' : `${rejected + edited} requests`} would have run although someone
          rejected or edited it.
        </p>
      )}
      <ul className="mt-2 grid gap-1">
        {sample.map((item) => (
          <li key={item.id} className="flex items-center gap-2">
            <Badge tone={STATE_WORDS[item.state].tone}>{STATE_WORDS[item.state].text}</Badge>
            <span className="min-w-0 truncate" title={item.title}>
              {item.title}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
