/** Effects of wash sales on lots and sales, for the pages that show them. */
import { addDays } from '../../../../kernel/days.ts';
import { decimal, type Decimal, round, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { currentUserId, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { WashedLot } from '../../contract.ts';
import { findWashSales, type Replacement } from '../../engine/tax/us/index.ts';
import { type Position } from '../investments/books.ts';
import { shortened } from '../investments/holdings.ts';
import { gainsBetween, type Portfolio, portfolioOf, securityKey } from './portfolio.ts';
import { COLUMNS, type ProfileRow, sourcesOf } from './profiles.ts';

/** Below this a rest of a lot is the residue of divisions. */
const DUST = decimal('0.000000001');

/** The oldest profile that the caller sees and whose investments this ledger's are. */
async function profileWith(ledgerId: string): Promise<ProfileRow | undefined> {
  const rows = await query<ProfileRow>(
    `select ${COLUMNS} from finance_tax_profiles p
      where p.workspace_id = $1 and p.deleted_at is null
      and p.sources @> jsonb_build_array(jsonb_build_object('ledgerId', $2::text))
       and exists (select 1 from finance_ledger_members m where m.workspace_id = p.workspace_id
          and m.ledger_id = p.ledger_id and m.user_id = $3)
     order by p.created_at, p.id`,
    [currentWorkspaceId(), ledgerId, currentUserId()],
  );
  return rows.find((row) => row.sources.some((one) => one.ledgerId === ledgerId && one.use !== 'passThrough'));
}

/**
 * The portfolios whose sales and purchases are looked at together; undefined where no one's taxes are worked out from
 * the ledger.
 */
async function taxedWith(ledgerId: string): Promise<{ own: Portfolio; portfolios: Portfolio[] } | undefined> {
  const profile = await profileWith(ledgerId);
  if (!profile) return undefined;
  const taxed = (await sourcesOf(profile)).filter((one) => one.use !== 'passThrough');
  const portfolios = (await Promise.all(taxed.map(portfolioOf))).filter((one) => one !== undefined);
  const own = portfolios.find((one) => one.source.ledgerId === ledgerId);
  return own && { own, portfolios };
}

interface TaxedGains {
  /** After wash sales, in dollars. */
  shortTerm: Decimal;
  longTerm: Decimal;
  /** Losses of the period that do not count, positive. */
  notAllowed: Decimal;
  /** The part lost by each sale, by activity and lot. */
  bySale: ReadonlyMap<string, Decimal>;
}

/** Gains of a ledger's taxed accounts as tax counts them; undefined where no wash sale changes them. */
export async function taxedGains(ledgerId: string, from: string, to: string): Promise<TaxedGains | undefined> {
  const taxed = await taxedWith(ledgerId);
  if (!taxed) return undefined;
  const { shortTerm, longTerm, washedShort, washedLong, raisedShort, raisedLong, washSales } = gainsBetween(
    taxed.portfolios,
    from,
    to,
    [taxed.own],
  );
  if (washSales.length === 0 && raisedShort.isZero() && raisedLong.isZero()) return undefined;
  return {
    shortTerm: shortTerm.plus(washedShort).plus(raisedShort),
    longTerm: longTerm.plus(washedLong).plus(raisedLong),
    notAllowed: washedShort.plus(washedLong),
    bySale: new Map(
      [...Map.groupBy(washSales, (one) => one.sale.id)].map(([id, of]) => [
        id,
        sumOf(of, (one) => one.wash.disallowed),
      ]),
    ),
  };
}

/**
 * Every part of the lots of a security that losses were added to; nothing where no one's taxes are worked out from the
 * ledger.
 */
export async function washedLots(ledgerId: string, securityId: string): Promise<WashedLot[]> {
  const taxed = await taxedWith(ledgerId);
  if (!taxed) return [];
  const { own, portfolios } = taxed;
  const key = securityKey(own.scope, securityId);
  const isSame = (one: { securityId: string }): boolean => one.securityId === key;
  const { replacing } = findWashSales(
    portfolios.flatMap((one) => one.sales.filter(isSame)),
    portfolios.flatMap((one) => one.purchases.filter(isSame)),
  );
  return own.positions
    .filter((one) => one.convertible && one.securityId === securityId)
    .flatMap((position) => partsOf(position, replacing));
}

/** The units that replaced others, each with the history that it took over, then the rest of the lot. */
function partsOf(
  { book, securityId, account }: Position,
  replacing: ReadonlyMap<string, readonly Replacement[]>,
): WashedLot[] {
  return book.lots(securityId).flatMap((lot) => {
    const replaced = replacing.get(lot.id);
    if (!replaced) return [];
    const rest = lot.quantity.minus(sumOf(replaced, (one) => one.quantity));
    const parts = rest.gt(DUST) ? [...replaced, { quantity: rest, addedPerUnit: ZERO, days: 0 }] : replaced;
    return parts.map(({ quantity, addedPerUnit, days }, index): WashedLot => {
      const cost = cents(lot.costBase.times(quantity).div(lot.quantity));
      const added = cents(addedPerUnit.times(quantity));
      return {
        key: `${account.id}/${lot.id}/${index}`,
        account: account.name,
        acquired: lot.acquired,
        quantity: shortened(quantity),
        cost: cost.toFixed(),
        added: added.toFixed(),
        costForTax: cost.plus(added).toFixed(),
        heldFrom: addDays(lot.acquired, -days),
      };
    });
  });
}

const cents = (amount: Decimal): Decimal => round(amount, 2);
