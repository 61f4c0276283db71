import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { send } from '../../../../web/api/send.ts';
import type { Company } from '../../contract/companies.ts';
import type { Contact } from '../../contract/contacts.ts';
import { KINDS } from '../../../../records/contract/kinds.ts';
import type { Lead } from '../../contract/leads.ts';
import type { MergedKind } from '../../../../records/contract/kinds.ts';
import { COMPANY_WORDS } from '../companies/company-kit.ts';
import { LEAD_WORDS } from '../leads/lead-labels.tsx';
import { CONTACT_WORDS } from '../contacts/field-labels.ts';
import { useFieldWords } from '../../../../records/web/field-labels.ts';

const MergeContact = lazy(() => import('../contacts/merge-contact.tsx'));
const MergeCompany = lazy(() => import('../companies/merge-company.tsx'));
const MergeLead = lazy(() => import('../leads/merge-lead.tsx'));

const WORDS = { contact: CONTACT_WORDS, company: COMPANY_WORDS, lead: LEAD_WORDS } as const;

interface ReviewMergeProps {
  kind: MergedKind;
  /** The record that stays, unless they are swapped. */
  keepId: string;
  otherId: string;
  onClose: () => void;
  onMerged: () => void;
}

/** The merge of a pair, field by field. */
export default function ReviewMerge({ kind, keepId, otherId, onClose, onMerged }: ReviewMergeProps) {
  const path = `${KINDS[kind].path}/${keepId}`;
  const words = useFieldWords(kind, WORDS[kind]);
  const { data } = useQuery({ queryKey: [path], queryFn: ({ signal }) => send<unknown>('GET', path, { signal }) });
  if (!data) return null;
  const common = { otherId, words, onClose, onMerged };
  return (
    <Suspense fallback={null}>
      {kind === 'contact' && <MergeContact contact={data as Contact} duplicates={[]} {...common} />}
      {kind === 'company' && <MergeCompany company={data as Company} {...common} />}
      {kind === 'lead' && <MergeLead lead={data as Lead} duplicates={[]} {...common} />}
    </Suspense>
  );
}
