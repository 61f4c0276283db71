/** One holding with its lots, and what sales made lot by lot. */
import type { QueryOf, ResponseOf } from '../../../../kernel/endpoint.ts';
import { addDays } from '../../../../kernel/days.ts';
import { type Decimal, roundMoney, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { packCursor, unpackCursor } from '../../../../server/paging.ts';
import type { HoldingDetail, Lot, portfolio } from '../../contract.ts';
import { holdingPerformance, isLongTerm, PriceSeries } from '../../engine/investments/index.ts';
import { addMonths } from '../../engine/transactions/recurrence.ts';
import { requireRecord } from '../ledgers/access.ts';
import { taxedGains, washedLots } from '../tax/washed-lots.ts';
import { type Position, positionsOf, scopeActivities } from './books.ts';
import { shortened, toHoldings, type Valued, valuedPortfolio } from './holdings.ts';
import { priceSeries } from './prices.ts';
import { type PortfolioScope, portfolioScope } from './scope.ts';

/** @throws AppError `not_found` */
export async function holdingDetail(
  securityId: string,
  question: QueryOf<typeof portfolio.holding>,
): Promise<HoldingDetail> {
  const [row] = await query<{ ledger_id: string }>(
    'select ledger_id from finance_securities where workspace_id = $1 and id = $2',
    [currentWorkspaceId(), securityId],
  );
  const { ledger_id: ledgerId } = await requireRecord(row, 'viewer', 'The security');
  const scope = (await portfolioScope({ ...question, ledgerId }))!;
  const { holdings, value } = await valuedPortfolio(scope);
  const one = holdings.find((holding) => holding.security.id === securityId);
  const activities = await Promise.all(
    scope.accounts.map(async (account) =>
      (await scopeActivities({ ...scope, accounts: [account] })).filter(
        (activity) => activity.securityId === securityId,
      ),
    ),
  );
  const prices = (await priceSeries([securityId], '1900-01-01', scope.today)).get(securityId) ?? new PriceSeries();
  const currency = scope.securities.get(securityId)!.currency;
  const convertible = one?.value !== undefined;
  const performance = activities.every((own) => own.length === 0)
    ? undefined
    : holdingPerformance({
        accounts: activities,
        prices,
        splits: scope.splits.get(securityId) ?? [],
        currency,
        baseCurrency: convertible ? scope.currency : currency,
        rates: scope.rates,
        asOf: scope.today,
      });
  return {
    ledgerId,
    currency: scope.currency,
    holding: one ? toHoldings(holdings, scope, value)[holdings.indexOf(one)]! : null,
    lots: one ? lotsOf(one, scope) : [],
    washedLots: one ? await washedLots(ledgerId, securityId) : [],
    averageCost: performance && !performance.quantity.isZero() ? shortened(performance.averagePrice) : null,
    netReturnLocal: performance?.local.netReturn?.toNumber() ?? null,
    netReturn: convertible ? (performance?.base.netReturn?.toNumber() ?? null) : null,
    prices: prices.thinned(250).map(([day, price]) => ({ day, price: shortened(price) })),
  };
}

/** In the security's currency: a lot is what it is wherever its owner lives. */
function lotsOf({ positions, security, price = ZERO }: Valued, scope: PortfolioScope): Lot[] {
  const money = (amount: Decimal): string => roundMoney(amount, security.currency).toFixed();
  return positions
    .flatMap((position) =>
      [
        ...position.book.lots(security.id).map((lot) => ({ lot, isShort: false })),
        ...position.book.shortLots(security.id).map((lot) => ({ lot, isShort: true })),
      ].map(({ lot, isShort }): Lot => {
        // Short positions are negative: the value is owed, and the cost is the proceeds.
        const signed = (amount: Decimal): Decimal => (isShort ? amount.negated() : amount);
        const cost = signed(lot.cost.plus(lot.fees));
        const quantity = signed(lot.quantity);
        const value = quantity.times(price);
        return {
          id: lot.id,
          accountId: position.account.id,
          account: position.account.name,
          acquired: lot.acquired,
          quantity: shortened(quantity),
          unitCost: shortened(cost.div(quantity)),
          cost: money(cost),
          value: money(value),
          gain: money(value.minus(cost)),
          longTerm: !isShort && isLongTerm(lot.acquired, scope.today),
          longTermFrom: addDays(addMonths(lot.acquired, 12), 1),
        };
      }),
    )
    .sort((a, b) => (a.acquired < b.acquired ? -1 : 1));
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ANY = /^[\w/-]{1,400}$/;
type Gains = ResponseOf<typeof portfolio.gains>;

/** @throws AppError `not_found`, `bad_request` */
export async function realisedGains(question: QueryOf<typeof portfolio.gains>): Promise<Gains> {
  const scope = await portfolioScope(question);
  if (!scope)
    return { items: [], next: null, currency: 'USD', totals: { shortTerm: '0', longTerm: '0', count: 0 }, tax: null };
  const rows = gainRows(
    (await positionsOf(scope)).filter(
      (one) => one.convertible && (!question.securityId || one.securityId === question.securityId),
    ),
    question,
  );
  const after = unpackCursor(question.cursor, DAY, ANY);
  const beyond = after
    ? rows.filter((row) => row.sold < after[0]! || (row.sold === after[0] && keyOf(row) > after[1]!))
    : rows;
  const page = beyond.slice(0, question.limit);
  const taxed = await taxedGains(scope.ledgerId, question.from ?? '0001-01-01', question.to ?? '9999-12-31');
  const inDollars = (amount: Decimal): string => roundMoney(amount, 'USD').toFixed();
  const washedOf = (row: GainRow): string | null => {
    const washed = taxed?.bySale.get(keyOf(row));
    return washed ? inDollars(washed) : null;
  };
  const last = page.at(-1);
  const money = (amount: Decimal): string => roundMoney(amount, scope.currency).toFixed();
  const sumFor = (long: boolean): string =>
    money(
      sumOf(
        rows.filter((row) => row.longTerm === long),
        (row) => row.gainBase,
      ),
    );
  return {
    currency: scope.currency,
    totals: { shortTerm: sumFor(false), longTerm: sumFor(true), count: rows.length },
    tax:
      taxed && !question.accountId && !question.securityId
        ? {
            shortTerm: inDollars(taxed.shortTerm),
            longTerm: inDollars(taxed.longTerm),
            notAllowed: inDollars(taxed.notAllowed),
          }
        : null,
    next: beyond.length > page.length && last ? packCursor(last.sold, keyOf(last)) : null,
    items: page.map((row) => ({
      activityId: row.activityId,
      securityId: row.securityId,
      security: scope.securities.get(row.securityId)?.name ?? '',
      accountId: row.position.account.id,
      account: row.position.account.name,
      lotId: row.lotId,
      acquired: row.acquired,
      sold: row.sold,
      quantity: shortened(row.quantity),
      proceeds: money(row.proceedsBase),
      cost: money(row.costBase),
      gain: money(row.gainBase),
      currencyGain: money(row.currencyGainBase),
      longTerm: row.longTerm,
      washed: washedOf(row),
    })),
  };
}

type GainRow = Position['book']['realised'][number] & { position: Position };

const keyOf = (row: GainRow): string => `${row.activityId}/${row.lotId}`;

/** Of the span, the latest first. */
function gainRows(
  positions: readonly Position[],
  { from, to }: { from?: string | undefined; to?: string | undefined },
): GainRow[] {
  return positions
    .flatMap((position) =>
      position.book.realised
        .filter(
          (one) => one.securityId === position.securityId && (!from || one.sold >= from) && (!to || one.sold <= to),
        )
        .map((one) => ({ ...one, position })),
    )
    .sort((a, b) => (a.sold === b.sold ? (keyOf(a) < keyOf(b) ? -1 : 1) : a.sold < b.sold ? 1 : -1));
}
