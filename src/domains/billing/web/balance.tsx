import { useState } from 'react';
import { BarChart } from '../../../web/charts/index.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { dateFormat } from '../../../web/ui/format.ts';
import { type CreditSummary, formatCredits } from '../contract.ts';
import { LowBalanceDialog } from './low-balance-dialog.tsx';
import { usageChange } from './usage-change.ts';

/** The balance, its use over the last 30 days, and the warning where it is low. */
export function Balance({ summary }: { summary: CreditSummary }) {
  const { available, reserved, lowBelow, usedThisMonth, usedLastMonth, days, mayManage } = summary;
  const [editing, setEditing] = useState(false);
  const isLow = lowBelow !== null && Number(available) < Number(lowBelow);
  const day = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' });
  return (
    <Card
      aria-label="Balance"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
    >
      <div className="grid content-start gap-1">
        <p className="text-sm text-muted">Available</p>
        <p className="text-3xl font-semibold tabular-nums">{formatCredits(available)}</p>
        {Number(reserved) > 0 && (
          <p className="text-sm text-muted">{formatCredits(reserved)} reserved for work in progress</p>
        )}
        <p className="text-sm text-muted">
          {formatCredits(usedThisMonth)} used this month{usageChange(usedThisMonth, usedLastMonth)}
        </p>
        {isLow && (
          <Banner tone="warning" className="mt-2">
            The balance is below {formatCredits(lowBelow)}. Paid features stop when it runs out.
          </Banner>
        )}
        <p className="mt-2 flex flex-wrap items-center gap-2 text-xs text-muted">
          {lowBelow === null
            ? 'No low-balance notification.'
            : `Managers are notified below ${formatCredits(lowBelow)}.`}
          {mayManage && (
            <Button size="sm" variant="ghost" onClick={() => setEditing(true)}>
              Change
            </Button>
          )}
        </p>
      </div>
      <BarChart
        label="Credits used per day, last 30 days"
        categories={days.map((one) => day.format(new Date(`${one.day}T00:00:00Z`)))}
        series={[{ key: 'used', label: 'Used', values: days.map(({ used }) => Number(used)) }]}
        format={(value) => formatCredits(value.toFixed(2))}
        height={200}
      />
      {editing && <LowBalanceDialog summary={summary} onClose={() => setEditing(false)} />}
    </Card>
  );
}
