/** Leads as the list parts see them. */
import { LEAD_FILTER_FIELDS } from '../../contract/lead-filter.ts';
import { LEAD_SORTS, leadBulk, type LeadRow, leads } from '../../contract/leads.ts';
import { customCellChange, presentCustom } from '../../../../records/web/custom-columns.tsx';
import type { ListKit } from '../../../../records/web/list-kit.ts';
import { leadNameOf, STATUS_OPTIONS } from './lead-labels.tsx';

/** Columns whose cell writes the field of the same name, and those that are named otherwise. */
const CELL_FIELDS: Readonly<Record<string, string>> = {
  company: 'companyName',
  title: 'title',
  email: 'email',
  phone: 'phone',
  source: 'source',
  city: 'city',
  country: 'country',
  status: 'status',
  owner: 'ownerId',
};

export const leadKit: ListKit<LeadRow> = {
  kind: 'lead',
  sorts: LEAD_SORTS,
  filterFields: LEAD_FILTER_FIELDS,
  searchHint: 'Search name, company, email, phone',
  nameOf: leadNameOf,
  bulk: leadBulk,
  bulkFields: [
    { name: 'status', label: 'Status', options: STATUS_OPTIONS, required: true },
    { name: 'source', label: 'Source' },
    { name: 'statusReason', label: 'Reason (unqualified)' },
    { name: 'city', label: 'City' },
    { name: 'country', label: 'Country' },
  ],
  cell: {
    change: (row, columnId, text, customFields) => {
      const custom = customCellChange(row, columnId, text, customFields);
      if (custom) return custom;
      const field = CELL_FIELDS[columnId];
      if (!field || row.status === 'converted') return undefined;
      const value = field === 'ownerId' ? text.trim() || null : text.trim();
      return { fields: { [field]: value }, row: { ...row, [field]: value } };
    },
    present: (row, fields) =>
      Object.fromEntries(
        Object.keys(fields).map((key) => [
          key,
          key === 'custom' ? presentCustom(row, fields.custom as Record<string, unknown>) : row[key as keyof LeadRow],
        ]),
      ),
  },
  exportFile: leads.exportFile,
  purge: leads.purge,
};
