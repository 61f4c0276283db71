import { useCallback } from 'react';
import { encodeFilter } from '../../../../kernel/filter-terms.ts';
import { request } from '../../../../web/api/request.ts';
import type { Option } from '../../../../web/ui/use-options.ts';
import { type Lead, type LeadDuplicate, leads } from '../../contract/leads.ts';
import type { FieldWords } from '../../../../records/web/field-labels.ts';
import { MERGE_CALLS } from '../../contract/merge.ts';
import { MergeDialog, type MergeFace } from '../../../../records/web/merge-dialog.tsx';
import { phoneText } from '../../../../records/web/format.ts';

export function leadFace(lead: Lead): MergeFace {
  return {
    name: lead.name,
    lines: [
      [lead.title, lead.companyName].filter(Boolean).join(', ') || 'No title or company',
      lead.email || (lead.phone ? phoneText({ value: lead.phone }) : 'No email address or phone number'),
    ],
  };
}

/** A converted lead is merged by its contact. */
const OPEN = encodeFilter({ match: 'all', conditions: [{ field: 'status', op: 'none_of', value: ['converted'] }] });

interface MergeLeadProps {
  lead: Lead;
  duplicates: readonly LeadDuplicate[];
  otherId: string | null;
  words: FieldWords;
  onClose: () => void;
  onMerged: (kept: Lead) => void;
}

export default function MergeLead({ lead, duplicates, ...more }: MergeLeadProps) {
  const search = useCallback(
    async (query: string, signal: AbortSignal): Promise<Option[]> => {
      if (!query.trim()) {
        const likely = duplicates
          .filter(({ kind }) => kind === 'lead')
          .map((one) => ({ value: one.id, label: one.name, detail: one.companyName || one.matched }));
        if (likely.length > 0) return likely;
      }
      const { items } = await request(leads.list, {
        query: { search: query.trim() || undefined, filter: OPEN, limit: 10 },
        signal,
      });
      return items
        .filter(({ id }) => id !== lead.id)
        .map((one) => ({
          value: one.id,
          label: one.name,
          detail: [one.companyName, one.email].filter(Boolean).join(', ') || undefined,
        }));
    },
    [lead.id, duplicates],
  );
  return (
    <MergeDialog
      kind="lead"
      calls={MERGE_CALLS.lead}
      record={lead}
      faceOf={leadFace}
      search={search}
      searchHint="Likely duplicates come first. Type to search all leads that are not converted."
      {...more}
    />
  );
}
