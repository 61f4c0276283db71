/** Cost of a new customer and return on ad spend. Amounts are decimals of one currency. */
import { type Decimal, decimal, ZERO } from '../../../kernel/money/index.ts';
import { round, roundMoney } from '../../../kernel/money/index.ts';

export interface Brought {
  value: string;
  visits: number;
  cost: Decimal;
  deals: number;
  customers: number;
  revenue: Decimal;
}

export const nothingBrought = (value: string): Brought => ({
  value,
  visits: 0,
  cost: ZERO,
  deals: 0,
  customers: 0,
  revenue: ZERO,
});

/**
 * With what one customer cost (cost by new customers) and what one unit of cost brought (revenue by cost); null where
 * it would be a division by zero, or nothing was spent.
 */
export function withRatios({ cost, revenue, ...row }: Brought, currency: string) {
  const spent = cost.gt(ZERO);
  return {
    ...row,
    cost: cost.toFixed(),
    revenue: revenue.toFixed(),
    cac: spent && row.customers > 0 ? roundMoney(cost.div(decimal(String(row.customers))), currency).toFixed() : null,
    roas: spent ? round(revenue.div(cost), 2).toFixed(2) : null,
  };
}

/** All of them together. */
export function totalOf(rows: readonly Brought[]): Brought {
  const total = nothingBrought('');
  for (const row of rows) {
    total.visits += row.visits;
    total.cost = total.cost.plus(row.cost);
    total.deals += row.deals;
    total.customers += row.customers;
    total.revenue = total.revenue.plus(row.revenue);
  }
  return total;
}
