import { signedMoney } from '../../../../web/ui/format.ts';
import type { TaxScenario } from '../../contract/tax-scenarios.ts';
import { moveText } from './move-labels.ts';

/** Each step with what it saves, its rule and its limits. */
export function MoveList({ moves, figures }: Pick<TaxScenario, 'moves' | 'figures'>) {
  if (moves.length === 0) return <p className="text-sm text-muted">No steps yet</p>;
  return (
    <ol className="grid gap-3 text-sm">
      {moves.map((move, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- steps have no other name than their place
        <li key={i} className="grid gap-1">
          <span className="flex items-baseline gap-3">
            <span className="min-w-0 flex-1 font-medium">{moveText(move)}</span>
            <span className="tabular">{signedMoney(figures.moves[i]?.saving ?? '0', 'USD')}</span>
          </span>
          <span className="text-xs text-muted">Based on {figures.moves[i]?.basis}</span>
          <ul className="list-disc pl-5 text-xs text-muted">
            {figures.moves[i]?.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
