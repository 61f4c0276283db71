import { useCallback } from 'react';
import { request } from '../../../../web/api/request.ts';
import type { Option } from '../../../../web/ui/use-options.ts';
import { companies, type Company } from '../../contract/companies.ts';
import type { FieldWords } from '../../../../records/web/field-labels.ts';
import { MERGE_CALLS } from '../../contract/merge.ts';
import { MergeDialog, type MergeFace } from '../../../../records/web/merge-dialog.tsx';
import { counted, phoneText } from '../../../../records/web/format.ts';

export function companyFace(company: Company): MergeFace {
  return {
    name: company.name,
    lines: [
      [company.industry, company.city].filter(Boolean).join(', ') || 'No industry or city',
      [
        company.website || (company.phone && phoneText({ value: company.phone })),
        counted(company.contactCount, 'contact'),
      ]
        .filter(Boolean)
        .join(', '),
    ],
  };
}

interface MergeCompanyProps {
  company: Company;
  otherId: string | null;
  words: FieldWords;
  onClose: () => void;
  onMerged: (kept: Company) => void;
}

export default function MergeCompany({ company, ...more }: MergeCompanyProps) {
  const search = useCallback(
    async (query: string, signal: AbortSignal): Promise<Option[]> => {
      const { items } = await request(companies.list, {
        query: { search: query.trim() || company.name.split(' ')[0], limit: 10 },
        signal,
      });
      return items
        .filter(({ id }) => id !== company.id)
        .map((one) => ({
          value: one.id,
          label: one.name,
          detail: [one.industry, one.city].filter(Boolean).join(', ') || undefined,
        }));
    },
    [company.id, company.name],
  );
  return (
    <MergeDialog
      kind="company"
      calls={MERGE_CALLS.company}
      record={company}
      faceOf={companyFace}
      search={search}
      searchHint="Search by name, website, or phone number."
      {...more}
    />
  );
}
