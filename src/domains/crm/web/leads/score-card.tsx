import { Card } from '../../../../web/ui/card.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import type { Lead } from '../../contract/leads.ts';
import { ScoreBadge } from './lead-labels.tsx';

/** The score and what it is made of. */
export function ScoreCard({ lead: { score, scoreReasons }, pending }: { lead: Lead; pending: boolean }) {
  if (score === null) return null;
  const sum = scoreReasons.reduce((total, reason) => total + reason.points, 0);
  return (
    <Card className="p-3" aria-label="Score">
      <div className="flex items-center justify-between">
        <h2 className="text-sm font-semibold">Score</h2>
        <ScoreBadge score={score} />
      </div>
      {pending ? (
        <Skeleton className="mt-2 h-4 w-40" />
      ) : (
        <ul className="mt-2 grid gap-1 text-xs">
          {scoreReasons.map(({ ruleId, label, points }) => (
            <li key={ruleId} className="flex justify-between gap-2">
              <span className="min-w-0 break-words">{label}</span>
              <span className="tabular font-medium">{points > 0 ? `+${points}` : points}</span>
            </li>
          ))}
          {scoreReasons.length === 0 && <li className="text-muted">No rules match yet.</li>}
          {sum !== score && scoreReasons.length > 0 && (
            <li className="text-muted">Total {sum}; scores range from 0 to 100.</li>
          )}
        </ul>
      )}
    </Card>
  );
}
