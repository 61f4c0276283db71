import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { useGo } from '../../../../web/router/link.tsx';
import type { RawSearch } from '../../../../web/router/page.ts';
import { useRecordTitle } from '../../../../web/router/titles.tsx';
import { usePageSearch, usePathParam } from '../../../../web/router/use-page.ts';
import { remember } from '../../../../web/shell/recents.ts';
import { useShortcuts } from '../../../../web/shell/shortcuts.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { useMediaQuery } from '../../../../web/table/use-environment.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Tabs } from '../../../../web/ui/tabs.tsx';
import { type Contact, contacts } from '../../contract/contacts.ts';
import { CRM } from '../../paths.ts';
import { contactName } from '../list/contact-name.ts';
import { Failure } from '../shared/failure.tsx';
import { Activities, Opportunities } from '../shared/related.tsx';
import { offerUndo, useUndoKey } from '../undo.ts';
import { Details } from './details.tsx';
import { DuplicatesHint, useDuplicates } from './duplicates-hint.tsx';
import { useFieldWords } from './field-words.ts';
import { Files } from './files.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { Notes } from './notes.tsx';
import { RecordHeader, RecordPath } from './record-header.tsx';
import { RecordAbsent, RecordSkeleton } from './record-states.tsx';
import { StaleHost } from './stale-dialog.tsx';
import { isTimelineFilter, Timeline } from './timeline.tsx';
import { useContact } from './use-contact.ts';
import { listSearchOf, useNeighbours } from './use-neighbours.ts';
import { useSaveContact } from './use-save-contact.ts';

/** From this width on details stand beside the rest; below, they are one more tab. */
const WIDE = '(min-width: 1024px)';
const TABS = ['details', 'timeline', 'notes', 'files', 'related'] as const;
type TabName = (typeof TABS)[number];

const asIs = (raw: RawSearch): RawSearch => raw;

/** One contact with everything around it, at /contacts/{id}. The list it was opened from travels in its address. */
export default function RecordPage() {
  const id = usePathParam('id');
  const { contact, partial, absent, error, retry } = useContact(id);
  return (
    <div data-testid="record" className="mx-auto max-w-7xl px-4 py-3 sm:px-6">
      {contact ? <Record key={id} contact={contact} partial={partial} />
        : absent ? <RecordAbsent what="contact" list="/contacts" listName="All contacts" />
        : error ? <Failure error={error} what="This contact" onRetry={retry} />
        : <RecordSkeleton />}
    </div>
  );
}

function Record({ contact, partial }: { contact: Contact; partial: boolean }) {
  const { id } = contact;
  const [raw, setSearch] = usePageSearch(asIs);
  const listSearch = useMemo(() => listSearchOf(raw), [raw]);
  const name = contactName(contact);
  const deleted = contact.deletedAt !== null;
  const words = useFieldWords();
  const save = useSaveContact(id, words.labelOf);
  const { remove, restore } = useTrash(contact);
  const neighbours = useNeighbours(id, listSearch, !deleted || listSearch['trash'] === '1');
  const duplicates = useDuplicates(contact, !partial && !deleted);
  const [mergeWith, setMergeWith] = useState<{ id: string | null } | null>(null);
  const go = useGo();
  useRecordTitle(name);
  useUndoKey();
  useEditShortcut();
  useEffect(() => remember({ path: `/contacts/${id}`, title: name }), [id, name]);

  const details = <Details contact={contact} save={save} partial={partial} readOnly={deleted} />;
  const filter = isTimelineFilter(raw['show']) ? raw['show'] : undefined;
  return (
    <>
      <RecordPath name={name} listSearch={listSearch} position={neighbours} />
      <div className="mt-3 grid gap-3">
        <RecordHeader contact={contact} readOnly={deleted || partial} onMerge={() => setMergeWith({ id: null })} onDelete={() => void remove()} />
        {deleted && (
          <Banner tone="warning" action={<button type="button" className="font-medium underline underline-offset-2 hover:no-underline pointer-coarse:min-h-11" onClick={() => void restore()}>Restore</button>}>
            This contact is in the trash. Restored, it comes back with its notes, files and timeline.
          </Banner>
        )}
        <DuplicatesHint duplicates={duplicates} onReview={(otherId) => setMergeWith({ id: otherId })} />
      </div>
      {deleted ? <div className="mt-5 max-w-md">{details}</div> : (
        <RecordBody
          details={details} tab={raw['tab']} onTab={(tab) => setSearch({ tab }, { replace: true })}
          tabs={{
            timeline: { label: 'Timeline', content: <Timeline contactId={id} filter={filter} onFilter={(show) => setSearch({ show }, { replace: true })} words={words} /> },
            notes: { label: 'Notes', content: <Notes contactId={id} /> },
            files: { label: 'Files', content: <Files contactId={id} /> },
            related: { label: 'Opportunities and activities', content: <div className="grid gap-6"><Opportunities of={{ contactId: id }} /><Activities of={{ contactId: id }} /></div> },
          }}
        />
      )}
      <StaleHost words={words} />
      {mergeWith && (
        <MergeDialog
          contact={contact} duplicates={duplicates} otherId={mergeWith.id} onClose={() => setMergeWith(null)}
          onMerged={(kept) => {
            setMergeWith(null);
            if (kept.id !== id) void go(`/contacts/${kept.id}`, { search: listSearch, replace: true });
          }}
        />
      )}
    </>
  );
}

interface RecordBodyProps {
  details: ReactNode;
  /** As it stands in the address. */
  tab: unknown;
  onTab: (tab: string | undefined) => void;
  tabs: Record<Exclude<TabName, 'details'>, { label: string; content: ReactNode }>;
}

/** Details beside the tabs where there is room, else as the first of them. */
function RecordBody({ details, tab, onTab, tabs }: RecordBodyProps) {
  const wide = useMediaQuery(WIDE);
  const wanted = TABS.find((one) => one === tab);
  const first: TabName = wide ? 'timeline' : 'details';
  const shown = wanted && !(wide && wanted === 'details') ? wanted : first;
  const items = Object.entries(tabs).map(([value, item]) => ({ value, ...item }));
  const parts = (
    <Tabs
      label="Parts of the contact" value={shown} onValueChange={(value) => onTab(value === first ? undefined : value)}
      items={wide ? items : [{ value: 'details', label: 'Details', content: details }, ...items]}
    />
  );
  if (!wide) return <div className="mt-4">{parts}</div>;
  return (
    <div className="mt-5 grid grid-cols-[24rem_minmax(0,1fr)] items-start gap-8">
      <div className="border-r border-line pr-6">{details}</div>
      <div className="min-w-0">{parts}</div>
    </div>
  );
}

/** Moving the record to the trash and back, each undone by the other. */
function useTrash(contact: Contact) {
  const client = useQueryClient();
  const params = { id: contact.id };
  const name = contactName(contact);
  const refresh = () => client.invalidateQueries({ queryKey: [CRM.contacts] });
  const restore = async () => {
    const restored = await call(contacts.restore, { params });
    client.setQueryData(read(contacts.get, { params }).queryKey, restored);
    await Promise.all([refresh(), client.invalidateQueries({ queryKey: [`${CRM.contacts}/${contact.id}/timeline`] })]);
  };
  const failed = (title: string) => (error: unknown) => void toast({ type: 'error', title, description: messageFor(error, 'Try again.') });
  return {
    remove: async () => {
      try {
        await call(contacts.remove, { params });
        await client.invalidateQueries({ queryKey: read(contacts.get, { params }).queryKey });
        await refresh();
        offerUndo({ title: `${name} moved to the trash`, undo: restore });
      } catch (error) {
        failed(`${name} was not deleted`)(error);
      }
    },
    restore: () => restore().then(() => void toast({ type: 'success', title: `${name} restored` }), failed(`${name} was not restored`)),
  };
}

/** E edits the field that has the focus, or the first one. */
function useEditShortcut(): void {
  useShortcuts(useMemo(() => [{
    keys: 'e', label: 'Edit a field', group: 'Contact',
    run: () => {
      const field = document.activeElement?.closest('[data-field]') ?? document.querySelector('[data-field]');
      field?.querySelector<HTMLElement>('[data-edit]')?.click();
    },
  }], []));
}
