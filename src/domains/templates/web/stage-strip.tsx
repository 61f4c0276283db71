import type { CSSProperties } from 'react';
import { cx } from '../../../web/ui/cx.ts';
import { stageTone } from '../../crm/web/index.ts';
import type { TemplateStage } from '../contract/content.ts';
import type { TemplateSummary } from '../contract/templates.ts';

/** The stages of a pipeline as a row of colors. */
export function StageStrip({ stages }: { stages: TemplateSummary['stages'] }) {
  return (
    <span className="flex gap-0.5" role="img" aria-label={stages.map(({ name }) => name).join(', ')}>
      {stages.map((stage) => (
        <span key={stage.name} className="h-1.5 min-w-0 flex-1 rounded-full bg-(--tone)" style={tone(stage.color)} />
      ))}
    </span>
  );
}

/** The same with names and chances, in the order in which deals pass them. */
export function StageSteps({
  stages,
}: {
  stages: readonly Pick<TemplateStage, 'name' | 'color' | 'probability' | 'outcome'>[];
}) {
  return (
    <ol className="flex flex-wrap gap-1.5">
      {stages.map(({ name, color, probability, outcome }) => (
        <li key={name} className="flex items-center gap-1.5 rounded-md border border-line bg-canvas px-2 py-1 text-xs">
          <span className="size-2 shrink-0 rounded-full bg-(--tone)" style={tone(color)} aria-hidden="true" />
          <span className="text-ink">{name}</span>
          <span
            className={cx(
              'tabular',
              outcome === 'open' ? 'text-muted' : outcome === 'won' ? 'text-success-ink' : 'text-danger-ink',
            )}
          >
            {outcome === 'open' ? `${probability}%` : outcome === 'won' ? 'won' : 'lost'}
          </span>
        </li>
      ))}
    </ol>
  );
}

const tone = (color: string): CSSProperties => stageTone(color as never);
