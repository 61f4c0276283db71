import { defineSearchSource } from '../../../../web/shell/search-source.ts';
import type { LeadRow } from '../../contract/leads.ts';
import { CRM } from '../../paths.ts';

/** Leads of whom any field fits. */
export default defineSearchSource<LeadRow>({
  id: 'leads',
  label: 'Leads',
  page: '/leads',
  list: CRM.leads,
  hit: ({ id, name, companyName, email, private: isPrivate }) => ({
    id,
    title: name,
    detail: [isPrivate && 'Private', companyName !== name && companyName, email].filter(Boolean).join(' · '),
    to: `/leads/${id}`,
  }),
});
