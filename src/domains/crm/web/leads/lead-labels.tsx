import { Badge } from '../../../../web/ui/badge.tsx';
import { LEAD_STATUS_LABELS } from '../../contract/lead-filter.ts';
import type { LeadRow, LeadStatus } from '../../contract/leads.ts';
import type { KindWords } from '../../../../records/web/field-labels.ts';
import { choiceWords, phoneWords } from '../../../../records/web/value-text.ts';

const TONES = {
  new: 'info',
  working: 'accent',
  qualified: 'success',
  unqualified: 'neutral',
  converted: 'success',
} as const satisfies Record<LeadStatus, string>;

export function StatusBadge({ status }: { status: LeadStatus }) {
  return <Badge tone={TONES[status]}>{LEAD_STATUS_LABELS[status]}</Badge>;
}

/** The statuses that people choose from; the conversion is an act of its own. */
export const STATUS_OPTIONS = (['new', 'working', 'qualified', 'unqualified'] as const).map((value) => ({
  value,
  label: LEAD_STATUS_LABELS[value],
}));

export const leadNameOf = (lead: Pick<LeadRow, 'name'>) => lead.name;

/** How promising a score is, in a word beside the number. */
export function warmth(score: number): 'Hot' | 'Warm' | 'Cool' {
  if (score >= 70) return 'Hot';
  return score >= 40 ? 'Warm' : 'Cool';
}

const WARMTHS = { Hot: 'danger', Warm: 'warning', Cool: 'info' } as const;

export function ScoreBadge({ score }: { score: number | null }) {
  if (score === null) return null;
  const word = warmth(score);
  return (
    <Badge tone={WARMTHS[word]} className="tabular">
      {score} {word}
    </Badge>
  );
}

/** Names of a lead's fields in the middle of a sentence. */
export const LEAD_LABELS: Readonly<Record<string, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  companyName: 'company',
  title: 'title',
  email: 'email address',
  phone: 'phone number',
  website: 'website',
  city: 'city',
  country: 'country',
  status: 'status',
  statusReason: 'reason',
  source: 'source',
};

/** How timelines and conflicts word it. */
export const LEAD_WORDS: KindWords = {
  labels: LEAD_LABELS,
  values: { status: choiceWords(LEAD_STATUS_LABELS), phone: phoneWords },
};
