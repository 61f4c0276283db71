import { useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import { useCallback, useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read, request } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import type { Option } from '../../../../web/ui/use-options.ts';
import { type Contact, contacts } from '../../contract/contacts.ts';
import { type Duplicate, type MergeField, merging, type MergePreview } from '../../contract/merge.ts';
import { CRM } from '../../paths.ts';
import { contactName } from '../list/contact-name.ts';
import { counted, phoneText } from '../shared/format.ts';
import { DUPLICATE_REASON } from './duplicates-hint.tsx';

const FIELD_LABELS: Record<MergeField, string> = {
  firstName: 'First name', lastName: 'Last name', title: 'Title', company: 'Company', source: 'Source', owner: 'Owner',
  businessLicense: 'Business licence', address: 'Address', about: 'About', consent: 'Consent',
};

interface MergeDialogProps {
  contact: Contact;
  duplicates: readonly Duplicate[];
  /** The other contact, where it is known already. */
  otherId: string | null;
  onClose: () => void;
  onMerged: (kept: Contact) => void;
}

/** Joins two contacts: which one stays, which value wins where both have one, and what moves over, before anything happens. */
export function MergeDialog({ contact, duplicates, otherId, onClose, onMerged }: MergeDialogProps) {
  const client = useQueryClient();
  const [chosenId, setChosenId] = useState(otherId);
  const [swapped, setSwapped] = useState(false);
  const [choose, setChoose] = useState<Partial<Record<MergeField, 'keep' | 'merge'>>>({});
  const [problem, setProblem] = useState<string>();
  const [merging_, setMerging] = useState(false);
  const { data: other } = useQuery({ ...read(contacts.get, { params: { id: chosenId ?? '' } }), enabled: chosenId !== null });
  const keep = swapped ? other : contact;
  const merge = swapped ? contact : other;
  const body = keep && merge && { keepId: keep.id, keepVersion: keep.version, mergeId: merge.id, mergeVersion: merge.version, choose };
  const preview = useQuery({
    queryKey: [`${CRM.contacts}/merge/preview`, body],
    queryFn: ({ signal }) => request(merging.preview, { body: body!, signal }),
    enabled: body !== undefined,
    placeholderData: (previous) => previous,
  });

  const run = async () => {
    if (!body || merging_) return;
    setMerging(true);
    setProblem(undefined);
    try {
      const kept = await call(merging.merge, { body });
      client.setQueryData(read(contacts.get, { params: { id: kept.id } }).queryKey, kept);
      await client.invalidateQueries({ queryKey: [CRM.contacts] });
      toast({ type: 'success', title: 'Contacts merged', description: `${contactName(merge!)} is now part of ${contactName(kept)}.` });
      onMerged(kept);
    } catch (error) {
      setProblem(messageFor(error, 'The contacts could not be merged. Try again.'));
      setMerging(false);
    }
  };
  return (
    <Dialog
      open onOpenChange={(open) => { if (!open) onClose(); }} size="lg" title={`Merge ${contactName(contact)}`}
      description="One contact stays and takes over everything; the other goes to the trash."
      footer={(
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={merging_} disabled={!body || !preview.data || preview.isError} onClick={() => void run()}>
            {merge ? `Merge into ${contactName(keep!)}` : 'Merge'}
          </Button>
        </>
      )}
    >
      <div className="grid gap-4">
        <OtherPicker
          contact={contact} duplicates={duplicates} value={other ? { value: other.id, label: contactName(other) } : null}
          onChange={(id) => {
            setChosenId(id);
            setChoose({});
          }}
        />
        {keep && merge && (
          <div className="grid items-center gap-2 sm:grid-cols-[1fr_auto_1fr]">
            <Person title="Stays" contact={keep} />
            <Button
              size="sm" icon={<ArrowLeftRight />}
              onClick={() => {
                setSwapped(!swapped);
                setChoose({});
              }}
            >
              Swap
            </Button>
            <Person title="Goes to the trash" contact={merge} />
          </div>
        )}
        {body && preview.isPending && <Skeleton className="h-32 w-full" />}
        {preview.data && body && <Preview preview={preview.data} choose={choose} onChoose={(field, whose) => setChoose({ ...choose, [field]: whose })} />}
        {(problem || preview.error) && <Banner tone="danger">{problem ?? messageFor(preview.error, 'What the merge would give could not be worked out.')}</Banner>}
      </div>
    </Dialog>
  );
}

function OtherPicker({ contact, duplicates, value, onChange }: { contact: Contact; duplicates: readonly Duplicate[]; value: Option | null; onChange: (id: string | null) => void }) {
  const search = useCallback(async (query: string, signal: AbortSignal): Promise<Option[]> => {
    if (!query.trim()) {
      return duplicates.map((one) => ({ value: one.contact.id, label: contactName(one.contact), detail: `${DUPLICATE_REASON[one.reason]}: ${one.matched}` }));
    }
    const { items } = await request(contacts.list, { query: { search: query.trim(), limit: 10 }, signal });
    return items.filter(({ id }) => id !== contact.id).map((one) => ({
      value: one.id, label: contactName(one), detail: [one.company?.name, one.emails[0]?.value].filter(Boolean).join(', ') || undefined,
    }));
  }, [contact.id, duplicates]);
  return (
    <Field label="Merge with" hint={duplicates.length > 0 ? 'Likely doubles are offered first; type to search for anyone.' : 'Type a name, company, e-mail address or number.'}>
      {(control) => <Combobox {...control} label="Merge with" source={search} value={value} placeholder="Search contacts" onChange={(option) => onChange(option?.value ?? null)} />}
    </Field>
  );
}

function Person({ title, contact }: { title: string; contact: Contact }) {
  return (
    <div className="min-w-0 rounded-lg border border-line p-3 text-sm">
      <p className="text-xs text-muted">{title}</p>
      <p className="truncate font-medium" title={contactName(contact)}>{contactName(contact)}</p>
      <p className="truncate text-xs text-muted">{[contact.title, contact.company?.name].filter(Boolean).join(', ') || 'No title or company'}</p>
      <p className="truncate text-xs text-muted">{contact.emails[0]?.value ?? (contact.phones[0] ? phoneText(contact.phones[0]) : 'No e-mail address or number')}</p>
    </div>
  );
}

/** Where both have a value, which one wins; and what the kept contact will have. */
function Preview({ preview, choose, onChoose }: { preview: MergePreview; choose: Partial<Record<MergeField, 'keep' | 'merge'>>; onChoose: (field: MergeField, whose: 'keep' | 'merge') => void }) {
  const { result, conflicts, moves } = preview;
  const moved = [
    moves.notes > 0 && counted(moves.notes, 'note'), moves.files > 0 && counted(moves.files, 'file'),
    moves.activities > 0 && counted(moves.activities, 'activity', 'activities'), moves.opportunities > 0 && counted(moves.opportunities, 'opportunity', 'opportunities'),
  ].filter(Boolean);
  return (
    <div className="grid gap-3 text-sm">
      {conflicts.map(({ field, keep, merge }) => (
        <fieldset key={field} className="min-w-0">
          <legend className="mb-1 text-sm font-medium">{FIELD_LABELS[field]}</legend>
          <div className="grid gap-1.5 sm:grid-cols-2">
            {([['keep', keep], ['merge', merge]] as const).map(([whose, text]) => (
              <label key={whose} className="flex cursor-pointer items-start gap-2 rounded-md border border-line p-2 has-checked:border-accent has-checked:bg-accent-soft">
                <input type="radio" name={`merge-${field}`} checked={(choose[field] ?? 'keep') === whose} onChange={() => onChoose(field, whose)} className="mt-0.5 size-4 shrink-0 accent-accent" />
                <span className="min-w-0 break-words">{text || 'Blank'}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <div className="rounded-md bg-sunken p-3">
        <p className="font-medium">The merged contact</p>
        <p className="mt-1 text-muted">
          {contactName(result)}{result.title && `, ${result.title}`}{result.company && `, ${result.company.name}`}.{' '}
          {counted(result.emails.length, 'e-mail address', 'e-mail addresses')}, {counted(result.phones.length, 'phone number')}, {counted(result.tags.length, 'tag')}.
        </p>
        <p className="text-muted">{moved.length > 0 ? `Moves over: ${moved.join(', ')}.` : 'There are no notes, files, activities or opportunities to move.'}</p>
      </div>
    </div>
  );
}
