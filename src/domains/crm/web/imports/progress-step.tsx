import Square from 'lucide-react/icons/square';
import { useState } from 'react';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { ProgressBar } from '../../../../web/ui/progress-bar.tsx';
import type { ContactImport } from '../../contract/imports.ts';
import { counted, duration } from '../shared/format.ts';
import { Counts } from './counts.tsx';
import { useImportActs } from './use-import-acts.ts';

const TITLES = { queued: 'Waiting for its turn', running: 'Importing', reverting: 'Reverting' } as const;

/** An import at work. It goes on whoever watches, also after a restart of the server. */
export function ProgressStep({ current }: { current: ContactImport & { state: keyof typeof TITLES } }) {
  const acts = useImportActs(current);
  const [stopping, setStopping] = useState(false);
  const { state, progress, rowsPerSecond, secondsLeft, counts } = current;
  const percent = Math.floor(progress * 100);
  const stop = async () => {
    setStopping(true);
    await acts.cancel();
    setStopping(false);
  };
  return (
    <Card>
      <CardHeader title={TITLES[state]} actions={state !== 'reverting' && <Button icon={<Square />} loading={stopping} onClick={() => void stop()}>Stop</Button>} />
      <CardBody className="grid gap-4">
        <div>
          <ProgressBar label={TITLES[state]} value={state === 'running' ? percent : undefined} valueText={`${percent} %, ${counted(counts.read, 'row')}`} />
          <p className="tabular mt-2 flex min-h-5 flex-wrap gap-x-4 text-sm text-muted">
            {state === 'running' && <span className="font-medium text-ink">{percent} %</span>}
            {state === 'running' && <span>{counted(counts.read, 'row')} read</span>}
            {state === 'running' && rowsPerSecond !== null && <span>{counted(Math.round(rowsPerSecond), 'row')} a second</span>}
            {state === 'running' && secondsLeft !== null && <span>about {duration(secondsLeft)} left</span>}
          </p>
        </div>
        <Counts importId={current.id} counts={counts} />
        <p className="text-sm text-muted">
          {state === 'reverting' ? 'Created contacts are deleted and updated ones put back.' : 'You can leave this page: the import goes on, and this page shows how far it is when you return. What is imported when you stop it stays.'}
        </p>
      </CardBody>
    </Card>
  );
}
