import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { read } from '../../../../../web/api/request.ts';
import { cx } from '../../../../../web/ui/cx.ts';
import { Select } from '../../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { opportunities, type Opportunity } from '../../../contract/opportunities.ts';
import { daysSince } from '../../../engine/opportunities/stage-duration.ts';
import { counted } from '../../../../../records/web/format.ts';
import { stageTone } from '../stage-color.tsx';
import type { StageMove } from './use-stage-move.tsx';

/** The stages of the pipeline in their order, the present one marked: one click moves there. A list on a phone. */
export function StagePath({
  opportunity,
  stage: { pipeline, moveTo, busy },
  readOnly,
}: {
  opportunity: Opportunity;
  stage: StageMove;
  readOnly: boolean;
}) {
  const [now] = useState(() => new Date());
  const isLost = opportunity.state === 'lost';
  const history = useQuery({ ...read(opportunities.history, { params: { id: opportunity.id } }), enabled: isLost });
  if (!pipeline) return <Skeleton className="h-9 w-full" />;
  const present = pipeline.stages.findIndex((stage) => stage.id === opportunity.stage.id);
  // A lost opportunity did not pass the stages in between.
  const reached = isLost
    ? Math.max(
        -1,
        ...(history.data?.stays ?? []).map(({ stageId }) =>
          pipeline.stages.findIndex(({ id, outcome }) => outcome === 'open' && id === stageId),
        ),
      ) + 1
    : present;
  const shown = pipeline.stages.filter((stage) => stage.outcome === 'open' || stage.id === opportunity.stage.id);
  const days = counted(daysSince(opportunity.stageEnteredAt, now), 'day');
  return (
    <div data-noprint>
      <Select
        aria-label="Stage"
        className="sm:hidden"
        disabled={readOnly || busy}
        value={opportunity.stage.id}
        options={pipeline.stages.map((stage) => ({ value: stage.id, label: stage.name }))}
        onChange={(event) => {
          const wanted = pipeline.stages.find((stage) => stage.id === event.target.value);
          if (wanted) moveTo(wanted);
        }}
      />
      <ol aria-label={`Stages of ${pipeline.name}`} className="flex gap-1 max-sm:hidden">
        {shown.map((stage) => {
          const index = pipeline.stages.indexOf(stage);
          const current = index === present;
          const passed = index < reached;
          return (
            <li key={stage.id} className="min-w-0 flex-1">
              <button
                type="button"
                disabled={readOnly || busy || current}
                aria-current={current ? 'step' : undefined}
                onClick={() => moveTo(stage)}
                style={stageTone(stage.color)}
                title={current ? `${stage.name}, for ${days}` : `Move to ${stage.name}`}
                className={cx(
                  'flex h-9 w-full items-center justify-center gap-1.5 truncate border-b-4 px-2 text-xs transition-colors duration-100',
                  current
                    ? 'border-(--tone) bg-hover font-semibold text-ink'
                    : passed
                      ? 'border-(--tone) text-ink enabled:hover:bg-hover'
                      : 'border-line text-muted enabled:hover:bg-hover',
                )}
              >
                {passed && <Check size={14} className="shrink-0" aria-label="Passed" />}
                <span className="truncate">{stage.name}</span>
                {current && <span className="tabular shrink-0 font-normal text-muted">{days}</span>}
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
