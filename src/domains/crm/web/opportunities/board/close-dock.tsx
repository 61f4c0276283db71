import { cx } from '../../../../../web/ui/cx.ts';
import type { Stage } from '../../../contract/pipelines.ts';
import { StageDot } from '../stage-color.tsx';

/** While a card is dragged: the stages that close a deal, in reach wherever their columns are. */
export function CloseDock({ stages, overId }: { stages: readonly Stage[]; overId: string | null }) {
  const closed = stages.filter(({ outcome }) => outcome !== 'open');
  if (closed.length === 0) return null;
  return (
    <div className="pointer-events-none absolute inset-x-4 bottom-4 z-20 flex gap-3">
      {closed.map((stage) => (
        <div
          key={stage.id}
          data-dock={stage.id}
          className={cx(
            'flex min-h-16 min-w-0 flex-1 items-center justify-center gap-2 rounded-lg border-2 border-dashed p-3 text-sm font-semibold shadow-lg',
            stage.id === overId ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
          )}
        >
          <StageDot color={stage.color} />
          <span className="truncate">{stage.name}</span>
        </div>
      ))}
    </div>
  );
}
