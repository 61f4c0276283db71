import { useQuery } from '@tanstack/react-query';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import UserCheck from 'lucide-react/icons/user-check';
import { useState } from 'react';
import { type Filter, NO_FILTER } from '../../../../../kernel/filter-terms.ts';
import { call, read } from '../../../../../web/api/request.ts';
import { useDiscard } from '../../../../../web/form/unsaved.ts';
import { Button } from '../../../../../web/ui/button.tsx';
import { Dialog } from '../../../../../web/ui/dialog.tsx';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { Field } from '../../../../../web/ui/field.tsx';
import { IconButton } from '../../../../../web/ui/icon-button.tsx';
import { Input } from '../../../../../web/ui/input.tsx';
import { MultiCombobox } from '../../../../../web/ui/multi-combobox.tsx';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../../web/ui/states.tsx';
import { Switch } from '../../../../../web/ui/switch.tsx';
import type { Option } from '../../../../../web/ui/use-options.ts';
import { type AssignmentRule, assignmentRules } from '../../../contract/lead-rules.ts';
import { useOwners } from '../../../../../records/web/choices.ts';
import { offerUndo } from '../../../../../web/shell/undo.ts';
import { FilterWords, RuleFilter } from './rule-filter.tsx';
import { useAct } from '../../../../../records/web/use-row-action.ts';

/** Assigns leads without an owner: the people of the first matching rule take turns. */
export function AssignmentRules() {
  const { data, error, isPending, refetch } = useQuery(read(assignmentRules.list));
  const { nameOf } = useOwners();
  const [edited, setEdited] = useState<AssignmentRule | 'new' | null>(null);
  const act = useAct(assignmentRules.list.path);
  const rules = data?.items ?? [];
  const move = (from: number, to: number) => {
    const ids = rules.map((rule) => rule.id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    return act('Order updated', 'Couldn’t update the order', () => call(assignmentRules.order, { body: { ids } }));
  };
  const remove = async ({ id, label, filter, ownerIds, enabled }: AssignmentRule) => {
    if (
      !(await act('Rule removed', 'Couldn’t remove the rule', () => call(assignmentRules.remove, { params: { id } })))
    )
      return;
    offerUndo({
      title: `Rule “${label}” removed`,
      undo: () =>
        act('Rule restored', 'Couldn’t restore the rule', () =>
          call(assignmentRules.create, { body: { label, filter, ownerIds, enabled } }),
        ),
    });
  };
  return (
    <section aria-label="Assignment" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-prose text-sm text-muted">
          The first rule that matches a new lead applies. Its people take turns. People who left or are deactivated are
          skipped.
        </p>
        <Button variant="primary" icon={<Plus />} onClick={() => setEdited('new')}>
          New rule
        </Button>
      </div>
      {isPending && (
        <div className="grid gap-2" aria-hidden="true">
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
        </div>
      )}
      {error && !data && <Failure error={error} what="Rules" onRetry={() => void refetch()} />}
      {data?.items.length === 0 && (
        <EmptyState icon={<UserCheck />} title="No rules yet">
          Without rules, new leads have no owner until someone takes them.
        </EmptyState>
      )}
      <ol className="grid gap-2">
        {rules.map((rule, i) => (
          <li
            key={rule.id}
            data-testid="row"
            className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-raised px-3 py-2 text-sm"
          >
            <span className="tabular w-5 shrink-0 text-muted">{i + 1}.</span>
            <span className="min-w-0 flex-1 basis-60">
              <span className="block font-medium break-words">{rule.label}</span>
              <span className="block text-xs break-words text-muted">
                <FilterWords filter={rule.filter} none="Every lead" /> →{' '}
                {rule.ownerIds.map((id) => nameOf(id)).join(', ')}
              </span>
            </span>
            <Switch
              aria-label={`${rule.label} is on`}
              checked={rule.enabled}
              onCheckedChange={(enabled) =>
                void act(enabled ? 'Rule turned on' : 'Rule turned off', 'Couldn’t update the rule', () =>
                  call(assignmentRules.update, { params: { id: rule.id }, body: { enabled, version: rule.version } }),
                )
              }
            />
            <IconButton
              size="sm"
              label={`Move ${rule.label} up`}
              icon={<ArrowUp />}
              disabled={i === 0}
              onClick={() => void move(i, i - 1)}
            />
            <IconButton
              size="sm"
              label={`Move ${rule.label} down`}
              icon={<ArrowDown />}
              disabled={i === rules.length - 1}
              onClick={() => void move(i, i + 1)}
            />
            <IconButton size="sm" label={`Edit ${rule.label}`} icon={<Pencil />} onClick={() => setEdited(rule)} />
            <IconButton size="sm" label={`Remove ${rule.label}`} icon={<Trash2 />} onClick={() => void remove(rule)} />
          </li>
        ))}
      </ol>
      {edited && <AssignmentDialog rule={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />}
    </section>
  );
}

function AssignmentDialog({ rule, onClose }: { rule: AssignmentRule | undefined; onClose: () => void }) {
  const owners = useOwners();
  const [label, setLabel] = useState(rule?.label ?? '');
  const [filter, setFilter] = useState<Filter>(rule?.filter ?? NO_FILTER);
  const [people, setPeople] = useState<Option[]>(
    () => rule?.ownerIds.map((id) => ({ value: id, label: owners.nameOf(id) })) ?? [],
  );
  const [busy, setBusy] = useState(false);
  const mayClose = useDiscard([label, filter, people.map((person) => person.value)], busy);
  const act = useAct(assignmentRules.list.path);
  const save = async () => {
    setBusy(true);
    const body = { label: label.trim(), filter, ownerIds: people.map((person) => person.value) };
    const done = await act('Rule saved', 'Couldn’t save the rule', () =>
      rule
        ? call(assignmentRules.update, { params: { id: rule.id }, body: { ...body, version: rule.version } })
        : call(assignmentRules.create, { body }),
    );
    if (done) onClose();
    else setBusy(false);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={mayClose}
      title={rule ? 'Edit rule' : 'New rule'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            loading={busy}
            disabled={label.trim() === '' || people.length === 0}
            onClick={() => void save()}
          >
            Save rule
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="Name" required>
          {(control) => (
            <Input
              {...control}
              value={label}
              maxLength={80}
              autoComplete="off"
              autoFocus
              onChange={(event) => setLabel(event.target.value)}
            />
          )}
        </Field>
        <div>
          <p className="mb-1 text-sm font-medium">For new leads that match</p>
          <RuleFilter filter={filter} onChange={setFilter} />
          {filter.conditions.length === 0 && (
            <p className="mt-1 text-xs text-muted">Without a condition, the rule applies to every lead.</p>
          )}
        </div>
        <Field label="People" hint="They take turns." required>
          {(control) => (
            <MultiCombobox
              {...control}
              label="People"
              source={owners.options}
              value={people}
              onChange={setPeople}
              placeholder="Choose people"
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
