import { useCallback, useState } from 'react';
import { KINDS } from '../../../../records/contract/kinds.ts';
import { useCompanySearch, useContactSearch } from '../../../../records/web/choices.ts';
import { request } from '../../../../web/api/request.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import type { Option } from '../../../../web/ui/use-options.ts';
import { opportunities } from '../../../crm/contract/opportunities.ts';
import type { BoardElement } from '../../engine/board-document.ts';
import { CARD_KINDS, type CardKind, drawCard } from '../../engine/record-cards.ts';

const LABELS: Readonly<Record<CardKind, string>> = {
  contact: 'Contact',
  company: 'Company',
  opportunity: 'Opportunity',
};

async function searchOpportunities(query: string, signal: AbortSignal): Promise<Option[]> {
  const { items } = await request(opportunities.list, {
    query: { search: query.trim() || undefined, limit: 20 },
    signal,
  });
  return items.map(({ id, name }) => ({ value: id, label: name }));
}

/** Chooses the record of a new card. */
export default function RecordDialog({
  onInsert,
  onClose,
}: {
  onInsert: (elements: readonly BoardElement[]) => void;
  onClose: () => void;
}) {
  const [kind, setKind] = useState<CardKind>('contact');
  const [record, setRecord] = useState<Option | null>(null);
  const searchContacts = useContactSearch();
  const searchCompanies = useCompanySearch();
  const search = useCallback(
    (query: string, signal: AbortSignal) =>
      ({ contact: searchContacts, company: searchCompanies, opportunity: searchOpportunities })[kind](query, signal),
    [kind, searchContacts, searchCompanies],
  );
  const insert = () => {
    if (!record) return;
    const page = `${KINDS[kind].page}/${record.value}`;
    onInsert(drawCard({ kind, id: record.value }, page, `card-${crypto.randomUUID()}`));
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Insert record card"
      description="The card shows the record’s current name to everyone who may see the record, and links to it."
      footer={
        <Button variant="primary" disabled={!record} onClick={insert}>
          Insert record card
        </Button>
      }
    >
      <div className="grid gap-4">
        <Field label="Type of record">
          {(control) => (
            <Select
              {...control}
              value={kind}
              options={CARD_KINDS.map((value) => ({ value, label: LABELS[value] }))}
              onChange={(event) => {
                setKind(event.target.value as CardKind);
                setRecord(null);
              }}
            />
          )}
        </Field>
        <Field label="Record">
          {(control) => (
            <Combobox
              {...control}
              key={kind}
              label="Record"
              source={search}
              placeholder="Search by name"
              value={record}
              onChange={setRecord}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
