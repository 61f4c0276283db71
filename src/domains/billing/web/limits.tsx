import { useState } from 'react';
import Trash2 from 'lucide-react/icons/trash-2';
import { call } from '../../../web/api/request.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { type CreditLimit, credits, type CreditSummary, formatCredits } from '../contract.ts';
import { LimitDialog } from './limit-dialog.tsx';
import { useCreditChange } from './use-credit-change.ts';

/** "Each person, Assistant". */
function limitLabel({ who, person, featureLabel }: CreditLimit): string {
  const whose = who === 'all' ? 'Workspace' : who === 'each' ? 'Each person' : (person?.name ?? 'Former member');
  return featureLabel ? `${whose}, ${featureLabel}` : whose;
}

/** How much may be spent in a day or month. */
export function Limits({ summary }: { summary: CreditSummary }) {
  const { limits, mayManage } = summary;
  const change = useCreditChange();
  const [adding, setAdding] = useState(false);
  const remove = async (limit: CreditLimit) => {
    const sure = await confirm({
      title: `Remove the limit of ${formatCredits(limit.amount)} per ${limit.period}?`,
      description: `${limitLabel(limit)}: spending then ends only when the credits run out, or at another limit.`,
      action: 'Remove limit',
    });
    if (sure)
      await change(() => call(credits.removeLimit, { params: { id: limit.id } }), 'Limit removed', 'Limit not removed');
  };
  return (
    <Card aria-label="Spending limits">
      <CardHeader
        title="Spending limits"
        description="Work that would exceed a limit is refused."
        actions={
          mayManage && (
            <Button size="sm" onClick={() => setAdding(true)}>
              Add limit
            </Button>
          )
        }
      />
      <CardBody className="pt-0">
        {limits.length === 0 && (
          <p className="text-sm text-muted">No limits. Spending ends when the credits run out.</p>
        )}
        <ul className="divide-y divide-line">
          {limits.map((limit) => (
            <li key={limit.id} data-testid="row" className="flex items-center gap-3 py-2 text-sm">
              <span className="min-w-0 flex-1 break-words">{limitLabel(limit)}</span>
              <span className="tabular-nums">
                {formatCredits(limit.amount)} per {limit.period}
              </span>
              {mayManage && (
                <IconButton
                  label={`Remove limit: ${limitLabel(limit)}`}
                  tone="danger"
                  icon={<Trash2 />}
                  onClick={() => void remove(limit)}
                />
              )}
            </li>
          ))}
        </ul>
      </CardBody>
      {adding && <LimitDialog features={summary.features} onClose={() => setAdding(false)} />}
    </Card>
  );
}
