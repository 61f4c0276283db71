import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useGo } from '../../../../web/router/link.tsx';
import type { RawSearch } from '../../../../web/router/page.ts';
import { useRecordTitle } from '../../../../web/router/titles.tsx';
import { usePageSearch, usePathParam } from '../../../../web/router/use-page.ts';
import { remember } from '../../../../web/shell/recents.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { type Contact, CONTACT_SORTS, type ContactRow } from '../../contract/contacts.ts';
import { contactName } from './contact-name.ts';
import { Files } from '../../../../records/web/files.tsx';
import { useFieldWords } from '../../../../records/web/field-labels.ts';
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
import { MessagesAndConsent } from '../../../messaging/web/index.ts';
import { ActivitiesOf } from '../activities/index.ts';
import { Opportunities } from '../shared/related.tsx';
import { useUndoKey } from '../../../../web/shell/undo.ts';
import { contactChanges } from './contact-change.ts';
import { Details } from './contact-details.tsx';
import { DuplicatesHint, useDuplicates } from './duplicates-hint.tsx';
import { CONTACT_WORDS } from './field-labels.ts';
import { RecordHeader } from './contact-header.tsx';
import { prepareRecord } from '../../../../records/web/preload.ts';

const MergeContact = lazy(() => import('./merge-contact.tsx'));

const NEIGHBOURS = { kind: 'contact', sorts: CONTACT_SORTS } as const;
const NOTHING_SAID = { state: 'unknown', at: null, basis: '' } as const;

/** A record as far as its row in the list knows it, to be shown until the whole is there. */
function fromRow(row: ContactRow): Contact {
  return {
    ...row,
    address: { street: '', city: row.city, region: '', postalCode: '', country: row.country },
    links: {},
    consent: { email: NOTHING_SAID, sms: NOTHING_SAID, phone: NOTHING_SAID },
    about: '',
    importId: null,
    createdBy: null,
    updatedBy: null,
  };
}

const asIs = (raw: RawSearch): RawSearch => raw;

export const prepare = prepareRecord('contact');

/** One contact with everything around it, at /contacts/{id}. The list it was opened from travels in its address. */
export default function RecordPage() {
  const id = usePathParam('id');
  const { record: contact, partial, absent, error, retry } = useRecord<ContactRow, Contact>('contact', id, fromRow);
  return (
    <div data-testid="record" className="page-frame max-w-7xl">
      {contact ? (
        <Record key={id} contact={contact} partial={partial} />
      ) : absent ? (
        <RecordAbsent what="contact" list="/contacts" listName="All contacts" />
      ) : error ? (
        <Failure error={error} what="This contact" onRetry={retry} />
      ) : (
        <RecordSkeleton />
      )}
    </div>
  );
}

function Record({ contact, partial }: { contact: Contact; partial: boolean }) {
  const { id } = contact;
  const [raw, setSearch] = usePageSearch(asIs);
  const listSearch = useMemo(() => listSearchOf(raw, CONTACT_SORTS), [raw]);
  const name = contactName(contact);
  const deleted = contact.deletedAt !== null;
  const of = useMemo(() => ({ kind: 'contact', id }) as const, [id]);
  const words = useFieldWords('contact', CONTACT_WORDS);
  const save = useSaveRecord({
    kind: 'contact',
    id,
    labelOf: words.labelOf,
    nameOf: contactName,
    changes: contactChanges,
  });
  const { remove, restore } = useTrash(of, name);
  const neighbours = useNeighbours(NEIGHBOURS, id, listSearch, !deleted || listSearch['trash'] === '1');
  const duplicates = useDuplicates(contact, !partial && !deleted);
  const [mergeWith, setMergeWith] = useState<{ id: string | null } | null>(null);
  const go = useGo();
  useRecordTitle(name);
  useUndoKey();
  useEditShortcut('Contact');
  useEffect(() => remember({ path: `/contacts/${id}`, title: name }), [id, name]);

  const details = <Details contact={contact} save={save} partial={partial} readOnly={deleted} />;
  const filter = isTimelineFilter(raw['show']) ? raw['show'] : undefined;
  return (
    <>
      <RecordPath id={id} inTrash={deleted} kind="contact" name={name} listSearch={listSearch} position={neighbours} />
      <div className="mt-3 grid gap-3">
        <RecordHeader
          contact={contact}
          readOnly={deleted || partial}
          onMerge={() => setMergeWith({ id: null })}
          onDelete={() => void remove()}
        />
        {deleted && <TrashBanner kind="contact" onRestore={() => void restore()} />}
        <DuplicatesHint duplicates={duplicates} onReview={(otherId) => setMergeWith({ id: otherId })} />
      </div>
      {deleted ? (
        <div className="mt-5 max-w-md">{details}</div>
      ) : (
        <RecordBody
          of={of}
          label="Contact sections"
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
            { value: 'notes', label: 'Notes', content: <Notes of={of} /> },
            { value: 'files', label: 'Files', content: <Files of={of} /> },
            {
              value: 'messages',
              label: 'Messages & consent',
              content: (
                <Suspense fallback={null}>
                  <MessagesAndConsent contactId={id} />
                </Suspense>
              ),
            },
            {
              value: 'related',
              label: 'Opportunities and activities',
              content: (
                <div className="grid gap-6">
                  <Opportunities of={{ contactId: id }} name={name} />
                  <ActivitiesOf
                    of={{ contactId: id }}
                    links={{
                      contact: { value: id, label: name },
                      ...(contact.company
                        ? { company: { value: contact.company.id, label: contact.company.name } }
                        : {}),
                    }}
                  />
                </div>
              ),
            },
          ]}
        />
      )}
      <ConflictHost words={words} />
      {mergeWith && (
        <Suspense fallback={null}>
          <MergeContact
            contact={contact}
            duplicates={duplicates}
            otherId={mergeWith.id}
            words={words}
            onClose={() => setMergeWith(null)}
            onMerged={(kept) => {
              setMergeWith(null);
              if (kept.id !== id) void go(`/contacts/${kept.id}`, { search: listSearch, replace: true });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
