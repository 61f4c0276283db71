import { useQuery, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Sheet } from '../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { type ApprovalKind, type ApprovalRule, approvalRules, type ApprovalTab } from '../contract.ts';
import { RuleForm } from './rule-form.tsx';

/** The rules that let requests through without a person's look. */
export function RulesSheet({
  tab,
  kinds,
  onClose,
}: {
  tab: ApprovalTab;
  kinds: readonly ApprovalKind[];
  onClose: () => void;
}) {
  const rules = useQuery(read(approvalRules.list));
  const [form, setForm] = useState<ApprovalRule | 'new'>();
  const known = new Map(kinds.map((kind) => [kind.name, kind]));
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title="Rules"
      description="Requests that match a rule run without review. All others wait for approval."
      footer={
        !form && (
          <Button variant="primary" icon={<Plus />} onClick={() => setForm('new')}>
            Add rule
          </Button>
        )
      }
    >
      {form ? (
        <RuleForm
          key={form === 'new' ? 'new' : form.id}
          rule={form === 'new' ? undefined : form}
          tab={tab}
          kinds={kinds}
          onDone={() => setForm(undefined)}
        />
      ) : (
        <>
          {rules.isPending && (
            <div className="grid gap-2" aria-hidden="true">
              <Skeleton className="h-14 w-full" />
              <Skeleton className="h-14 w-full" />
            </div>
          )}
          {rules.error && <Failure error={rules.error} what="Rules" onRetry={() => void rules.refetch()} />}
          {rules.data?.items.length === 0 && (
            <EmptyState title="No rules yet">
              Add a rule for requests you always approve. You see what it would have done before you turn it on.
            </EmptyState>
          )}
          <ul className="divide-y divide-line">
            {rules.data?.items.map((rule) => (
              <RuleRow key={rule.id} rule={rule} kind={known.get(rule.kind)} onEdit={() => setForm(rule)} />
            ))}
          </ul>
        </>
      )}
    </Sheet>
  );
}

function RuleRow({ rule, kind, onEdit }: { rule: ApprovalRule; kind: ApprovalKind | undefined; onEdit: () => void }) {
  const client = useQueryClient();
  const act = async (work: () => Promise<unknown>, failure: string) => {
    try {
      await work();
    } catch (error) {
      toast({ type: 'error', title: failure, description: messageFor(error, 'Try again.') });
    }
    await client.invalidateQueries({ queryKey: readKey(approvalRules.list) });
  };
  const { id, name, filter, dailyLimit, version, active, approved } = rule;
  const remove = async () => {
    if (
      !(await confirm({
        title: `Delete the rule “${name}”?`,
        description: 'Requests it would have approved will wait for a person.',
        action: 'Delete rule',
      }))
    )
      return;
    await act(() => call(approvalRules.remove, { params: { id } }), 'Rule not deleted');
  };
  return (
    <li data-testid="row" className="flex items-center gap-2 py-2.5">
      <button type="button" onClick={onEdit} className="min-w-0 flex-1 rounded-sm text-left">
        <span className="block truncate text-sm font-medium">{name}</span>
        <span className="block text-xs text-muted">
          {kind?.label ?? rule.kind} ·{' '}
          {filter.conditions.length === 0
            ? 'everything'
            : `${filter.conditions.length} ${filter.conditions.length === 1 ? 'condition' : 'conditions'}`}
          {dailyLimit !== null && ` · up to ${dailyLimit.toLocaleString()} a day`} · {approved.toLocaleString()}{' '}
          approved
        </span>
      </button>
      <Switch
        aria-label={`${name} is on`}
        checked={active}
        onCheckedChange={(on) =>
          void act(
            () =>
              call(approvalRules.update, {
                params: { id },
                body: { name, kind: rule.kind, filter, dailyLimit, active: on, version },
              }),
            'Rule not updated',
          )
        }
      />
      <IconButton label={`Delete ${name}`} tone="danger" icon={<Trash2 />} onClick={() => void remove()} />
    </li>
  );
}
