import { useCallback, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read, request } from '../../../web/api/request.ts';
import { useGo } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { useCompanySearch, useContactSearch } from '../../../records/web/choices.ts';
import { leads } from '../../crm/contract/leads.ts';
import { opportunities } from '../../crm/contract/opportunities.ts';
import { type AttachmentTarget, type MailAttachment, type MailContact, mailThreads } from '../contract.ts';

const KINDS = [
  { value: 'contact', label: 'Contact' },
  { value: 'company', label: 'Company' },
  { value: 'lead', label: 'Lead' },
  { value: 'opportunity', label: 'Opportunity' },
] as const satisfies readonly { value: AttachmentTarget; label: string }[];
const PATHS: Readonly<Record<AttachmentTarget, string>> = {
  contact: '/contacts',
  company: '/companies',
  lead: '/leads',
  opportunity: '/opportunities',
};

interface Target {
  kind: AttachmentTarget;
  record: Option;
}

/** The record that an attachment most likely belongs to: an open opportunity, else the contact or lead behind the address. */
function likely({ contactId, leadId, name, openOpportunities }: MailContact): Target | undefined {
  const [first, ...others] = openOpportunities;
  if (first && others.length === 0) return { kind: 'opportunity', record: { value: first.id, label: first.name } };
  if (contactId) return { kind: 'contact', record: { value: contactId, label: name } };
  return leadId ? { kind: 'lead', record: { value: leadId, label: name } } : undefined;
}

/** Saves a copy of an attachment to the files of a record. */
export default function SaveAttachmentDialog({
  file,
  address,
  onClose,
}: {
  file: MailAttachment;
  /** Of the other side of the message. */
  address: string;
  onClose: () => void;
}) {
  const { data, isLoading } = useQuery({
    ...read(mailThreads.contact, { query: { address } }),
    enabled: address !== '',
  });
  const [chosen, setChosen] = useState<{ kind: AttachmentTarget; record: Option | null }>();
  const go = useGo();
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const sources = useSources(data?.openOpportunities ?? []);
  const { kind, record } = chosen ?? (data && likely(data)) ?? { kind: 'contact' as const, record: null };
  const save = async () => {
    if (!record) return setError('Record is required.');
    setBusy(true);
    try {
      await call(mailThreads.saveAttachment, { params: { id: file.id }, body: { kind, recordId: record.value } });
      toast({
        type: 'success',
        title: 'File saved',
        description: `${file.name} is in the files of ${record.label}.`,
        action: { label: 'Open record', onSelect: () => void go(`${PATHS[kind]}/${record.value}`) },
      });
      onClose();
    } catch (failure) {
      setError(messageFor(failure, 'The file was not saved. Try again.'));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Save to record"
      description={file.name}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={busy || isLoading} onClick={() => void save()}>
            Save file
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="Kind of record">
          {(control) => (
            <Select
              {...control}
              value={kind}
              options={[...KINDS]}
              onChange={(event) => {
                setError('');
                setChosen({ kind: event.target.value as AttachmentTarget, record: null });
              }}
            />
          )}
        </Field>
        <Field label="Record" required error={error} hint="The file is copied to the files of this record.">
          {(control) => (
            <Combobox
              {...control}
              key={kind}
              label="Record"
              source={sources[kind]}
              value={record}
              onChange={(option) => {
                setError('');
                setChosen({ kind, record: option });
              }}
              placeholder="Search by name"
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}

/** Open opportunities of the sender come first. */
function useSources(open: MailContact['openOpportunities']) {
  const contact = useContactSearch();
  const company = useCompanySearch();
  const lead = useCallback(async (query: string, signal: AbortSignal): Promise<Option[]> => {
    const { items } = await request(leads.list, { query: { search: query.trim() || undefined, limit: 20 }, signal });
    return items.map(({ id, name, email }) => ({ value: id, label: name, detail: email || undefined }));
  }, []);
  const opportunity = useCallback(
    async (query: string, signal: AbortSignal): Promise<Option[]> => {
      if (!query.trim() && open.length > 0)
        return open.map(({ id, name, stage }) => ({ value: id, label: name, detail: stage }));
      const { items } = await request(opportunities.list, {
        query: { search: query.trim() || undefined, limit: 20 },
        signal,
      });
      return items.map(({ id, name }) => ({ value: id, label: name }));
    },
    [open],
  );
  return { contact, company, lead, opportunity };
}
