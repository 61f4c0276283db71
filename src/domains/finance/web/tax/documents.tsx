import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { call, download, read } from '../../../../web/api/request.ts';
import { DropZone } from '../../../../web/files/drop-zone.tsx';
import { SendingList } from '../../../../web/files/sending-list.tsx';
import { useUploads } from '../../../../web/files/use-uploads.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { fileSize } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { MAX_RECEIPT } from '../../contract/transactions.ts';
import { NewTaxDocument, tax, type TaxDocument, type TaxProfile } from '../../contract/tax.ts';
import { attempt } from '../accounts/run-action.ts';
import { useFinance } from '../frame/use-finance.ts';
import { Waiting } from './tax-part.tsx';
import { FOLLOWS, useRefresh } from './use-tax.ts';
import { DOCUMENT_LABELS, optionsOf } from './labels.ts';

const STATES = [
  { value: 'expected', label: 'Expected' },
  { value: 'received', label: 'Received' },
  { value: 'notNeeded', label: 'Not needed' },
];

/** The documents of a year: what the figures call for, what is there, what is still to come. */
export default function Documents({ profile, year }: { profile: TaxProfile; year: number }) {
  const { canEdit } = useFinance();
  const refresh = useRefresh();
  const [adding, setAdding] = useState(false);
  const params = { id: profile.id, year };
  const { data, error, refetch } = useQuery({ ...read(tax.documents, { params }), meta: { follows: FOLLOWS } });
  if (error && !data) return <Failure error={error} what="Documents" onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const add = (kind: TaxDocument['kind']) =>
    attempt('Couldn’t add the document', async () => {
      await call(tax.addDocument, { params: { id: profile.id }, body: { year, kind } });
      await refresh();
    });
  const there = data.items.filter((one) => one.state !== 'expected').length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <p className="mr-auto text-sm text-muted">
          {data.items.length === 0 ? 'No documents yet' : `${there} of ${data.items.length} complete.`}
        </p>
        {canEdit && (
          <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
            Add document
          </Button>
        )}
      </div>
      {canEdit && data.proposed.length > 0 && (
        <Card>
          <CardHeader title="Suggested by your figures" />
          <CardBody>
            <ul className="grid gap-2 text-sm">
              {data.proposed.map((one) => (
                <li key={one.kind} className="flex items-center gap-3">
                  <span className="min-w-0 flex-1">
                    {DOCUMENT_LABELS[one.kind]} <span className="text-xs text-muted">{one.why}</span>
                  </span>
                  <Button size="sm" aria-label={`Add ${DOCUMENT_LABELS[one.kind]}`} onClick={() => void add(one.kind)}>
                    Add
                  </Button>
                </li>
              ))}
            </ul>
          </CardBody>
        </Card>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        {data.items.map((one) => (
          <Item key={one.id} profileId={profile.id} document={one} canEdit={canEdit} />
        ))}
      </ul>
      {adding && <AddDialog profileId={profile.id} year={year} onClose={() => setAdding(false)} />}
    </div>
  );
}

function Item({ profileId, document: one, canEdit }: { profileId: string; document: TaxDocument; canEdit: boolean }) {
  const refresh = useRefresh();
  const params = { id: profileId, itemId: one.id };
  const name = [DOCUMENT_LABELS[one.kind], one.issuer].filter(Boolean).join(' · ');
  const uploads = useUploads({
    endpoint: tax.upload,
    params,
    maxSize: MAX_RECEIPT,
    tooLarge: `Documents can be up to ${fileSize(MAX_RECEIPT)}.`,
    failure: 'The document could not be attached. Try again.',
    onDone: () => void refresh(),
  });
  const setState = (state: TaxDocument['state']) =>
    attempt('Couldn’t update the document', async () => {
      await call(tax.updateDocument, {
        params,
        body: { version: one.version, kind: one.kind, issuer: one.issuer, state },
      });
      await refresh();
    });
  const remove = () =>
    attempt('Couldn’t remove the document', async () => {
      await call(tax.removeDocument, { params });
      await refresh();
      offerUndo({
        title: `${name} removed`,
        undo: async () => {
          await call(tax.restoreDocument, { params });
          await refresh();
        },
      });
    });
  return (
    <li
      data-testid="row"
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-2 rounded-lg border border-line bg-raised px-4 py-3 text-sm"
    >
      <span className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 basis-40 font-semibold break-words">{name}</span>
        {canEdit ? (
          <Select
            aria-label={`Status of ${name}`}
            className="w-36"
            options={STATES}
            value={one.state}
            onChange={(event) => void setState(event.target.value as TaxDocument['state'])}
          />
        ) : (
          <span className="text-muted">{STATES.find((state) => state.value === one.state)!.label}</span>
        )}
        {canEdit && <IconButton size="sm" label={`Remove ${name}`} icon={<Trash2 />} onClick={() => void remove()} />}
      </span>
      {one.file && (
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate" title={one.file.name}>
            {one.file.name} <span className="text-xs text-muted">{fileSize(one.file.size)}</span>
          </span>
          <IconButton
            size="sm"
            label={`Download ${one.file.name}`}
            icon={<Download />}
            onClick={() =>
              void attempt('Couldn’t download the document', () => download(tax.download, one.file!.name, { params }))
            }
          />
        </span>
      )}
      <SendingList sending={uploads.sending} onForget={uploads.forget} onRetry={uploads.retry} />
      {canEdit && one.state !== 'notNeeded' && (
        <DropZone
          action={one.file ? 'Replace file' : 'Attach file'}
          accept="image/*,application/pdf"
          onFiles={uploads.add}
          className="py-2!"
        >
          An image or PDF, up to {fileSize(MAX_RECEIPT)}.
        </DropZone>
      )}
    </li>
  );
}

function AddDialog({ profileId, year, onClose }: { profileId: string; year: number; onClose: () => void }) {
  const refresh = useRefresh();
  const form = useContractForm(NewTaxDocument, {
    defaultValues: { year, kind: 'w2', issuer: '' },
    failure: 'The document was not added. Try again.',
    onSubmit: async (body) => {
      await call(tax.addDocument, { params: { id: profileId }, body });
      onClose();
      await refresh();
    },
  });
  return (
    <EntryDialog form={form} onClose={onClose} title={`Add ${year} document`} submit="Add document">
      <FormField<NewTaxDocument> name="kind" label="Type" options={optionsOf(DOCUMENT_LABELS)} autoFocus />
      <FormField<NewTaxDocument>
        name="issuer"
        label="Issuer"
        placeholder="Calder & Finch"
        autoComplete="off"
        optional
      />
    </EntryDialog>
  );
}
