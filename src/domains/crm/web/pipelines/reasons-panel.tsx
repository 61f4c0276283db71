import { useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { useUnsavedGuard } from '../../../../web/form/unsaved.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { closeReasons, pipelines } from '../../contract/pipelines.ts';
import { CRM } from '../../paths.ts';
import { type Reason, type ReasonsEdit, withOthersChanges } from './reasons-edit.ts';

/** Why opportunities are won and lost: two short lists. */
export function ReasonsPanel() {
  const list = useQuery(read(closeReasons.list));
  const editable = useQuery(read(pipelines.list, { query: { archived: '1' } })).data?.editable ?? false;
  if (list.error && !list.data)
    return <Failure error={list.error} what="Reasons" onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton className="h-40 w-full" />;
  const known = list.data.items
    .filter((reason) => !reason.archived)
    .map(({ id, outcome, label }): Reason => ({ id, outcome, label, key: id }));
  return <ReasonsEditor known={known} editable={editable} />;
}

/** Address parameters that open the settings. */
const OPENS = ['settings'];

function ReasonsEditor({ known, editable }: { known: readonly Reason[]; editable: boolean }) {
  const client = useQueryClient();
  const [edit, setEdit] = useState<ReasonsEdit>();
  const setReasons = (next: readonly Reason[]) => setEdit({ base: known, reasons: next });
  const [saving, setSaving] = useState(false);
  // While it is saved, the list comes back with the reasons that are new here.
  const reasons = !edit ? known : saving ? edit.reasons : withOthersChanges(edit, known);
  useUnsavedGuard(JSON.stringify(reasons) !== JSON.stringify(known) && !saving, OPENS);
  const save = async () => {
    setSaving(true);
    try {
      await call(closeReasons.save, {
        body: {
          reasons: reasons
            .filter((reason) => reason.label.trim())
            .map(({ id, outcome, label }) => ({ id, outcome, label })),
        },
      });
      await Promise.all(
        [CRM.closeReasons, CRM.opportunities].map((path) => client.invalidateQueries({ queryKey: [path] })),
      );
      setEdit(undefined);
      toast({ type: 'success', title: 'Reasons saved' });
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t save reasons', description: messageFor(error, 'Try again.') });
    } finally {
      setSaving(false);
    }
  };
  const move = (reason: Reason, step: -1 | 1) => {
    const same = reasons.filter((one) => one.outcome === reason.outcome);
    const other = same[same.indexOf(reason) + step];
    if (other) setReasons(reasons.map((one) => (one === reason ? other : one === other ? reason : one)));
  };
  return (
    <div className="grid gap-5">
      {(['lost', 'won'] as const).map((outcome) => {
        const own = reasons.filter((reason) => reason.outcome === outcome);
        return (
          <section key={outcome} aria-label={`Reasons why ${outcome}`} className="grid gap-2">
            <h3 className="text-sm font-semibold">{outcome === 'lost' ? 'Why deals are lost' : 'Why deals are won'}</h3>
            {own.map((reason, index) => (
              <div key={reason.key} className="flex items-center gap-1">
                <Input
                  aria-label={`Reason ${index + 1} why ${outcome}`}
                  maxLength={100}
                  readOnly={!editable}
                  value={reason.label}
                  onChange={(event) =>
                    setReasons(reasons.map((one) => (one === reason ? { ...one, label: event.target.value } : one)))
                  }
                />
                {editable && (
                  <IconButton
                    size="sm"
                    label={`Move ${reason.label || 'the reason'} up`}
                    icon={<ArrowUp />}
                    disabled={index === 0}
                    onClick={() => move(reason, -1)}
                  />
                )}
                {editable && (
                  <IconButton
                    size="sm"
                    label={`Move ${reason.label || 'the reason'} down`}
                    icon={<ArrowDown />}
                    disabled={index === own.length - 1}
                    onClick={() => move(reason, 1)}
                  />
                )}
                {editable && (
                  <IconButton
                    size="sm"
                    tone="danger"
                    label={`Remove ${reason.label || 'the reason'}`}
                    icon={<Trash2 />}
                    onClick={() => setReasons(reasons.filter((one) => one !== reason))}
                  />
                )}
              </div>
            ))}
            {own.length === 0 && <p className="text-sm text-muted">No reasons yet.</p>}
            {editable && (
              <div>
                <Button
                  size="sm"
                  icon={<Plus />}
                  onClick={() => setReasons([...reasons, { outcome, label: '', key: crypto.randomUUID() }])}
                >
                  Add reason
                </Button>
              </div>
            )}
          </section>
        );
      })}
      <p className="text-xs text-muted">
        Removed reasons stay on the deals that have them. To always ask for a reason, make it required in the won or
        lost stage of a pipeline.
      </p>
      {editable && (
        <div className="flex justify-end">
          <Button
            variant="primary"
            loading={saving}
            disabled={JSON.stringify(reasons) === JSON.stringify(known)}
            onClick={() => void save()}
          >
            Save reasons
          </Button>
        </div>
      )}
    </div>
  );
}
