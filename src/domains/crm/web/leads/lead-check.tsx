import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request } from '../../../../web/api/request.ts';
import { leads } from '../../contract/leads.ts';
import { LeadDuplicates, useLeadDuplicates } from './lead-duplicates.tsx';
import { ScoreBadge } from './lead-labels.tsx';

const TYPING_PAUSE = 400;

interface Entry {
  firstName: string;
  lastName: string;
  companyName: string;
  title: string;
  email: string;
  phone: string;
}

/** A new lead's score with reasons, and possible duplicates. */
export default function LeadCheck({ entry, source, about }: { entry: Entry; source: string; about: string }) {
  const duplicates = useLeadDuplicates(entry);
  const text = JSON.stringify({ ...entry, source, about });
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery({
    queryKey: ['lead-preview', settled],
    // Incomplete input is rejected and gets no score.
    queryFn: ({ signal }) =>
      request(leads.preview, { body: JSON.parse(settled) as Entry & { source: string; about: string }, signal }),
    retry: false,
    placeholderData: (last) => last,
    gcTime: 0,
  });
  return (
    <>
      <section
        aria-label="Score"
        className="flex min-h-control flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border border-line px-4 py-2 text-sm"
      >
        <span className="font-medium">Score</span>
        {data && data.score === null && <span className="text-muted">No score rules yet.</span>}
        {data && <ScoreBadge score={data.score} />}
        {data?.reasons.map(({ ruleId, label, points }) => (
          <span key={ruleId} className="text-xs text-muted">
            {label} <span className="tabular">{points > 0 ? `+${points}` : points}</span>
          </span>
        ))}
      </section>
      <LeadDuplicates found={duplicates} />
    </>
  );
}
