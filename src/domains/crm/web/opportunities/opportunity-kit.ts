/** Opportunities as the list parts see them. */
import { FORECAST_LABELS, OPPORTUNITY_FILTER_FIELDS } from '../../contract/opportunity-filter.ts';
import {
  opportunities,
  opportunityBulkCalls,
  OPPORTUNITY_SORTS,
  type OpportunityRow,
} from '../../contract/opportunities.ts';
import { parseAmount } from '../../engine/opportunities/typed-amount.ts';
import { customCellChange, presentCustom } from '../../../../records/web/custom-columns.tsx';
import type { CellKit, ListKit } from '../../../../records/web/list-kit.ts';

const change: CellKit<OpportunityRow>['change'] = (row, columnId, text, customFields) => {
  const value = text.trim();
  const custom = customCellChange(row, columnId, text, customFields);
  if (custom) return custom;
  switch (columnId) {
    case 'name':
    case 'source':
    case 'nextStep':
      return { fields: { [columnId]: value }, row: { ...row, [columnId]: value } };
    case 'amount': {
      const amount = parseAmount(value || '0');
      return amount === undefined ? undefined : { fields: { amount }, row: { ...row, amount } };
    }
    case 'probability':
      return { fields: { probability: Number(value) }, row: { ...row, probability: Number(value) } };
    case 'expectedClose':
      return { fields: { expectedClose: value || null }, row: { ...row, expectedClose: value || null } };
    case 'owner':
      return { fields: { ownerId: value || null }, row: { ...row, ownerId: value || null } };
    case 'company':
      return value
        ? { fields: { companyName: value }, row: { ...row, company: { id: row.company?.id ?? row.id, name: value } } }
        : { fields: { companyId: null }, row: { ...row, company: null } };
    default:
      return undefined;
  }
};

const present: CellKit<OpportunityRow>['present'] = (row, fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      if (field === 'custom') return [field, presentCustom(row, value as Record<string, unknown>)];
      if (field === 'companyName' || field === 'companyId') return ['companyId', row.company?.id ?? null];
      return [field, row[field as keyof OpportunityRow]];
    }),
  );

export const opportunityKit: ListKit<OpportunityRow> = {
  kind: 'opportunity',
  ofCompany: true,
  sorts: OPPORTUNITY_SORTS,
  filterFields: OPPORTUNITY_FILTER_FIELDS,
  searchHint: 'Search name, company, people, tags',
  nameOf: (row) => row.name,
  bulk: opportunityBulkCalls,
  bulkFields: [
    { name: 'expectedClose', label: 'Expected close', input: 'date' },
    { name: 'nextStep', label: 'Next step' },
    { name: 'source', label: 'Source' },
    { name: 'companyId', label: 'Company', input: 'company' },
    {
      name: 'forecast',
      label: 'Forecast',
      options: Object.entries(FORECAST_LABELS).map(([value, label]) => ({ value, label })),
      required: true,
    },
  ],
  cell: { change, present },
  exportFile: opportunities.exportFile,
  purge: opportunities.purge,
};
