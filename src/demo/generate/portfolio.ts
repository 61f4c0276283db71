/** A portfolio of fictional securities over three years with generated prices, and a household's debts. */
import { addDays } from '../../kernel/days.ts';
import { createRandom, type Random } from './random.ts';

interface DemoSecurity {
  name: string;
  ticker: string;
  kind: 'stock' | 'etf' | 'fund' | 'bond' | 'crypto' | 'commodity' | 'index';
  sector: string;
  region: string;
  /** Currency, if not the ledger's own. */
  currency?: 'EUR';
  /** Price three years ago, annual drift and deviation, and share of the market's movement. */
  price: number;
  drift: number;
  volatility: number;
  beta: number;
  /** Share of the price, paid each quarter. */
  dividend: number;
  /** Days since a two-for-one split. */
  split?: number;
}

/** No one can buy these: their names and prices are fictional. */
export const DEMO_SECURITIES: readonly DemoSecurity[] = [
  {
    name: 'Meridian World Index',
    ticker: 'MWI',
    kind: 'index',
    sector: '',
    region: 'World',
    price: 1000,
    drift: 0.075,
    volatility: 0.02,
    beta: 1,
    dividend: 0,
  },
  {
    name: 'Meridian Total World ETF',
    ticker: 'MTWD',
    kind: 'etf',
    sector: 'Diversified',
    region: 'World',
    price: 82,
    drift: 0.074,
    volatility: 0.025,
    beta: 1,
    dividend: 0.0045,
  },
  {
    name: 'Harborline Emerging Markets ETF',
    ticker: 'HLEM',
    kind: 'etf',
    sector: 'Diversified',
    region: 'Emerging markets',
    price: 41,
    drift: 0.05,
    volatility: 0.11,
    beta: 0.9,
    dividend: 0.006,
  },
  {
    name: 'Kestrel Small Companies Fund',
    ticker: 'KSCF',
    kind: 'fund',
    sector: 'Diversified',
    region: 'North America',
    price: 27,
    drift: 0.08,
    volatility: 0.1,
    beta: 1.15,
    dividend: 0.002,
  },
  {
    name: 'Alder European Dividend ETF',
    ticker: 'AEDV',
    kind: 'etf',
    sector: 'Diversified',
    region: 'Europe',
    currency: 'EUR',
    price: 36,
    drift: 0.05,
    volatility: 0.07,
    beta: 0.8,
    dividend: 0.009,
  },
  {
    name: 'Stillwater Government Bonds ETF',
    ticker: 'SGOV',
    kind: 'bond',
    sector: 'Government',
    region: 'North America',
    price: 101,
    drift: 0.025,
    volatility: 0.05,
    beta: 0.05,
    dividend: 0.0085,
  },
  {
    name: 'Stillwater Company Bonds ETF',
    ticker: 'SCOR',
    kind: 'bond',
    sector: 'Companies',
    region: 'North America',
    price: 97,
    drift: 0.035,
    volatility: 0.06,
    beta: 0.2,
    dividend: 0.011,
  },
  {
    name: 'Northlight Semiconductors',
    ticker: 'NLSC',
    kind: 'stock',
    sector: 'Technology',
    region: 'North America',
    price: 64,
    drift: 0.22,
    volatility: 0.3,
    beta: 1.6,
    dividend: 0,
    split: 210,
  },
  {
    name: 'Pavo Software',
    ticker: 'PAVO',
    kind: 'stock',
    sector: 'Technology',
    region: 'North America',
    price: 118,
    drift: 0.15,
    volatility: 0.24,
    beta: 1.3,
    dividend: 0.001,
  },
  {
    name: 'Lanternfish Cloud',
    ticker: 'LFSH',
    kind: 'stock',
    sector: 'Technology',
    region: 'North America',
    price: 35,
    drift: -0.04,
    volatility: 0.36,
    beta: 1.5,
    dividend: 0,
  },
  {
    name: 'Corvina Health',
    ticker: 'CVNA',
    kind: 'stock',
    sector: 'Health',
    region: 'Europe',
    currency: 'EUR',
    price: 72,
    drift: 0.06,
    volatility: 0.17,
    beta: 0.6,
    dividend: 0.006,
  },
  {
    name: 'Bluebell Pharma',
    ticker: 'BLBP',
    kind: 'stock',
    sector: 'Health',
    region: 'North America',
    price: 54,
    drift: 0.02,
    volatility: 0.2,
    beta: 0.7,
    dividend: 0.008,
  },
  {
    name: 'Redstart Foods',
    ticker: 'RDST',
    kind: 'stock',
    sector: 'Consumer goods',
    region: 'North America',
    price: 61,
    drift: 0.04,
    volatility: 0.13,
    beta: 0.5,
    dividend: 0.0075,
  },
  {
    name: 'Quillfeather Retail',
    ticker: 'QFTR',
    kind: 'stock',
    sector: 'Consumer goods',
    region: 'North America',
    price: 44,
    drift: -0.02,
    volatility: 0.28,
    beta: 1.1,
    dividend: 0.003,
  },
  {
    name: 'Summit Rail',
    ticker: 'SMRL',
    kind: 'stock',
    sector: 'Industry',
    region: 'North America',
    price: 88,
    drift: 0.09,
    volatility: 0.16,
    beta: 0.9,
    dividend: 0.005,
  },
  {
    name: 'Ironwood Machines',
    ticker: 'IRWD',
    kind: 'stock',
    sector: 'Industry',
    region: 'Asia',
    price: 29,
    drift: 0.07,
    volatility: 0.2,
    beta: 1,
    dividend: 0.004,
  },
  {
    name: 'Tidal Power',
    ticker: 'TDLP',
    kind: 'stock',
    sector: 'Utilities',
    region: 'Europe',
    currency: 'EUR',
    price: 22,
    drift: 0.03,
    volatility: 0.15,
    beta: 0.5,
    dividend: 0.011,
  },
  {
    name: 'Granite Mutual Insurance',
    ticker: 'GRMI',
    kind: 'stock',
    sector: 'Finance',
    region: 'North America',
    price: 75,
    drift: 0.08,
    volatility: 0.17,
    beta: 0.85,
    dividend: 0.0065,
  },
  {
    name: 'First Ferry Bank',
    ticker: 'FFBK',
    kind: 'stock',
    sector: 'Finance',
    region: 'North America',
    price: 31,
    drift: 0.05,
    volatility: 0.22,
    beta: 1.1,
    dividend: 0.008,
  },
  {
    name: 'Physical Gold Note',
    ticker: 'PGLD',
    kind: 'commodity',
    sector: 'Metals',
    region: 'World',
    price: 178,
    drift: 0.09,
    volatility: 0.13,
    beta: 0,
    dividend: 0,
  },
  {
    name: 'Ember Coin',
    ticker: 'EMBR',
    kind: 'crypto',
    sector: '',
    region: '',
    price: 210,
    drift: 0.2,
    volatility: 0.6,
    beta: 1.2,
    dividend: 0,
  },
];

export interface DemoActivity {
  security: number | null;
  day: string;
  kind: 'buy' | 'sell' | 'dividend' | 'fee' | 'split';
  account: 0 | 1;
  quantity?: string;
  price?: string;
  amount?: string;
  fee?: string;
  tax?: string;
  terms?: object;
}

export interface DemoPortfolio {
  /** Prices of each security by day. */
  prices: { day: string; price: string }[][];
  activities: DemoActivity[];
  /** The euro's value by day. */
  euro: { day: string; rate: string }[];
}

const DAYS = 1095;

/** Sum of twelve uniform numbers minus six: close enough to a normal distribution. */
function normal(random: Random): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += random.next();
  return sum;
}

/** Working days of the last three years until `today`. */
function workdays(today: string): string[] {
  const first = addDays(today, -DAYS);
  return Array.from({ length: DAYS + 1 }, (_, i) => addDays(first, i)).filter(
    (day) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()),
  );
}

function walk(days: readonly string[], today: string, random: Random): number[][] {
  const step = 1 / 260;
  const market = days.map(() => 0.135 * Math.sqrt(step) * normal(random));
  return DEMO_SECURITIES.map(({ price, drift, volatility, beta, split }) => {
    const splitDay = split === undefined ? undefined : days.find((day) => day >= addDays(today, -split));
    let value = price;
    return days.map((day, i) => {
      if (i > 0)
        value *= Math.exp(
          (drift - volatility ** 2 / 2) * step + beta * market[i]! + volatility * Math.sqrt(step) * normal(random),
        );
      return splitDay !== undefined && day >= splitDay ? value / 2 : value;
    });
  });
}

/** Identical for the same day and key. @param today the last day of its prices */
export function generatePortfolio(key: string, today: string): DemoPortfolio {
  const random = createRandom(`portfolio ${key}`);
  const days = workdays(today);
  const values = walk(days, today, random);
  const placeOf = (day: string): number =>
    Math.max(
      0,
      days.findIndex((one) => one >= day),
    );
  const priceOn = (security: number, day: string): number => values[security]![placeOf(day)]!;
  const activities: DemoActivity[] = [];
  const held = DEMO_SECURITIES.map(() => 0);
  const trade = (kind: 'buy' | 'sell', security: number, account: 0 | 1, wanted: string, quantity: number): void => {
    const day = days[placeOf(wanted)]!;
    if (quantity <= 0) return;
    held[security]! += kind === 'buy' ? quantity : -quantity;
    activities.push({
      security,
      day,
      kind,
      account,
      quantity: String(quantity),
      price: priceOn(security, day).toFixed(4),
      fee: account === 0 ? '1.00' : '0',
    });
  };
  for (let month = 0; month < 36; month++) {
    const day = addDays(today, -DAYS + 6 + Math.round(month * 30.3));
    // The same amounts into broad funds every month, and occasionally a hand-picked security.
    trade('buy', 1, 1, day, Math.floor(900 / priceOn(1, day)));
    if (month % 2 === 0) trade('buy', 5, 1, day, Math.floor(600 / priceOn(5, day)));
    if (month % 3 === 0) trade('buy', random.pick([2, 3, 4, 6]), 1, addDays(day, 3), random.int(8, 20));
    trade('buy', 7 + (month % 14), 0, addDays(day, 5), 7 + (month % 14) === 20 ? 2 : random.int(6, 24));
    if (month > 8 && month % 5 === 0) {
      const security = random.pick([8, 9, 12, 13, 14, 17]);
      trade('sell', security, 0, addDays(day, 9), Math.floor(held[security]! / 2));
    }
    if (month % 3 === 2) pay(days[placeOf(addDays(day, 12))]!);
    if (month % 12 === 11)
      activities.push({
        security: null,
        day: days[placeOf(addDays(day, 2))]!,
        kind: 'fee',
        account: 1,
        amount: '45.00',
      });
    splitBetween(day, addDays(day, 30));
  }
  return {
    prices: values.map((series) => days.map((day, i) => ({ day, price: series[i]!.toFixed(4) }))),
    activities: activities.filter((one) => one.day <= today),
    euro: days
      .filter((_, i) => i % 5 === 0)
      .map((day, i) => ({ day, rate: (1.08 + 0.05 * Math.sin(i / 17)).toFixed(4) })),
  };

  function pay(day: string): void {
    for (const [security, { dividend }] of DEMO_SECURITIES.entries()) {
      if (dividend === 0 || held[security]! <= 0) continue;
      const amount = held[security]! * priceOn(security, day) * dividend;
      activities.push({
        security,
        day,
        kind: 'dividend',
        account: security < 7 ? 1 : 0,
        amount: amount.toFixed(2),
        tax: DEMO_SECURITIES[security]!.currency ? (amount * 0.15).toFixed(2) : '0',
      });
    }
  }

  function splitBetween(from: string, to: string): void {
    for (const [security, { split }] of DEMO_SECURITIES.entries()) {
      const day = split === undefined ? '' : days[placeOf(addDays(today, -split))]!;
      if (day < from || day >= to || held[security]! <= 0) continue;
      activities.push({ security, day, kind: 'split', account: 0, terms: { newUnits: '2', oldUnits: '1' } });
      held[security]! *= 2;
    }
  }
}

/** Balance after `made` level payments, rounded like a real account. */
export function owedAfter(principal: number, percent: number, payments: number, made: number): string {
  const rate = percent / 1200;
  const payment = (principal * rate) / (1 - (1 + rate) ** -payments);
  return (principal * (1 + rate) ** made - payment * (((1 + rate) ** made - 1) / rate)).toFixed(2);
}
