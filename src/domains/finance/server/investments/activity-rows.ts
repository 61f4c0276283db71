/** Activities as the database holds them, as the API tells of them, and as the engine takes them. */
import { decimal, type Decimal, plainDecimal, ZERO } from '../../../../kernel/money/index.ts';
import type { ActivityKind, InvestmentActivity } from '../../contract.ts';
import type { Activity } from '../../engine/investments/index.ts';

/** Terms of corporate actions. */
export interface Terms {
  newUnits?: string;
  oldUnits?: string;
  newSecurityId?: string;
  unitsPerUnit?: string;
  costShare?: string;
  cashPerUnit?: string;
  newPrice?: string;
}

interface Facts {
  id: string;
  security_id: string | null;
  day: string;
  kind: ActivityKind;
  currency: string;
  acquired: string | null;
  terms: Terms;
  lots: { lotId: string; quantity: string }[];
}

/** An activity with its figures parsed; zero for missing ones. */
export interface ActivityFacts extends Facts {
  quantity: Decimal;
  price: Decimal;
  amount: Decimal;
  fee: Decimal;
  tax: Decimal;
}

export interface ActivityRow extends Facts {
  quantity: string | null;
  price: string | null;
  amount: string | null;
  fee: string;
  tax: string;
  version: number;
  ledger_id: string;
  account_id: string;
  account: string;
  security: string | null;
  ticker: string | null;
  notes: string;
  source: InvestmentActivity['source'];
  import_id: string | null;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
  cash_id: string | null;
  cash_account_id: string | null;
  cash_told: boolean | null;
}

export const SELECT_ACTIVITIES = `select a.id, a.version, a.ledger_id, a.account_id, c.name as account, a.security_id,
  s.name as security, s.ticker, a.day, a.kind, a.currency, a.quantity, a.price, a.amount, a.fee, a.tax, a.acquired,
    a.terms, a.lots, a.notes, a.source, a.import_id, a.deleted_at, a.created_at, a.updated_at, m.id as cash_id,
      m.account_id as cash_account_id, m.fingerprint is not null as cash_told
  from finance_activities a join finance_accounts c on c.id = a.account_id and c.workspace_id = a.workspace_id
    left join finance_securities s on s.id = a.security_id and s.workspace_id = a.workspace_id
    left join lateral (select t.id, t.account_id, t.fingerprint from finance_transfers f
      join finance_transactions t on t.id = coalesce(f.out_id, f.in_id) and t.workspace_id = a.workspace_id
      where f.activity_id = a.id limit 1) m on true
  where a.workspace_id = $1`;

/** Key for activities of the account without a security. */
export const NO_SECURITY = '';

const number = (text: string | null): Decimal => (text === null ? ZERO : plainDecimal(text));
const plain = (text: string | null): string | null => (text === null ? null : decimal(text).toFixed());

export function toActivity(row: ActivityRow): InvestmentActivity {
  const { terms } = row;
  return {
    id: row.id,
    version: row.version,
    ledgerId: row.ledger_id,
    accountId: row.account_id,
    account: row.account,
    security: row.security_id ? { id: row.security_id, name: row.security ?? '', ticker: row.ticker ?? '' } : null,
    day: row.day,
    kind: row.kind,
    currency: row.currency,
    quantity: plain(row.quantity),
    price: plain(row.price),
    amount: plain(row.amount),
    fee: decimal(row.fee).toFixed(),
    tax: decimal(row.tax).toFixed(),
    acquired: row.acquired,
    newUnits: terms.newUnits ?? null,
    oldUnits: terms.oldUnits ?? null,
    newSecurityId: terms.newSecurityId ?? null,
    unitsPerUnit: terms.unitsPerUnit ?? null,
    costShare: terms.costShare ?? null,
    cashPerUnit: terms.cashPerUnit ?? null,
    newPrice: terms.newPrice ?? null,
    lots: row.lots,
    cash: cashOf(row),
    cashTransaction: row.cash_id ? { id: row.cash_id, accountId: row.cash_account_id!, told: row.cash_told! } : null,
    notes: row.notes,
    source: row.source,
    importId: row.import_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Cash received, negative if paid; null if no cash moved. */
export function cashOf({ kind, quantity, price, amount, fee, tax }: ActivityRow): string | null {
  const charges = number(fee).plus(number(tax));
  switch (kind) {
    case 'buy':
    case 'buyToCover':
      return number(quantity).times(number(price)).plus(charges).negated().toFixed();
    case 'sell':
    case 'sellShort':
      return number(quantity).times(number(price)).minus(charges).toFixed();
    case 'dividend':
    case 'interest':
    case 'capitalGain':
      return number(amount).minus(charges).toFixed();
    case 'returnOfCapital':
      return number(amount).toFixed();
    case 'fee':
      return number(amount).negated().toFixed();
    default:
      return null;
  }
}

export function toEngine(row: ActivityFacts): Activity {
  const common = { id: row.id, day: row.day, securityId: row.security_id ?? NO_SECURITY, currency: row.currency };
  const { quantity, price, amount, fee, tax, terms } = row;
  switch (row.kind) {
    case 'buy':
    case 'sellShort':
    case 'buyToCover':
      return { ...common, kind: row.kind, quantity, price, fee, tax };
    case 'sell':
      return {
        ...common,
        kind: 'sell',
        quantity,
        price,
        fee,
        tax,
        ...(row.lots.length > 0
          ? { lots: row.lots.map((lot) => ({ lotId: lot.lotId, quantity: decimal(lot.quantity) })) }
          : {}),
      };
    case 'dividend':
    case 'interest':
    case 'capitalGain':
      return { ...common, kind: 'income', incomeType: row.kind, amount, tax, fee };
    case 'fee':
      return { ...common, kind: 'fee', amount };
    case 'split':
      return {
        ...common,
        kind: 'split',
        newUnits: decimal(terms.newUnits ?? '1'),
        oldUnits: decimal(terms.oldUnits ?? '1'),
      };
    case 'transferIn':
      return {
        ...common,
        kind: 'transferIn',
        quantity,
        cost: amount,
        ...(row.acquired ? { acquired: row.acquired } : {}),
      };
    case 'transferOut':
      return { ...common, kind: 'transferOut', quantity };
    case 'returnOfCapital':
      return { ...common, kind: 'returnOfCapital', amount };
    case 'spinOff':
      return {
        ...common,
        kind: 'spinOff',
        newSecurityId: terms.newSecurityId ?? NO_SECURITY,
        unitsPerUnit: decimal(terms.unitsPerUnit ?? '1'),
        costShare: decimal(terms.costShare ?? '0'),
      };
    case 'merger':
      return {
        ...common,
        kind: 'merger',
        newSecurityId: terms.newSecurityId ?? NO_SECURITY,
        unitsPerUnit: decimal(terms.unitsPerUnit ?? '1'),
        ...(terms.cashPerUnit ? { cashPerUnit: decimal(terms.cashPerUnit) } : {}),
        ...(terms.newPrice ? { newPrice: decimal(terms.newPrice) } : {}),
      };
    case 'worthless':
      return { ...common, kind: 'worthless' };
  }
}
