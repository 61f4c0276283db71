import Trash2 from 'lucide-react/icons/trash-2';
import { call } from '../../../web/api/request.ts';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type CreditGrant, credits, type CreditSummary, formatCredits } from '../contract.ts';
import { useCreditChange } from './use-credit-change.ts';

const SOURCES: Record<CreditGrant['source'], string> = {
  start: 'Starting credits',
  gift: 'Added by an administrator',
  purchase: 'Purchased',
  plan: 'Included in the plan',
  refund: 'Refund',
};

/** Credits that are left, by where they came from, in the order in which they are used. */
export function Grants({ summary: { grants, mayGrant } }: { summary: CreditSummary }) {
  const change = useCreditChange();
  const revoke = async ({ id, remaining }: CreditGrant) => {
    const sure = await confirm({
      title: `Revoke ${formatCredits(remaining)} credits?`,
      description: 'What is left of this grant is removed from the balance. This can’t be undone.',
      action: 'Revoke credits',
    });
    if (sure) await change(() => call(credits.revoke, { params: { id } }), 'Credits revoked', 'Credits not revoked');
  };
  return (
    <Card aria-label="Credits left">
      <CardHeader title="Credits left" description="Used in this order. Those that expire first are used first." />
      <CardBody className="pt-0">
        {grants.length === 0 && (
          <p className="text-sm text-muted">No credits left. Ask an administrator to add some.</p>
        )}
        <ul className="divide-y divide-line">
          {grants.map((grant) => (
            <li key={grant.id} data-testid="row" className="flex items-start gap-3 py-2 text-sm">
              <div className="min-w-0 flex-1">
                <p className="break-words">{grant.reason || SOURCES[grant.source]}</p>
                <p className="text-xs text-muted">
                  {grant.grantedBy ? `Added by ${grant.grantedBy}` : SOURCES[grant.source]}{' '}
                  <RelativeTime value={grant.createdAt} />
                  {grant.expiresAt && (
                    <>
                      {' · expires '}
                      <RelativeTime value={grant.expiresAt} />
                    </>
                  )}
                </p>
              </div>
              <span className="text-right tabular-nums">
                {formatCredits(grant.remaining)}
                <span className="block text-xs text-muted">of {formatCredits(grant.amount)}</span>
              </span>
              {mayGrant && (
                <IconButton
                  label={`Revoke ${grant.reason || SOURCES[grant.source]}`}
                  tone="danger"
                  icon={<Trash2 />}
                  onClick={() => void revoke(grant)}
                />
              )}
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}
