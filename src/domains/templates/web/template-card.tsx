import { Badge } from '../../../web/ui/badge.tsx';
import { Card } from '../../../web/ui/card.tsx';
import type { TemplateSummary } from '../contract/templates.ts';
import { StageStrip } from './stage-strip.tsx';
import { inside } from './labels.ts';

/** A template to choose: what it is for, and how much is inside. */
export function TemplateCard({ template, onOpen }: { template: TemplateSummary; onOpen: () => void }) {
  const { name, summary, industry, stages, counts, shipped, archived } = template;
  return (
    <Card lift data-testid="row" className="relative flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-start gap-2">
        <h2 className="min-w-0 flex-1 text-base font-semibold">
          <button type="button" className="text-left after:absolute after:inset-0 after:content-['']" onClick={onOpen}>
            {name}
          </button>
        </h2>
        {archived ? <Badge tone="warning">Archived</Badge> : !shipped && <Badge tone="accent">Own</Badge>}
      </div>
      <p className="line-clamp-3 text-sm text-muted">{summary || industry || 'No description yet.'}</p>
      <div className="mt-auto grid gap-2">
        {stages.length > 0 && <StageStrip stages={stages} />}
        <p className="text-xs text-muted">{inside(counts)}</p>
      </div>
    </Card>
  );
}

export const CARD_GRID = 'grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:grid-cols-3';
