import Square from 'lucide-react/icons/square';
import { useState } from 'react';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { ProgressBar } from '../../../../web/ui/progress-bar.tsx';
import type { RecordImport } from '../../contract/imports.ts';
import { countOf, KINDS } from '../../../../records/contract/kinds.ts';
import { counted, duration } from '../../../../records/web/format.ts';
import { Counts } from './counts.tsx';
import { useImportActs } from './use-import-acts.ts';

const TITLES = { queued: 'Waiting to start', running: 'Importing', reverting: 'Undoing' } as const;

/** An import at work. It goes on whoever watches, also after a restart of the server. */
export function ProgressStep({ current }: { current: RecordImport & { state: keyof typeof TITLES } }) {
  const acts = useImportActs(current);
  const [stopping, setStopping] = useState(false);
  const { state, progress, rowsPerSecond, secondsLeft, counts } = current;
  const { deleted, restored, kept } = current.revert ?? { deleted: 0, restored: 0, kept: 0 };
  const undone = deleted + restored + kept;
  const share = state === 'reverting' ? undone / Math.max(1, counts.created + counts.updated) : progress;
  const percent = Math.min(100, Math.floor(share * 100));
  const stop = async () => {
    setStopping(true);
    await acts.cancel();
    setStopping(false);
  };
  return (
    <Card>
      <CardHeader
        title={TITLES[state]}
        actions={
          state !== 'reverting' && (
            <Button icon={<Square />} loading={stopping} onClick={() => void stop()}>
              Stop
            </Button>
          )
        }
      />
      <CardBody className="grid gap-4">
        <div>
          <ProgressBar
            label={TITLES[state]}
            value={state === 'queued' ? undefined : percent}
            valueText={`${percent}%, ${state === 'reverting' ? `${countOf(current.kind, undone)} undone` : counted(counts.read, 'row')}`}
          />
          <p className="tabular mt-2 flex min-h-5 flex-wrap gap-x-4 text-sm text-muted">
            {state !== 'queued' && <span className="font-medium text-ink">{percent}%</span>}
            {state === 'reverting' && <span>{countOf(current.kind, undone)} undone</span>}
            {state === 'running' && <span>{counted(counts.read, 'row')} read</span>}
            {state === 'running' && rowsPerSecond !== null && (
              <span>{counted(Math.round(rowsPerSecond), 'row')} per second</span>
            )}
            {state === 'running' && secondsLeft !== null && <span>about {duration(secondsLeft)} left</span>}
          </p>
        </div>
        <Counts current={current} />
        <p className="text-sm text-muted">
          {state === 'reverting'
            ? `Created ${KINDS[current.kind].many} are deleted and updated ones are restored.`
            : 'You can leave this page. The import continues, and you can return here to see its progress. If you stop it, rows already imported stay.'}
        </p>
      </CardBody>
    </Card>
  );
}
