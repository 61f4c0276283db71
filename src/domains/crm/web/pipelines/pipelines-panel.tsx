import { useQuery, useQueryClient } from '@tanstack/react-query';
import Archive from 'lucide-react/icons/archive';
import ArchiveRestore from 'lucide-react/icons/archive-restore';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { type Pipeline, pipelines } from '../../contract/pipelines.ts';
import { CRM } from '../../paths.ts';
import { StageDot } from '../opportunities/stage-color.tsx';
import { counted } from '../../../../records/web/format.ts';
import { PipelineEditor } from './pipeline-editor.tsx';

/** The pipelines in their order; one is opened to shape its stages. */
export function PipelinesPanel() {
  const client = useQueryClient();
  const list = useQuery(read(pipelines.list, { query: { archived: '1' } }));
  const [editing, setEditing] = useState<Pipeline | 'new' | null>(null);
  const [removing, setRemoving] = useState<{ pipeline: Pipeline; count: number } | null>(null);
  if (list.error && !list.data)
    return <Failure error={list.error} what="Pipelines" onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton className="h-40 w-full" />;
  const { items, editable } = list.data;
  const active = items.filter((pipeline) => !pipeline.archived);

  const act = async (failure: string, run: () => Promise<unknown>) => {
    try {
      await run();
      await Promise.all(
        [CRM.pipelines, CRM.opportunities].map((path) => client.invalidateQueries({ queryKey: [path] })),
      );
    } catch (error) {
      toast({ type: 'error', title: failure, description: messageFor(error, 'Try again.') });
    }
  };
  const move = (index: number, step: -1 | 1) => {
    const ids = active.map(({ id }) => id);
    [ids[index], ids[index + step]] = [ids[index + step]!, ids[index]!];
    void act('Couldn’t save the order', () => call(pipelines.order, { body: { ids } }));
  };
  const remove = async (pipeline: Pipeline) => {
    const { stages } = await call(pipelines.counts, { params: { id: pipeline.id } });
    const count = stages.reduce((sum, stage) => sum + stage.opportunities, 0);
    if (count > 0) return setRemoving({ pipeline, count });
    if (
      await confirm({
        title: `Delete the pipeline “${pipeline.name}”?`,
        description: 'It contains no opportunities. This can’t be undone.',
        action: 'Delete pipeline',
        tone: 'danger',
      })
    ) {
      await act(`Couldn’t delete ${pipeline.name}`, () => call(pipelines.remove, { params: { id: pipeline.id } }));
    }
  };

  if (editing) return <PipelineEditor pipeline={editing === 'new' ? null : editing} onDone={() => setEditing(null)} />;
  return (
    <div className="grid gap-4">
      {!editable && (
        <p className="text-sm text-muted">Only workspace administrators and owners can change pipelines.</p>
      )}
      <ul className="divide-y divide-line rounded-lg border border-line">
        {items.map((pipeline) => {
          const index = active.indexOf(pipeline);
          return (
            <li key={pipeline.id} className="grid gap-1.5 px-3 py-2.5">
              <div className="flex items-center gap-1">
                <span className="min-w-0 flex-1 truncate text-sm font-medium">{pipeline.name}</span>
                {pipeline.archived && <Badge>Archived</Badge>}
                {editable && !pipeline.archived && (
                  <IconButton
                    size="sm"
                    label={`Move ${pipeline.name} up`}
                    icon={<ArrowUp />}
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  />
                )}
                {editable && !pipeline.archived && (
                  <IconButton
                    size="sm"
                    label={`Move ${pipeline.name} down`}
                    icon={<ArrowDown />}
                    disabled={index === active.length - 1}
                    onClick={() => move(index, 1)}
                  />
                )}
                {editable && !pipeline.archived && (
                  <IconButton
                    size="sm"
                    label={`Edit ${pipeline.name}`}
                    icon={<Pencil />}
                    onClick={() => setEditing(pipeline)}
                  />
                )}
                {editable && (
                  <IconButton
                    size="sm"
                    label={pipeline.archived ? `Unarchive ${pipeline.name}` : `Archive ${pipeline.name}`}
                    icon={pipeline.archived ? <ArchiveRestore /> : <Archive />}
                    onClick={() =>
                      void act(`Couldn’t update ${pipeline.name}`, () =>
                        call(pipeline.archived ? pipelines.unarchive : pipelines.archive, {
                          params: { id: pipeline.id },
                        }),
                      )
                    }
                  />
                )}
                {editable && (
                  <IconButton
                    size="sm"
                    tone="danger"
                    label={`Delete ${pipeline.name}`}
                    icon={<Trash2 />}
                    onClick={() => void remove(pipeline)}
                  />
                )}
              </div>
              <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-muted">
                {pipeline.stages.map((stage) => (
                  <span key={stage.id} className="inline-flex items-center gap-1">
                    <StageDot color={stage.color} className="size-2!" />
                    {stage.name}
                  </span>
                ))}
              </p>
            </li>
          );
        })}
      </ul>
      {editable && (
        <div>
          <Button icon={<Plus />} onClick={() => setEditing('new')}>
            New pipeline
          </Button>
        </div>
      )}
      {removing && (
        <RemoveDialog
          {...removing}
          others={active.filter((one) => one.id !== removing.pipeline.id)}
          onClose={() => setRemoving(null)}
          onRemove={(moveTo) =>
            act(`Couldn’t delete ${removing.pipeline.name}`, () =>
              call(pipelines.remove, { params: { id: removing.pipeline.id }, query: { moveTo } }),
            )
          }
        />
      )}
    </div>
  );
}

interface RemoveDialogProps {
  pipeline: Pipeline;
  count: number;
  others: readonly Pipeline[];
  onClose: () => void;
  onRemove: (moveTo: string) => Promise<unknown>;
}

/** Where the opportunities of a deleted pipeline go. */
function RemoveDialog({ pipeline, count, others, onClose, onRemove }: RemoveDialogProps) {
  const options = others.flatMap((other) =>
    other.stages
      .filter((stage) => stage.outcome === 'open')
      .map((stage) => ({ value: stage.id, label: `${other.name}: ${stage.name}` })),
  );
  const [target, setTarget] = useState(options[0]?.value ?? '');
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    await onRemove(target);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Delete “${pipeline.name}”`}
      description={`It contains ${counted(count, 'opportunity', 'opportunities')}, including those in the trash.`}
      footer={
        <>
          <Button onClick={onClose}>Keep pipeline</Button>
          <Button variant="danger" disabled={!target} loading={busy} onClick={() => void submit()}>
            Move them and delete
          </Button>
        </>
      }
    >
      {options.length === 0 ? (
        <p className="text-sm">There is no other pipeline to move them to. Create one first.</p>
      ) : (
        <Field
          label="Open opportunities go to"
          hint="Won and lost opportunities go to the won and lost stages of that pipeline."
        >
          {(control) => (
            <Select {...control} options={options} value={target} onChange={(event) => setTarget(event.target.value)} />
          )}
        </Field>
      )}
    </Dialog>
  );
}
