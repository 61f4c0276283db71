import { useQuery } from '@tanstack/react-query';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useState } from 'react';
import { read } from '../../../web/api/request.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Sheet } from '../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import type { Definition } from '../contract/definition.ts';
import { type Workflow, workflows } from '../contract/workflows.ts';
import { differenceOf, type PartDifference, type StepDifference } from '../engine/version-diff.ts';
import { STEP_LABELS } from './step-labels.ts';
import type { LocalDraft } from './use-draft.ts';
import { stepDetail, stepTitle } from './labels.ts';

interface VersionsSheetProps {
  workflow: Workflow;
  draft: LocalDraft;
  /** Number of the version that is looked at; the latest where none is named. */
  chosen: string;
  onChoose: (number: string) => void;
  /** Makes a version the draft again. */
  onRestore: (definition: Definition, number: number) => void;
  onClose: () => void;
}

/** Published versions, their differences from another version or the draft, and restoring. */
export default function VersionsSheet({ workflow, draft, chosen, onChoose, onRestore, onClose }: VersionsSheetProps) {
  const { data, error, isPending, refetch } = useQuery(read(workflows.versions, { params: { id: workflow.id } }));
  const [against, setAgainst] = useState('');
  const items = data?.items ?? [];
  const version = items.find(({ number }) => String(number) === chosen) ?? items[0];
  const other = items.find(({ number }) => String(number) === against);
  return (
    <Sheet open onOpenChange={onClose} title="Versions" description="A run keeps the version it started with.">
      {isPending && <Skeleton className="h-48 w-full" />}
      {error && !data && <Failure error={error} what="Versions" onRetry={() => void refetch()} />}
      {data?.items.length === 0 && (
        <EmptyState icon={<RotateCcw />} title="No published versions yet">
          Each time you publish, that version is kept here.
        </EmptyState>
      )}
      <ul className="mb-4 grid gap-1">
        {items.map(({ number, note, publishedAt, publishedBy }) => (
          <li key={number} data-testid="row">
            <button
              type="button"
              aria-pressed={number === version?.number}
              onClick={() => onChoose(String(number))}
              className={cx(
                'flex min-h-control w-full flex-wrap items-center gap-x-2 rounded-md border px-3 py-1.5 text-left text-sm',
                number === version?.number ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
              )}
            >
              <span className="font-medium">Version {number}</span>
              {number === workflow.published && <Badge tone="success">Current</Badge>}
              <span className="ml-auto text-xs text-muted">
                <RelativeTime value={publishedAt} />
                {publishedBy && ` by ${publishedBy.name}`}
              </span>
              {note && <span className="w-full text-xs text-muted">{note}</span>}
            </button>
          </li>
        ))}
      </ul>
      {version && (
        <section aria-label={`Version ${version.number} compared`}>
          <div className="mb-3 flex flex-wrap items-center gap-2">
            <label className="flex items-center gap-2 text-sm">
              From version {version.number} to
              <Select
                className="w-36"
                placeholder="the draft"
                value={against}
                onChange={(event) => setAgainst(event.target.value)}
                options={items
                  .filter(({ number }) => number !== version.number)
                  .map(({ number }) => ({ value: String(number), label: `version ${number}` }))}
              />
            </label>
            <Button
              size="sm"
              icon={<RotateCcw />}
              className="ml-auto"
              onClick={() => onRestore(version.definition, version.number)}
            >
              Restore as draft
            </Button>
          </div>
          <Comparison before={version.definition} after={other?.definition ?? (draft as unknown as Definition)} />
        </section>
      )}
    </Sheet>
  );
}

const CHANGES = {
  same: { text: '', tone: 'neutral', frame: 'border-line' },
  added: { text: 'Added', tone: 'success', frame: 'border-success' },
  removed: { text: 'Removed', tone: 'danger', frame: 'border-danger' },
  changed: { text: 'Changed', tone: 'warning', frame: 'border-warning' },
  moved: { text: 'Moved', tone: 'info', frame: 'border-accent' },
} as const satisfies Record<StepDifference['change'], { text: string; tone: string; frame: string }>;

function Comparison({ before, after }: { before: Definition; after: Definition }) {
  const { trigger, steps } = differenceOf(before, after);
  if (trigger.length === 0 && steps.every(({ change }) => change === 'same'))
    return <p className="rounded-md bg-sunken px-3 py-2 text-sm text-muted">No differences.</p>;
  return (
    <ol className="grid gap-1.5">
      {trigger.length > 0 && (
        <li className="rounded-md border border-warning px-3 py-2 text-sm">
          <p className="flex items-center gap-2 font-medium">
            Trigger<Badge tone="warning">Changed</Badge>
          </p>
          <Parts parts={trigger} />
        </li>
      )}
      {steps.map(({ step, depth, change, parts }) => {
        const { text, tone, frame } = CHANGES[change];
        const { icon: Icon } = STEP_LABELS[step.kind];
        return (
          <li
            key={`${change} ${step.id}`}
            style={{ marginInlineStart: `${depth}rem` }}
            className={cx('rounded-md border px-3 py-2 text-sm', frame)}
          >
            <p className={cx('flex items-center gap-2', change === 'removed' && 'line-through')}>
              <Icon size={14} aria-hidden={true} className="shrink-0 text-muted" />
              <span className="min-w-0 truncate font-medium">{stepTitle(step)}</span>
              <span className="min-w-0 flex-1 truncate text-xs text-muted">{stepDetail(step)}</span>
              {text && <Badge tone={tone}>{text}</Badge>}
            </p>
            <Parts parts={parts} />
          </li>
        );
      })}
    </ol>
  );
}

function Parts({ parts }: { parts: readonly PartDifference[] }) {
  const catalogue = useQuery({ ...read(workflows.catalogue), enabled: parts.some(({ part }) => part === 'stageId') });
  if (parts.length === 0) return null;
  const stages = new Map(
    catalogue.data?.pipelines.flatMap((pipeline) => pipeline.stages.map(({ id, name }) => [id, name])),
  );
  const shown = (part: string, value: unknown) =>
    asText(
      part === 'stageId' && typeof value === 'string' && value !== ''
        ? (stages.get(value) ?? 'a deleted stage')
        : value,
    );
  return (
    <dl className="mt-1.5 grid gap-1 text-xs">
      {parts.map(({ part, before, after }) => (
        <div key={part} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-2">
          <dt className="text-muted first-letter:uppercase">{part === 'stageId' ? 'stage' : part}</dt>
          <dd className="break-words whitespace-pre-wrap">
            <del className="text-danger-ink">{shown(part, before)}</del> →{' '}
            <ins className="text-success-ink no-underline">{shown(part, after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function asText(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  return typeof value === 'string'
    ? value
    : JSON.stringify(value, null, 1)
        .replaceAll(/[{}[\]"]/g, '')
        .replaceAll(/\n\s*/g, ' ')
        .trim() || 'nothing';
}
