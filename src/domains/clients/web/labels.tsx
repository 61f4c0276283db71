import { Badge } from '../../../web/ui/badge.tsx';
import type { ClientState } from '../contract.ts';

export const STATE_LABELS: Record<ClientState, string> = {
  active: 'Active',
  setup: 'Being set up',
  archived: 'Archived',
};
const TONES = { active: 'success', setup: 'info', archived: 'neutral' } as const;

/** @param deleteAt when the client will be deleted; that is what matters of it then */
export function StateBadge({ state, deleteAt }: { state: ClientState; deleteAt: string | null }) {
  if (deleteAt) return <Badge tone="danger">Scheduled for deletion</Badge>;
  return <Badge tone={TONES[state]}>{STATE_LABELS[state]}</Badge>;
}

/** In words and color: 70 and more is good, 40 and more wants a look. */
export function healthWord(health: number): { word: string; tone: 'success' | 'warning' | 'danger' } {
  if (health >= 70) return { word: 'Good', tone: 'success' };
  return health >= 40 ? { word: 'Needs attention', tone: 'warning' } : { word: 'Poor', tone: 'danger' };
}

export function Health({ value }: { value: number | null }) {
  if (value === null)
    return (
      <span className="text-faint" aria-label="None">
        –
      </span>
    );
  const { word, tone } = healthWord(value);
  return (
    <span className="inline-flex items-center gap-2">
      <Badge tone={tone}>{word}</Badge>
      <span className="tabular text-muted">{value}</span>
    </span>
  );
}

/** Counts end at ten thousand. */
export const countText = (count: number): string => (count >= 10_000 ? '10,000+' : count.toLocaleString());
