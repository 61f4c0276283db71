import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { usePathParam, usePageSearch } from '../../../../web/router/use-page.ts';
import { useGo } from '../../../../web/router/link.tsx';
import type { RawSearch } from '../../../../web/router/page.ts';
import { useRecordTitle } from '../../../../web/router/titles.tsx';
import { remember } from '../../../../web/shell/recents.ts';
import { useShortcuts } from '../../../../web/shell/shortcuts.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { type Activity, ACTIVITY_SORTS } from '../../contract/activities.ts';
import { CRM } from '../../paths.ts';
import { plainChanges } from '../../../../records/web/changes.ts';
import { useFieldWords } from '../../../../records/web/field-labels.ts';
import { Files } from '../../../../records/web/files.tsx';
import { catchLostFocus } from '../../../../records/web/restore-focus.ts';
import { Notes } from '../../../../records/web/notes.tsx';
import { RecordBody } from '../../../../records/web/record-body.tsx';
import { RecordPath } from '../../../../records/web/record-path.tsx';
import { RecordAbsent, RecordSkeleton } from '../../../../records/web/record-states.tsx';
import { ConflictHost } from '../../../../records/web/conflict-dialog.tsx';
import { isTimelineFilter, Timeline } from '../../../../records/web/timeline.tsx';
import { TrashBanner } from '../../../../records/web/trash-banner.tsx';
import { listSearchOf, useNeighbours } from '../../../../records/web/use-neighbours.ts';
import { useRecord } from '../../../../records/web/use-record.ts';
import { useSaveRecord } from '../../../../records/web/use-save-record.ts';
import { useTrash } from '../../../../records/web/use-trash.ts';
import { useUndoKey } from '../../../../web/shell/undo.ts';
import { ActivityActions, ActivityDetails } from './activity-details.tsx';
import { ACTIVITY_WORDS } from './field-labels.ts';
import { TYPE_WORDS, TypeIcon } from './labels.tsx';
import { prepareRecord } from '../../../../records/web/preload.ts';

const ActivityDialog = lazy(() => import('./activity-dialog.tsx'));

const NEIGHBOURS = { kind: 'activity', sorts: ACTIVITY_SORTS } as const;
const CHANGES = plainChanges<Activity>();
const nameOf = ({ subject }: Activity) => subject;
const asIs = (raw: RawSearch): RawSearch => raw;

export const prepare = prepareRecord('activity');

/** One activity with everything around it, at /activities/{id}. The list it was opened from travels in its address. */
export default function ActivityPage() {
  const id = usePathParam('id');
  const { record, absent, error, retry } = useRecord<Activity, Activity>('activity', id, (row) => row);
  return (
    <div data-testid="record" className="page-frame max-w-6xl">
      {record ? (
        <ActivityRecord key={id} activity={record} />
      ) : absent ? (
        <RecordAbsent what="activity" list="/activities" listName="All activities" />
      ) : error ? (
        <Failure error={error} what="This activity" onRetry={retry} />
      ) : (
        <RecordSkeleton />
      )}
    </div>
  );
}

function ActivityRecord({ activity }: { activity: Activity }) {
  const { id, subject } = activity;
  const [raw, setSearch] = usePageSearch(asIs);
  const listSearch = useMemo(() => listSearchOf(raw, ACTIVITY_SORTS), [raw]);
  const deleted = activity.deletedAt !== null;
  const of = useMemo(() => ({ kind: 'activity', id }) as const, [id]);
  const words = useFieldWords('activity', ACTIVITY_WORDS);
  const trash = useTrash(of, subject);
  const neighbours = useNeighbours(NEIGHBOURS, id, listSearch, !deleted);
  const [editing, setEditing] = useState(false);
  const client = useQueryClient();
  const go = useGo();
  const save = useSaveRecord({ kind: 'activity', id, labelOf: words.labelOf, nameOf, changes: CHANGES });
  useRecordTitle(subject);
  useUndoKey();
  useShortcuts(
    useMemo(
      () => [
        {
          keys: 'e',
          label: 'Edit the activity or the focused field',
          group: 'Activity',
          run: () => {
            const field = document.activeElement?.closest('[data-field]')?.querySelector<HTMLElement>('[data-edit]');
            if (field) field.click();
            else setEditing(true);
          },
        },
      ],
      [],
    ),
  );
  useEffect(() => remember({ path: `/activities/${id}`, title: subject }), [id, subject]);
  const filter = isTimelineFilter(raw['show']) ? raw['show'] : undefined;
  return (
    <>
      <RecordPath
        id={id}
        inTrash={deleted}
        kind="activity"
        name={subject}
        listSearch={listSearch}
        position={neighbours}
      />
      <header className="mt-3 flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <h1 tabIndex={-1} className="page-title break-words">
            {subject}
          </h1>
          <p className="flex items-center gap-1.5 text-sm text-muted">
            <TypeIcon type={activity.type} />
            {TYPE_WORDS[activity.type]}
          </p>
        </div>
        {!deleted && (
          <div className="flex flex-wrap items-center gap-2" data-noprint>
            <ActivityActions
              activity={activity}
              onEdit={() => setEditing(true)}
              onGone={() =>
                void client.invalidateQueries({ queryKey: [`${CRM.activities}/${id}`] }).then(catchLostFocus)
              }
            />
          </div>
        )}
      </header>
      {deleted && (
        <div className="mt-3">
          <TrashBanner kind="activity" onRestore={() => void trash.restore()} />
        </div>
      )}
      {deleted ? (
        <div className="mt-5 max-w-md">
          <ActivityDetails activity={activity} />
        </div>
      ) : (
        <RecordBody
          of={of}
          label="Activity sections"
          details={
            <ActivityDetails activity={activity} onSaveOwn={(custom) => save({ fields: { custom } }, activity)} />
          }
          tab={raw['tab']}
          onTab={(tab) => setSearch({ tab }, { replace: true })}
          tabs={[
            {
              value: 'timeline',
              label: 'Timeline',
              content: (
                <Timeline
                  of={of}
                  filter={filter}
                  onFilter={(show) => setSearch({ show }, { replace: true })}
                  words={words}
                />
              ),
            },
            { value: 'notes', label: 'Notes', content: <Notes of={of} /> },
            { value: 'files', label: 'Files', content: <Files of={of} /> },
          ]}
        />
      )}
      <ConflictHost words={words} />
      {editing && (
        <Suspense fallback={null}>
          <ActivityDialog
            activity={activity}
            onClose={() => setEditing(false)}
            onSaved={(saved) => {
              if (saved.id !== id) void go(`/activities/${saved.id}`, { replace: true });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
