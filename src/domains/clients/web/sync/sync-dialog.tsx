import { useQuery, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { type Filter, type FilterField, NO_FILTER } from '../../../../kernel/filter-terms.ts';
import { ApiError, messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { FilterBar } from '../../../../web/table/filter/filter-bar.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import type { Option } from '../../../../web/ui/use-options.ts';
import { clients } from '../../contract.ts';
import {
  ConflictRule,
  Direction,
  type MappedPair,
  sync,
  type SyncDefinition,
  type SyncField,
  SyncKind,
  SyncSchedule,
} from '../../contract/sync.ts';
import { SYNC } from '../../paths.ts';
import { DIRECTION_WORDS, goneField, KIND_WORDS, RULE_WORDS, SCHEDULE_WORDS } from './labels.ts';

interface SyncDialogProps {
  /** Absent: a new one is set up. */
  existing?: SyncDefinition;
  onClose: () => void;
  onMade: (id: string) => void;
}

const choices = <T extends string>(words: Record<T, string>) =>
  (Object.entries(words) as [T, string][]).map(([value, label]) => ({ value, label }));

/** Sets a sync up, or changes it. */
export default function SyncDialog({ existing, onClose, onMade }: SyncDialogProps) {
  const cache = useQueryClient();
  const [client, setClient] = useState<Option | null>(
    existing ? { value: existing.client.id, label: existing.client.name } : null,
  );
  const [kind, setKind] = useState<SyncKind>(existing?.kind ?? 'contact');
  const [rules, setRules] = useState({
    direction: existing?.direction ?? 'to_ops',
    conflictRule: existing?.conflictRule ?? 'newest',
    schedule: existing?.schedule ?? 'change',
  } as { direction: Direction; conflictRule: ConflictRule; schedule: SyncSchedule });
  /** Null: what suggests itself. */
  const [mapping, setMapping] = useState<MappedPair[] | null>(existing?.mapping ?? null);
  const [filter, setFilter] = useState<Filter>(existing?.filter ?? NO_FILTER);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState('');
  const {
    data: options,
    error,
    refetch,
  } = useQuery({ ...read(sync.options, { query: { clientId: client?.value ?? '', kind } }), enabled: client !== null });
  const pairs = mapping ?? options?.suggested ?? [];
  const findClients = async (search: string) =>
    (await cache.fetchQuery(read(clients.list, { query: { search: search || undefined, limit: 20 } }))).items.map(
      ({ id, name }) => ({ value: id, label: name }),
    );

  const save = async () => {
    if (!client) return setProblem('Choose a client.');
    setSaving(true);
    setProblem('');
    const body = { ...rules, mapping: pairs, filter: filter.conditions.length > 0 ? filter : null };
    try {
      const saved = existing
        ? await call(sync.update, { params: { id: existing.id }, body: { ...body, version: existing.version } })
        : await call(sync.create, { body: { ...body, clientId: client.value, kind } });
      cache.setQueryData(read(sync.get, { params: { id: saved.id } }).queryKey, saved);
      await cache.invalidateQueries({ queryKey: [SYNC] });
      toast({
        type: 'success',
        title: existing ? 'Sync saved' : 'Sync created',
        ...(!existing && { description: 'It is paused. Do a dry run to see its effect.' }),
      });
      onMade(saved.id);
    } catch (failure) {
      setProblem(
        failure instanceof ApiError && failure.fields[0]
          ? failure.fields[0].message
          : messageFor(failure, 'The sync could not be saved.'),
      );
    } finally {
      setSaving(false);
    }
    return undefined;
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={existing ? 'Edit sync' : 'New sync'}
      description="New syncs start paused so that you can do a dry run first."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            loading={saving}
            disabled={!client || pairs.length === 0}
            onClick={() => void save()}
          >
            {existing ? 'Save' : 'Create sync'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {problem && <Banner tone="danger">{problem}</Banner>}
        {!existing && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Client" required>
              {(control) => (
                <Combobox
                  {...control}
                  label="Client"
                  source={findClients}
                  value={client}
                  onChange={(option) => {
                    setClient(option);
                    setMapping(null);
                  }}
                  placeholder="Search clients"
                  autoFocus
                />
              )}
            </Field>
            <Field label="Record type">
              {(control) => (
                <Select
                  {...control}
                  options={choices(KIND_WORDS)}
                  value={kind}
                  onChange={(event) => {
                    setKind(SyncKind.parse(event.target.value));
                    setMapping(null);
                    setFilter(NO_FILTER);
                  }}
                />
              )}
            </Field>
          </div>
        )}
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Direction">
            {(control) => (
              <Select
                {...control}
                options={choices(DIRECTION_WORDS)}
                value={rules.direction}
                onChange={(event) => setRules({ ...rules, direction: Direction.parse(event.target.value) })}
              />
            )}
          </Field>
          <Field label="Conflict rule">
            {(control) => (
              <Select
                {...control}
                options={choices(RULE_WORDS)}
                value={rules.conflictRule}
                onChange={(event) => setRules({ ...rules, conflictRule: ConflictRule.parse(event.target.value) })}
              />
            )}
          </Field>
          <Field label="Schedule">
            {(control) => (
              <Select
                {...control}
                options={choices(SCHEDULE_WORDS)}
                value={rules.schedule}
                onChange={(event) => setRules({ ...rules, schedule: SyncSchedule.parse(event.target.value) })}
              />
            )}
          </Field>
        </div>
        {error && !options && <Failure error={error} what="Fields" onRetry={() => void refetch()} />}
        {client && !options && !error && <Skeleton className="h-40 w-full" />}
        {client && options && (
          <>
            <Mapping
              ops={options.ops}
              client={options.client}
              clientName={client.label}
              pairs={pairs}
              onChange={setMapping}
            />
            <section aria-label="Records">
              <h3 className="mb-1 text-sm font-semibold">Records</h3>
              <p className="mb-2 text-xs text-muted">
                All records, or only those that match. Filters apply on the source side. Linked records stay linked.
              </p>
              <FilterBar
                fields={options.filterFields as FilterField[]}
                filter={filter}
                onFilterChange={setFilter}
                sourceOf={(field) => field.options ?? []}
                nameOf={(_field, value) => value}
              />
            </section>
          </>
        )}
      </div>
    </Dialog>
  );
}

interface MappingProps {
  ops: readonly SyncField[];
  client: readonly SyncField[];
  clientName: string;
  pairs: readonly MappedPair[];
  onChange: (pairs: MappedPair[]) => void;
}

/** True if two fields can be mapped: the same type, or text, which accepts anything. */
const fits = (one: SyncField | undefined, other: SyncField) =>
  !one || one.type === other.type || (one.type === 'text' && one.writable) || (other.type === 'text' && other.writable);

function Mapping({ ops, client, clientName, pairs, onChange }: MappingProps) {
  const change = (nth: number, pair: MappedPair) => onChange(pairs.map((one, n) => (n === nth ? pair : one)));
  const next = ops.find(
    (field) =>
      !pairs.some((pair) => pair.ops === field.key) &&
      client.some((other) => fits(field, other) && !pairs.some((pair) => pair.client === other.key)),
  );
  const add = () => {
    const partner =
      next && client.find((other) => fits(next, other) && !pairs.some((pair) => pair.client === other.key));
    if (next && partner) onChange([...pairs, { ops: next.key, client: partner.key }]);
  };
  const optionsOf = (
    fields: readonly SyncField[],
    side: keyof MappedPair,
    own: string,
    partner: SyncField | undefined,
  ) => [
    // A field that is gone stands there as it was chosen: the list would show another one, which no one chose.
    ...(fields.some(({ key }) => key === own) ? [] : [{ value: own, label: goneField(own) }]),
    ...fields
      .filter((field) => field.key === own || (fits(partner, field) && !pairs.some((pair) => pair[side] === field.key)))
      .map(({ key, label, writable }) => ({ value: key, label: writable ? label : `${label} (read only)` })),
  ];
  return (
    <section aria-label="Field mapping">
      <h3 className="mb-2 text-sm font-semibold">Field mapping</h3>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1.5">
        <span className="text-xs text-muted">Operations</span>
        <span className="truncate text-xs text-muted">{clientName}</span>
        <span />
        {pairs.map((pair, nth) => (
          <div key={pair.ops} className="contents">
            <Select
              aria-label={`Operations field ${nth + 1}`}
              options={optionsOf(
                ops,
                'ops',
                pair.ops,
                client.find(({ key }) => key === pair.client),
              )}
              value={pair.ops}
              onChange={(event) => change(nth, { ...pair, ops: event.target.value })}
            />
            <Select
              aria-label={`Client field ${nth + 1}`}
              options={optionsOf(
                client,
                'client',
                pair.client,
                ops.find(({ key }) => key === pair.ops),
              )}
              value={pair.client}
              onChange={(event) => change(nth, { ...pair, client: event.target.value })}
            />
            <IconButton
              size="sm"
              label={`Remove ${ops.find(({ key }) => key === pair.ops)?.label ?? 'mapping'}`}
              icon={<X />}
              onClick={() => onChange(pairs.filter((one) => one !== pair))}
            />
          </div>
        ))}
      </div>
      {next && (
        <Button size="sm" variant="ghost" icon={<Plus />} className="mt-2" onClick={add}>
          Add field
        </Button>
      )}
    </section>
  );
}
