import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../web/ui/format.ts';
import { DayText } from '../../../../web/ui/time.tsx';
import type { TaxProfile } from '../../contract/tax.ts';
import { taxScenarios } from '../../contract/tax-scenarios.ts';
import { Figure, FIGURES } from '../frame/figure.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { Waiting } from './tax-part.tsx';
import { FOLLOWS } from './use-tax.ts';

/** Lots that could be sold at a loss, with the wash-sale rule checked against every account of the profile. */
export default function Harvest({ profile, year }: { profile: TaxProfile; year: number }) {
  const { linkSearch } = useFinance();
  const { data, error, refetch } = useQuery({
    ...read(taxScenarios.harvest, { params: { id: profile.id, year } }),
    meta: { follows: FOLLOWS },
  });
  if (error && !data) return <Failure error={error} what="Lots" onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.reason) return <p className="py-10 text-center text-sm text-muted">{data.reason}</p>;
  const sum = (of: 'loss' | 'allowedLoss' | 'saving'): string =>
    data.items.reduce((total, one) => total + Number(one[of]), 0).toFixed(2);
  const washed = data.items.filter((one) => one.recent.length > 0).length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {data.unpriced.length > 0 && (
        <Banner tone="warning">Excluded (no price or exchange rate): {data.unpriced.join(', ')}.</Banner>
      )}
      <dl className={FIGURES}>
        <Figure label="Unrealized losses" value={money(sum('loss'), 'USD')} note={`${data.items.length} lots`} />
        <Figure
          label="Allowed now"
          value={money(sum('allowedLoss'), 'USD')}
          note={washed > 0 ? `${washed} affected by the wash-sale rule` : 'No purchases within 30 days'}
        />
        <Figure
          label="Maximum savings"
          value={money(sum('saving'), 'USD')}
          note="At your highest rate. Run a scenario for a precise figure"
        />
        <Figure
          label="Plan"
          value="Scenarios"
          to="/tax-optimization"
          search={{ ...linkSearch, profile: profile.id, year: String(year) }}
          note="Add the step “Harvest losses”"
        />
      </dl>
      <p className="text-sm text-muted">
        A loss is disallowed if you or your spouse buy the same security in any account within 30 days before or after
        the sale (IRC §1091). Accounts outside these ledgers are not included. Whether two securities are “substantially
        identical” is your judgment.
      </p>
      <Card className="min-w-0">
        <CardHeader title="Lots at a loss" />
        <CardBody>
          {data.items.length === 0 ? (
            <p className="py-6 text-center text-sm text-muted">No lots at a loss</p>
          ) : (
            <ul className="divide-y divide-line">
              {data.items.map((one) => (
                <li
                  key={one.key}
                  data-testid="row"
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm"
                >
                  <span className="min-w-0 flex-1 basis-44">
                    <Link
                      to="/investments"
                      search={{ ...linkSearch, tab: 'holdings' }}
                      className="font-medium text-accent-ink underline-offset-2 hover:underline"
                    >
                      {one.security}
                    </Link>
                    <span className="block text-xs text-muted">
                      {one.quantity} of <DayText value={one.acquired} />, {one.account}
                    </span>
                  </span>
                  <span className="text-right text-xs text-muted">
                    cost {money(one.cost, 'USD')}
                    <span className="block">
                      worth {money(one.value, 'USD')}
                      {one.priceDay && (
                        <>
                          {' '}
                          on <DayText value={one.priceDay} />
                        </>
                      )}
                    </span>
                  </span>
                  <span className="tabular w-28 text-right font-semibold">
                    −{money(one.allowedLoss, 'USD')}
                    <span className="block text-xs font-normal text-muted">saves up to {money(one.saving, 'USD')}</span>
                  </span>
                  <span className="flex w-full flex-wrap items-center gap-2 text-xs text-muted">
                    <Badge>{one.longTerm ? 'Long-term' : 'Short-term'}</Badge>
                    {one.recent.length > 0 && (
                      <Badge tone="warning">
                        {one.recent.length === 1 ? 'Repurchased' : 'Repurchased several times'} within 30 days:{' '}
                        {money(one.loss, 'USD')} unrealized
                      </Badge>
                    )}
                    <span>
                      Repurchase from <DayText value={one.buyBackFrom} /> on
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </CardBody>
      </Card>
    </div>
  );
}
