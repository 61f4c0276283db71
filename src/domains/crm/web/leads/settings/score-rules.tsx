import { useQuery } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import Target from 'lucide-react/icons/target';
import { useState } from 'react';
import { type Filter, NO_FILTER } from '../../../../../kernel/filter-terms.ts';
import { call, read, request } from '../../../../../web/api/request.ts';
import { useDiscard } from '../../../../../web/form/unsaved.ts';
import { Button } from '../../../../../web/ui/button.tsx';
import { Dialog } from '../../../../../web/ui/dialog.tsx';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { Field } from '../../../../../web/ui/field.tsx';
import { IconButton } from '../../../../../web/ui/icon-button.tsx';
import { Input } from '../../../../../web/ui/input.tsx';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../../web/ui/states.tsx';
import { Switch } from '../../../../../web/ui/switch.tsx';
import { type ScoreRule, scoreRules } from '../../../contract/lead-rules.ts';
import { countOf } from '../../../../../records/contract/kinds.ts';
import { offerUndo } from '../../../../../web/shell/undo.ts';
import { FilterWords, RuleFilter } from './rule-filter.tsx';
import { useAct } from '../../../../../records/web/use-row-action.ts';

const signed = (points: number) => (points > 0 ? `+${points}` : String(points));

/** The rules that make the score. Each change scores all leads again, in the background. */
export function ScoreRules() {
  const { data, error, isPending, refetch } = useQuery(read(scoreRules.list));
  const [edited, setEdited] = useState<ScoreRule | 'new' | null>(null);
  const act = useAct(scoreRules.list.path);
  const remove = async (rule: ScoreRule) => {
    const { label, filter, points, enabled } = rule;
    if (
      !(await act('Rule removed', 'Couldn’t remove the rule', () =>
        call(scoreRules.remove, { params: { id: rule.id } }),
      ))
    )
      return;
    offerUndo({
      title: `Rule “${label}” removed`,
      undo: () =>
        act('Rule restored', 'Couldn’t restore the rule', () =>
          call(scoreRules.create, { body: { label, filter, points, enabled } }),
        ),
    });
  };
  return (
    <section aria-label="Score" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-prose text-sm text-muted">
          A lead gets the points of every rule it matches. The score ranges from 0 to 100 and is shown with its reasons.
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
        <EmptyState icon={<Target />} title="No rules yet">
          Without rules, leads have no score. Start with what sets your best customers apart, such as their title,
          source, or company.
        </EmptyState>
      )}
      <ul className="grid gap-2">
        {data?.items.map((rule) => (
          <li
            key={rule.id}
            data-testid="row"
            className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-raised px-3 py-2 text-sm"
          >
            <span className="tabular w-10 shrink-0 text-right font-semibold">{signed(rule.points)}</span>
            <span className="min-w-0 flex-1 basis-60">
              <span className="block font-medium break-words">{rule.label}</span>
              <span className="block text-xs break-words text-muted">
                <FilterWords filter={rule.filter} none="Every lead" />
              </span>
            </span>
            <Switch
              aria-label={`${rule.label} is on`}
              checked={rule.enabled}
              onCheckedChange={(enabled) =>
                void act(enabled ? 'Rule turned on' : 'Rule turned off', 'Couldn’t update the rule', () =>
                  call(scoreRules.update, { params: { id: rule.id }, body: { enabled, version: rule.version } }),
                )
              }
            />
            <IconButton size="sm" label={`Edit ${rule.label}`} icon={<Pencil />} onClick={() => setEdited(rule)} />
            <IconButton size="sm" label={`Remove ${rule.label}`} icon={<Trash2 />} onClick={() => void remove(rule)} />
          </li>
        ))}
      </ul>
      {edited && <ScoreDialog rule={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />}
    </section>
  );
}

function ScoreDialog({ rule, onClose }: { rule: ScoreRule | undefined; onClose: () => void }) {
  const [label, setLabel] = useState(rule?.label ?? '');
  const [points, setPoints] = useState(String(rule?.points ?? 10));
  const [filter, setFilter] = useState<Filter>(rule?.filter ?? NO_FILTER);
  const [busy, setBusy] = useState(false);
  const mayClose = useDiscard([label, points, filter], busy);
  const act = useAct(scoreRules.list.path);
  const fits = useQuery({
    queryKey: ['score-rule-preview', filter],
    queryFn: ({ signal }) => request(scoreRules.preview, { body: { filter }, signal }),
    enabled: filter.conditions.length > 0,
    gcTime: 0,
  });
  const value = Number(points);
  const complete =
    label.trim() !== '' &&
    filter.conditions.length > 0 &&
    Number.isInteger(value) &&
    Math.abs(value) <= 100 &&
    points !== '';
  const save = async () => {
    setBusy(true);
    const body = { label: label.trim(), filter, points: value };
    const done = await act('Rule saved. All leads are being rescored.', 'Couldn’t save the rule', () =>
      rule
        ? call(scoreRules.update, { params: { id: rule.id }, body: { ...body, version: rule.version } })
        : call(scoreRules.create, { body }),
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
          <Button variant="primary" loading={busy} disabled={!complete} onClick={() => void save()}>
            Save rule
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="Name" hint="Shown as the reason next to the score." required>
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
        <Field label="Points" hint="-100 to 100" required>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={-100}
              max={100}
              step={1}
              value={points}
              onChange={(event) => setPoints(event.target.value)}
            />
          )}
        </Field>
        <div>
          <p className="mb-1 text-sm font-medium" id="score-conditions">
            For leads that match
          </p>
          <RuleFilter filter={filter} onChange={setFilter} />
          <p role="status" className="mt-1 min-h-5 text-xs text-muted">
            {fits.data && `Matches ${countOf('lead', fits.data.count)}${fits.data.capped ? ' or more' : ''}`}
          </p>
        </div>
      </div>
    </Dialog>
  );
}
