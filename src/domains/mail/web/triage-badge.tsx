import { Badge } from '../../../web/ui/badge.tsx';

const TRIAGE: Readonly<Record<string, { label: string; tone: 'warning' | 'info' | 'neutral' }>> = {
  needs_reply: { label: 'Needs reply', tone: 'warning' },
  waiting: { label: 'Waiting', tone: 'info' },
  newsletter: { label: 'Newsletter', tone: 'neutral' },
  cold: { label: 'Cold', tone: 'neutral' },
};

/** Classification of a conversation, with the reason on hover. */
export function TriageBadge({ triage, why }: { triage: string; why: string }) {
  const known = TRIAGE[triage];
  return known ? (
    <span title={why || undefined}>
      <Badge tone={known.tone}>{known.label}</Badge>
    </span>
  ) : null;
}
