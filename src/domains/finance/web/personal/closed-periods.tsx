import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { call } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { Input } from '../../../../web/ui/input.tsx';
import { ledgers } from '../../contract/ledgers.ts';
import { FINANCE } from '../../paths.ts';
import { attempt } from '../accounts/run-action.ts';
import { useFinance } from '../frame/use-finance.ts';
import { dayText } from './overview/labels.ts';

/** Up to which day nothing that counts can change; owners decide. */
export function ClosedPeriods() {
  const { ledger, isOwner, today } = useFinance();
  const client = useQueryClient();
  const [day, setDay] = useState(addDays(monthStart(today), -1));
  const { closedUntil } = ledger;
  const close = async (until: string | null) => {
    const opens = until === null || (closedUntil !== null && until < closedUntil);
    if (
      opens &&
      !(await confirm({
        title: 'Reopen closed periods?',
        description: 'Reported figures can change. The history records that you did this.',
        action: 'Reopen',
      }))
    )
      return;
    const answer = await attempt('Couldn’t update the closed period', () =>
      call(ledgers.close, { params: { id: ledger.id }, body: { version: ledger.version, until } }),
    );
    await client.invalidateQueries({ queryKey: [FINANCE.ledgers] });
    if (answer)
      toast({
        type: 'success',
        title: answer.closedUntil ? `Closed through ${dayText(answer.closedUntil)}` : 'All periods reopened',
      });
  };
  return (
    <Card>
      <CardHeader
        title="Closed periods"
        description={
          closedUntil
            ? `Figures through ${dayText(closedUntil)} can’t change.`
            : 'All periods are open. Close a period when its figures are final.'
        }
      />
      {isOwner && (
        <CardBody className="flex flex-wrap items-center gap-2">
          <Input
            type="date"
            aria-label="Close through"
            className="w-40!"
            max={addDays(today, -1)}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
          <Button disabled={day === '' || day === closedUntil} onClick={() => void close(day)}>
            Close period
          </Button>
          {closedUntil && (
            <Button variant="ghost" onClick={() => void close(null)}>
              Reopen all
            </Button>
          )}
        </CardBody>
      )}
    </Card>
  );
}
