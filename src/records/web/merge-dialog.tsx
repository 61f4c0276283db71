import { useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import { useState } from 'react';
import { messageFor } from '../../web/api/error.ts';
import { call, request } from '../../web/api/request.ts';
import { send } from '../../web/api/send.ts';
import { offerUndo } from '../../web/shell/undo.ts';
import { Banner } from '../../web/ui/banner.tsx';
import { Button } from '../../web/ui/button.tsx';
import { Combobox } from '../../web/ui/combobox.tsx';
import { Dialog } from '../../web/ui/dialog.tsx';
import { Field } from '../../web/ui/field.tsx';
import { Skeleton } from '../../web/ui/skeleton.tsx';
import type { OptionSource } from '../../web/ui/use-options.ts';
import { KINDS } from '../contract/kinds.ts';
import { type MergedKind } from '../contract/kinds.ts';
import type { MergeCalls } from '../contract/merge.ts';
import type { FieldWords } from './field-labels.ts';
import { MergePreviewParts } from './merge-preview.tsx';
import { undoMerge } from './undo-merge.ts';

/** A record's name and two lines that distinguish it from others with the same name. */
export interface MergeFace {
  name: string;
  lines: readonly string[];
}

interface Versioned {
  id: string;
  version: number;
}

export interface MergeDialogProps<Rec extends Versioned> {
  kind: MergedKind;
  /** The merge calls of the kind. */
  calls: Pick<MergeCalls, 'preview' | 'merge'>;
  record: Rec;
  /** The other one, where it is known already. */
  otherId: string | null;
  faceOf: (record: Rec) => MergeFace;
  /** Candidates for what is typed; likely doubles where nothing is. */
  search: OptionSource;
  searchHint: string;
  words: FieldWords;
  onClose: () => void;
  onMerged: (kept: Rec) => void;
}

/**
 * Joins two records: which one stays, which value wins where both have one, and what moves over, before anything
 * happens.
 */
export function MergeDialog<Rec extends Versioned>({
  kind,
  calls,
  record,
  otherId,
  faceOf,
  search,
  searchHint,
  words,
  onClose,
  onMerged,
}: MergeDialogProps<Rec>) {
  const client = useQueryClient();
  const [chosenId, setChosenId] = useState(otherId);
  const [swapped, setSwapped] = useState(false);
  const [choose, setChoose] = useState<Record<string, 'keep' | 'merge'>>({});
  const [problem, setProblem] = useState<string>();
  const [merging, setMerging] = useState(false);
  const { one, many, path } = KINDS[kind];
  const own = `${path}/${chosenId ?? ''}`;
  const found = useQuery({
    queryKey: [own],
    queryFn: ({ signal }) => send<unknown>('GET', own, { signal }),
    enabled: chosenId !== null,
  }).data;
  const other = found as Rec | undefined;
  const [keep, merge] = swapped ? [other, record] : [record, other];
  const body = keep &&
    merge && { keepId: keep.id, keepVersion: keep.version, mergeId: merge.id, mergeVersion: merge.version, choose };
  const preview = useQuery({
    queryKey: [calls.preview.path, body],
    queryFn: ({ signal }) => request(calls.preview, { body: body!, signal }),
    enabled: body !== undefined,
    placeholderData: (previous) => previous,
  });

  const run = async () => {
    if (!body || merging) return;
    setMerging(true);
    setProblem(undefined);
    try {
      const done = await call(calls.merge, { body });
      const kept = done.record as unknown as Rec;
      client.setQueryData([`${path}/${kept.id}`], kept);
      await client.invalidateQueries({ queryKey: [path] });
      offerUndo({
        title: `${KINDS[kind].title} merged`,
        description: `${faceOf(merge).name} was merged into ${faceOf(kept).name}.`,
        undo: () => undoMerge(client, kind, done.mergeId),
      });
      onMerged(kept);
    } catch (error) {
      setProblem(messageFor(error, `The ${many} could not be merged. Try again.`));
      setMerging(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      size="lg"
      title={`Merge ${faceOf(record).name}`}
      description={`One ${one} is kept and gets everything from the other, which moves to the trash. You can undo this.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            loading={merging}
            disabled={!body || !preview.data || preview.isError}
            onClick={() => void run()}
          >
            {merge ? `Merge into ${faceOf(keep!).name}` : 'Merge'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="Merge with" hint={searchHint}>
          {(control) => (
            <Combobox
              {...control}
              label="Merge with"
              source={search}
              value={other ? { value: other.id, label: faceOf(other).name } : null}
              placeholder={`Search ${many}`}
              onChange={(option) => {
                setChosenId(option?.value ?? null);
                setChoose({});
              }}
            />
          )}
        </Field>
        {keep && merge && (
          <div className="grid items-center gap-2 sm:grid-cols-[1fr_auto_1fr]">
            <Face title="Kept" face={faceOf(keep)} />
            <Button
              size="sm"
              icon={<ArrowLeftRight />}
              onClick={() => {
                setSwapped(!swapped);
                setChoose({});
              }}
            >
              Swap
            </Button>
            <Face title="Moves to the trash" face={faceOf(merge)} />
          </div>
        )}
        {body && preview.isPending && <Skeleton className="h-32 w-full" />}
        {preview.data && body && (
          <MergePreviewParts
            one={one}
            preview={preview.data}
            choose={choose}
            words={words}
            onChoose={(field, whose) => setChoose({ ...choose, [field]: whose })}
          />
        )}
        {(problem || preview.error) && (
          <Banner tone="danger">
            {problem ?? messageFor(preview.error, 'The merge preview could not be loaded.')}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}

function Face({ title, face: { name, lines } }: { title: string; face: MergeFace }) {
  return (
    <div className="min-w-0 rounded-lg border border-line p-3 text-sm">
      <p className="text-xs text-muted">{title}</p>
      <p className="truncate font-medium" title={name}>
        {name}
      </p>
      {lines.map((line, i) => (
        <p key={i} className="truncate text-xs text-muted" title={line}>
          {line}
        </p>
      ))}
    </div>
  );
}
