import { lazy, Suspense, useEffect, useMemo } from 'react';
import type { RawSearch } from '../../../../../web/router/page.ts';
import { useRecordTitle } from '../../../../../web/router/titles.tsx';
import { usePageSearch, usePathParam } from '../../../../../web/router/use-page.ts';
import { remember } from '../../../../../web/shell/recents.ts';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { type Opportunity, OPPORTUNITY_SORTS, type OpportunityRow } from '../../../contract/opportunities.ts';
import { ActivitiesOf } from '../../activities/index.ts';
import { plainChanges } from '../../../../../records/web/changes.ts';
import { useFieldWords } from '../../../../../records/web/field-labels.ts';
import { Files } from '../../../../../records/web/files.tsx';
import { Notes } from '../../../../../records/web/notes.tsx';
import { RecordBody } from '../../../../../records/web/record-body.tsx';
import { RecordPath } from '../../../../../records/web/record-path.tsx';
import { RecordAbsent, RecordSkeleton } from '../../../../../records/web/record-states.tsx';
import { ConflictHost } from '../../../../../records/web/conflict-dialog.tsx';
import { isTimelineFilter, Timeline } from '../../../../../records/web/timeline.tsx';
import { TrashBanner } from '../../../../../records/web/trash-banner.tsx';
import { useEditShortcut } from '../../../../../records/web/use-edit-shortcut.ts';
import { listSearchOf, useNeighbours } from '../../../../../records/web/use-neighbours.ts';
import { useRecord } from '../../../../../records/web/use-record.ts';
import { useSaveRecord } from '../../../../../records/web/use-save-record.ts';
import { useTrash } from '../../../../../records/web/use-trash.ts';
import { useUndoKey } from '../../../../../web/shell/undo.ts';
import { OPPORTUNITY_WORDS } from '../labels.ts';
import { OpportunityDetails } from './details.tsx';
import { OpportunityHeader } from './header.tsx';
import { People } from './people.tsx';
import type { SaveOpportunity } from './save.ts';
import { StageHistory } from './stage-history.tsx';
import { StagePath } from './stage-path.tsx';
import { useStageMove } from './use-stage-move.tsx';
import { prepareRecord } from '../../../../../records/web/preload.ts';

// Exact arithmetic comes with the products: the record itself need not wait for it.
const Lines = lazy(async () => ({ default: (await import('./lines.tsx')).Lines }));

const NEIGHBOURS = { kind: 'opportunity', sorts: OPPORTUNITY_SORTS } as const;
const CHANGES = plainChanges<Opportunity>();
const nameOf = (opportunity: Opportunity) => opportunity.name;
const NO_TOTALS = { list: '0', discount: '0', net: '0', tax: '0', gross: '0' };

/** A record as far as its row in the list knows it, to be shown until the whole is there. */
function fromRow(row: OpportunityRow): Opportunity {
  return {
    ...row,
    description: '',
    closeNote: '',
    ownForecast: null,
    lines: [],
    totals: NO_TOTALS,
    people: [],
    importId: null,
    createdBy: null,
    updatedBy: null,
  };
}

const asIs = (raw: RawSearch): RawSearch => raw;

export const prepare = prepareRecord('opportunity');

/**
 * One opportunity with everything around it, at /opportunities/{id}. The list it was opened from travels in its
 * address.
 */
export default function OpportunityPage() {
  const id = usePathParam('id');
  const { record, partial, absent, error, retry } = useRecord<OpportunityRow, Opportunity>('opportunity', id, fromRow);
  return (
    <div data-testid="record" className="page-frame max-w-7xl">
      {record ? (
        <Record key={id} opportunity={record} partial={partial} />
      ) : absent ? (
        <RecordAbsent what="opportunity" list="/opportunities" listName="All opportunities" />
      ) : error ? (
        <Failure error={error} what="This opportunity" onRetry={retry} />
      ) : (
        <RecordSkeleton />
      )}
    </div>
  );
}

function Record({ opportunity, partial }: { opportunity: Opportunity; partial: boolean }) {
  const { id, name } = opportunity;
  const [raw, setSearch] = usePageSearch(asIs);
  const listSearch = useMemo(() => listSearchOf(raw, OPPORTUNITY_SORTS), [raw]);
  const deleted = opportunity.deletedAt !== null;
  const of = useMemo(() => ({ kind: 'opportunity', id }) as const, [id]);
  const words = useFieldWords('opportunity', OPPORTUNITY_WORDS);
  const save: SaveOpportunity = useSaveRecord({
    kind: 'opportunity',
    id,
    labelOf: words.labelOf,
    nameOf,
    changes: CHANGES,
  });
  const { remove, restore } = useTrash(of, name);
  const neighbours = useNeighbours(NEIGHBOURS, id, listSearch, !deleted || listSearch['trash'] === '1');
  const stage = useStageMove(opportunity);
  useRecordTitle(name);
  useUndoKey();
  useEditShortcut('Opportunity');
  useEffect(() => remember({ path: `/opportunities/${id}`, title: name }), [id, name]);

  const links = useMemo(
    () => ({
      opportunity: { value: id, label: name },
      ...(opportunity.contact && { contact: { value: opportunity.contact.id, label: opportunity.contact.name } }),
      ...(opportunity.company && { company: { value: opportunity.company.id, label: opportunity.company.name } }),
    }),
    [id, name, opportunity.contact, opportunity.company],
  );
  const readOnly = deleted || partial;
  const details = <OpportunityDetails opportunity={opportunity} save={save} partial={partial} readOnly={deleted} />;
  const filter = isTimelineFilter(raw['show']) ? raw['show'] : undefined;
  return (
    <>
      <RecordPath
        id={id}
        inTrash={deleted}
        kind="opportunity"
        name={name}
        listSearch={listSearch}
        position={neighbours}
      />
      <div className="mt-3 grid gap-3">
        <OpportunityHeader opportunity={opportunity} readOnly={readOnly} stage={stage} onDelete={() => void remove()} />
        {deleted ? (
          <TrashBanner kind="opportunity" onRestore={() => void restore()} />
        ) : (
          <StagePath opportunity={opportunity} stage={stage} readOnly={readOnly} />
        )}
      </div>
      {deleted ? (
        <div className="mt-5 max-w-md">{details}</div>
      ) : (
        <RecordBody
          of={of}
          label="Opportunity sections"
          details={details}
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
            {
              value: 'lines',
              label: 'Products',
              content: (
                <Suspense fallback={<Skeleton className="h-24 w-full" />}>
                  <Lines opportunity={opportunity} save={save} readOnly={readOnly} />
                </Suspense>
              ),
            },
            {
              value: 'people',
              label: 'People',
              content: <People opportunity={opportunity} save={save} readOnly={readOnly} />,
            },
            { value: 'stages', label: 'Stages', content: <StageHistory opportunity={opportunity} /> },
            {
              value: 'activities',
              label: 'Activities',
              content: <ActivitiesOf of={{ opportunityId: id }} links={links} />,
            },
            { value: 'notes', label: 'Notes', content: <Notes of={of} /> },
            { value: 'files', label: 'Files', content: <Files of={of} /> },
          ]}
        />
      )}
      {stage.dialog}
      <ConflictHost words={words} />
    </>
  );
}
