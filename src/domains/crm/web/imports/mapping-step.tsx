import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { request } from '../../../../web/api/request.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Checkbox } from '../../../../web/ui/checkbox.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { type RecordImport, imports } from '../../contract/imports.ts';
import { fileSize } from '../../../../records/web/format.ts';
import { ColumnList } from './column-list.tsx';
import { ImportOptionsForm } from './import-options.tsx';
import { delimiterText, ENCODINGS } from './import-labels.ts';
import { isSufficient, NEEDED } from '../../contract/import-targets.ts';
import { columnProblem, withGuesses } from './mapping-draft.ts';
import { OwnerNames } from './owner-names.tsx';
import { PreviewTable } from './preview-table.tsx';
import { useImportActs } from './use-import-acts.ts';
import { useDeletedReferences } from './use-deleted-references.ts';
import { useMapping } from './use-mapping.ts';

/** Before an import runs: which column fills which field, how duplicates are matched, and what would happen. */
export function MappingStep({ current }: { current: RecordImport }) {
  const mapping = useMapping(current);
  const { draft, change, problem } = mapping;
  const acts = useImportActs(current);
  const client = useQueryClient();
  const [starting, setStarting] = useState(false);
  const gone = useDeletedReferences(current.kind, draft.options);
  const broken = draft.columns.filter((_, index) => columnProblem(current.kind, draft.columns, index, gone.own)).length;
  const options = gone.ownerId ?? gone.pipelineId;
  const sufficient = isSufficient(current.kind, draft.columns);
  const ready = broken === 0 && sufficient && !options;
  const start = async () => {
    setStarting(true);
    if (await mapping.settle()) {
      // An import that runs has no preview: a read that arrives after the start would be refused.
      await Promise.all(
        ['import-preview', 'import-unknown-owners'].map((of) => client.cancelQueries({ queryKey: [of, current.id] })),
      );
      await acts.start();
    }
    setStarting(false);
  };
  const left = draft.columns.filter(({ target, newField }) => target === null && !newField).length;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Card>
        <CardHeader
          title="Columns"
          description={`${draft.columns.length - left} of ${draft.columns.length} columns will be imported, ${left} skipped.`}
          actions={
            <Button size="sm" variant="ghost" onClick={() => change(withGuesses(draft, current.columns))}>
              Match again
            </Button>
          }
        />
        <CardBody className="grid grid-cols-1 gap-3">
          <FileFacts current={current} hasHeader={draft.hasHeader} onHeader={(on) => void mapping.setHasHeader(on)} />
          <ColumnList
            kind={current.kind}
            columns={current.columns}
            drafts={draft.columns}
            own={gone.own}
            problems={problem?.fields ?? []}
            onChange={(columns) => change({ ...draft, columns })}
          />
          {problem && <Banner tone="danger">{problem.message}</Banner>}
        </CardBody>
      </Card>
      <Card>
        <CardHeader title="Duplicates and defaults" />
        <CardBody>
          <ImportOptionsForm
            kind={current.kind}
            options={draft.options}
            gone={gone}
            onChange={(options) => change({ ...draft, options })}
          />
        </CardBody>
      </Card>
      {draft.columns.some(({ target }) => target === 'owner') && (
        <OwnerNames
          id={current.id}
          saved={mapping.saved}
          paused={starting}
          names={draft.options.ownerNames}
          onChange={(ownerNames) => change({ ...draft, options: { ...draft.options, ownerNames } })}
        />
      )}
      <Card>
        <CardHeader
          title="Preview"
          description="The first 100 rows as they will be imported. Nothing has been imported yet."
        />
        <CardBody className="min-h-64">
          <Preview kind={current.kind} id={current.id} saved={mapping.saved} ready={ready} paused={starting} />
        </CardBody>
      </Card>
      <div className="sticky bottom-(--shell-bar) z-10 -mx-4 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-canvas px-4 py-3">
        <p className="mr-auto text-sm text-muted" role="status">
          {broken > 0
            ? `${broken} ${broken === 1 ? 'column needs' : 'columns need'} a change.`
            : options
              ? options
              : !sufficient
                ? NEEDED[current.kind].message
                : mapping.pending
                  ? 'Saving…'
                  : problem
                    ? 'Not saved.'
                    : 'Saved. You can leave and come back.'}
        </p>
        <Button variant="primary" size="lg" disabled={!ready} loading={starting} onClick={() => void start()}>
          Start import
        </Button>
      </div>
    </div>
  );
}

/** How the file was read. */
function FileFacts({
  current,
  hasHeader,
  onHeader,
}: {
  current: RecordImport;
  hasHeader: boolean;
  onHeader: (on: boolean) => void;
}) {
  const { dialect, size } = current;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-muted">
      <span>
        {fileSize(size)}, {ENCODINGS[dialect.encoding]}, {delimiterText(dialect.delimiter)}
      </span>
      <Checkbox
        label="The first row contains column names"
        checked={hasHeader}
        onChange={(event) => onHeader(event.target.checked)}
      />
    </div>
  );
}

function Preview({
  kind,
  id,
  saved,
  ready,
  paused,
}: {
  kind: RecordImport['kind'];
  id: string;
  saved: number;
  ready: boolean;
  paused: boolean;
}) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    // Not under the import's path: its live changes say nothing about the preview, only a saved mapping does.
    queryKey: ['import-preview', id, saved],
    queryFn: ({ signal }) => request(imports.preview, { params: { id }, signal }),
    enabled: ready && !paused,
    placeholderData: (previous) => previous,
    gcTime: 0,
  });
  if (!ready) return <p className="text-sm text-muted">The preview appears when all columns are mapped.</p>;
  if (error)
    return (
      <Banner
        tone="danger"
        action={
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {messageFor(error, 'The preview could not be loaded.')}
      </Banner>
    );
  if (isPending)
    return (
      <div className="grid gap-2" aria-hidden="true">
        <Skeleton className="h-5 w-64" />
        <Skeleton className="h-48 w-full" />
      </div>
    );
  return (
    <div aria-busy={isFetching}>
      <PreviewTable kind={kind} preview={data} />
    </div>
  );
}
