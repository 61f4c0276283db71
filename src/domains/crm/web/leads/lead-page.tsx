import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call } from '../../../../web/api/request.ts';
import { Link, useGo } from '../../../../web/router/link.tsx';
import type { RawSearch } from '../../../../web/router/page.ts';
import { useRecordTitle } from '../../../../web/router/titles.tsx';
import { usePageSearch, usePathParam } from '../../../../web/router/use-page.ts';
import { remember } from '../../../../web/shell/recents.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { conversion } from '../../contract/lead-conversion.ts';
import { type Lead, LEAD_SORTS, type LeadRow } from '../../contract/leads.ts';
import { CRM } from '../../paths.ts';
import { ActivitiesOf } from '../activities/index.ts';
import { plainChanges } from '../../../../records/web/changes.ts';
import { useFieldWords } from '../../../../records/web/field-labels.ts';
import { Files } from '../../../../records/web/files.tsx';
import { Notes } from '../../../../records/web/notes.tsx';
import { RecordBody } from '../../../../records/web/record-body.tsx';
import { RecordPath } from '../../../../records/web/record-path.tsx';
import { RecordAbsent, RecordSkeleton } from '../../../../records/web/record-states.tsx';
import { ConflictHost } from '../../../../records/web/conflict-dialog.tsx';
import { isTimelineFilter, Timeline } from '../../../../records/web/timeline.tsx';
import { TrashBanner } from '../../../../records/web/trash-banner.tsx';
import { useEditShortcut } from '../../../../records/web/use-edit-shortcut.ts';
import { listSearchOf, useNeighbours } from '../../../../records/web/use-neighbours.ts';
import { useRecord } from '../../../../records/web/use-record.ts';
import { useSaveRecord } from '../../../../records/web/use-save-record.ts';
import { useTrash } from '../../../../records/web/use-trash.ts';
import { useUndoKey } from '../../../../web/shell/undo.ts';
import { LeadDetails } from './lead-details.tsx';
import { LeadDuplicates, useLeadDuplicates } from './lead-duplicates.tsx';
import { LeadHeader } from './lead-header.tsx';
import { LEAD_WORDS, leadNameOf } from './lead-labels.tsx';
import { ScoreCard } from './score-card.tsx';
import { prepareRecord } from '../../../../records/web/preload.ts';

const MergeLead = lazy(() => import('./merge-lead.tsx'));
const ConvertDialog = lazy(() => import('./convert-dialog.tsx'));

const LIST = { kind: 'lead', sorts: LEAD_SORTS } as const;
const CHANGES = plainChanges<Lead>();
const asIs = (raw: RawSearch): RawSearch => raw;

/** A record as far as its row in the list knows it, to be shown until the whole is there. */
function fromRow(row: LeadRow): Lead {
  return {
    ...row,
    website: '',
    about: '',
    statusReason: '',
    scoreReasons: [],
    company: null,
    opportunity: null,
    convertedAt: null,
    form: null,
    origin: {},
    importId: null,
    createdBy: null,
    updatedBy: null,
  };
}

export const prepare = prepareRecord('lead');

/** One lead with everything around it, at /leads/{id}. */
export default function LeadPage() {
  const id = usePathParam('id');
  const { record: lead, partial, absent, error, retry } = useRecord<LeadRow, Lead>('lead', id, fromRow);
  return (
    <div data-testid="record" className="page-frame max-w-7xl">
      {lead ? (
        <Record key={id} lead={lead} partial={partial} />
      ) : absent ? (
        <RecordAbsent what="lead" list="/leads" listName="All leads" />
      ) : error ? (
        <Failure error={error} what="This lead" onRetry={retry} />
      ) : (
        <RecordSkeleton />
      )}
    </div>
  );
}

function Record({ lead, partial }: { lead: Lead; partial: boolean }) {
  const { id, name } = lead;
  const [raw, setSearch] = usePageSearch(asIs);
  const listSearch = useMemo(() => listSearchOf(raw, LEAD_SORTS), [raw]);
  const of = useMemo(() => ({ kind: 'lead', id }) as const, [id]);
  const deleted = lead.deletedAt !== null;
  const converted = lead.status === 'converted';
  const words = useFieldWords('lead', LEAD_WORDS);
  const save = useSaveRecord({ kind: 'lead', id, labelOf: words.labelOf, nameOf: leadNameOf, changes: CHANGES });
  const { remove, restore } = useTrash(of, name);
  const neighbours = useNeighbours(LIST, id, listSearch, !deleted || listSearch['trash'] === '1');
  const duplicates = useLeadDuplicates(deleted || converted ? {} : lead, id);
  const undo = useUndoConversion(id);
  const [converting, setConverting] = useState(false);
  const [merging, setMerging] = useState(false);
  const go = useGo();
  useRecordTitle(name);
  useUndoKey();
  useEditShortcut('Lead');
  useEffect(() => remember({ path: `/leads/${id}`, title: name }), [id, name]);

  const details = (
    <div className="grid gap-5">
      <ScoreCard lead={lead} pending={partial} />
      <LeadDetails lead={lead} save={save} partial={partial} readOnly={deleted || converted} />
    </div>
  );
  const filter = isTimelineFilter(raw['show']) ? raw['show'] : undefined;
  return (
    <>
      <RecordPath id={id} inTrash={deleted} kind="lead" name={name} listSearch={listSearch} position={neighbours} />
      <div className="mt-3 grid gap-3">
        <LeadHeader
          lead={lead}
          readOnly={deleted || partial}
          onStatus={(status) => void save({ fields: { status } }, lead).catch(() => undefined)}
          onConvert={() => setConverting(true)}
          onMerge={() => setMerging(true)}
          onDelete={() => void remove()}
        />
        {deleted && <TrashBanner kind="lead" onRestore={() => void restore()} />}
        {converted && !deleted && <Became lead={lead} onUndo={undo} />}
        <LeadDuplicates found={duplicates} />
      </div>
      {deleted ? (
        <div className="mt-5 max-w-md">{details}</div>
      ) : (
        <RecordBody
          of={of}
          label="Lead sections"
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
              value: 'activities',
              label: 'Activities',
              content: <ActivitiesOf of={{ leadId: id }} links={{ lead: { value: id, label: name } }} />,
            },
            { value: 'notes', label: 'Notes', content: <Notes of={of} /> },
            { value: 'files', label: 'Files', content: <Files of={of} /> },
          ]}
        />
      )}
      <ConflictHost words={words} />
      {merging && (
        <Suspense fallback={null}>
          <MergeLead
            lead={lead}
            duplicates={duplicates}
            otherId={null}
            words={words}
            onClose={() => setMerging(false)}
            onMerged={(kept) => {
              setMerging(false);
              if (kept.id !== id) void go(`/leads/${kept.id}`, { search: listSearch, replace: true });
            }}
          />
        </Suspense>
      )}
      {converting && (
        <Suspense fallback={null}>
          <ConvertDialog lead={lead} duplicates={duplicates} onUndo={undo} onClose={() => setConverting(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The records that a lead was converted to, with undo. */
function Became({ lead, onUndo }: { lead: Lead; onUndo: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const links = [
    lead.contact && { to: `/contacts/${lead.contact.id}`, name: lead.contact.name },
    lead.company && { to: `/companies/${lead.company.id}`, name: lead.company.name },
    lead.opportunity && { to: `/opportunities/${lead.opportunity.id}`, name: lead.opportunity.name },
  ].filter((link) => link !== null);
  const back = async () => {
    setBusy(true);
    await onUndo();
    setBusy(false);
  };
  return (
    <Banner
      tone="success"
      action={
        <Button size="sm" loading={busy} onClick={() => void back()}>
          Undo conversion
        </Button>
      }
    >
      This lead was converted{links.length > 0 && ' to '}
      {links.map(({ to, name }, i) => (
        <span key={to}>
          {i > 0 && ', '}
          <Link to={to} className="underline">
            {name}
          </Link>
        </span>
      ))}
      .
    </Banner>
  );
}

/** Takes a conversion back and says what stays. */
function useUndoConversion(id: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    try {
      const { kept } = await call(conversion.undo, { params: { id } });
      await Promise.all(
        [CRM.leads, CRM.contacts, CRM.opportunities]
          .map((path) => client.invalidateQueries({ queryKey: [path] }))
          .concat(client.invalidateQueries({ queryKey: [`${CRM.leads}/${id}`] })),
      );
      if (kept.length > 0)
        toast({
          type: 'warning',
          title: 'Conversion undone',
          description: `Kept because they changed since: ${kept.join(', ')}.`,
        });
      else toast({ type: 'success', title: 'Conversion undone' });
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t undo the conversion', description: messageFor(error, 'Try again.') });
    }
  };
}
