/** A household's money over eighteen months, shown under Personal finance. */
import { addDays, monthStart } from '../../kernel/days.ts';
import { createRandom, type Random } from './random.ts';

export type HouseholdAccount = 'checking' | 'savings' | 'card';

export interface HouseholdLine {
  account: HouseholdAccount;
  day: string;
  /** Cents; money out is negative. */
  cents: number;
  payee: string;
  /** Bank text. */
  bank: string;
  /** Category name; not categorized if absent. */
  category?: string;
  tags?: string[];
  pending?: boolean;
  /** The two sides of a transfer share a number. */
  transfer?: number;
}

const MONTHS = 18;

/** Monthly on a day, from an account. */
const MONTHLY: readonly {
  day: number;
  payee: string;
  bank: string;
  cents: number;
  category: string;
  account: HouseholdAccount;
  risen?: number;
}[] = [
  {
    day: 1,
    payee: 'Harbour Street Lettings',
    bank: 'HARBOUR ST LETTINGS RENT',
    cents: -165_000,
    category: 'Housing',
    account: 'checking',
  },
  {
    day: 3,
    payee: 'Brightwater Energy',
    bank: 'BRIGHTWATER ENERGY DD',
    cents: -11_840,
    category: 'Utilities',
    account: 'checking',
  },
  {
    day: 6,
    payee: 'Fibrelane',
    bank: 'FIBRELANE BROADBAND',
    cents: -4_500,
    category: 'Utilities',
    account: 'checking',
  },
  {
    day: 9,
    payee: 'Lumen Video',
    bank: 'LUMEN VIDEO MONTHLY',
    cents: -1_299,
    category: 'Leisure',
    account: 'card',
    risen: -1_599,
  },
  {
    day: 12,
    payee: 'Northbeam Mobile',
    bank: 'NORTHBEAM MOBILE',
    cents: -2_800,
    category: 'Utilities',
    account: 'checking',
  },
  { day: 14, payee: 'Tempo Gym', bank: 'TEMPO GYM MEMBERSHIP', cents: -3_900, category: 'Health', account: 'card' },
  {
    day: 17,
    payee: 'Everguard Insurance',
    bank: 'EVERGUARD INS PREMIUM',
    cents: -8_650,
    category: 'Insurance',
    account: 'checking',
  },
  { day: 21, payee: 'Chorus Music', bank: 'CHORUS MUSIC', cents: -1_099, category: 'Leisure', account: 'card' },
];

/** Card purchases: frequency per month, and price. */
const NOW_AND_THEN: readonly {
  payees: readonly string[];
  category: string;
  times: [number, number];
  cents: [number, number];
}[] = [
  {
    payees: ['Greenfold Market', 'Corner Larder', 'Saltmarsh Grocers'],
    category: 'Groceries',
    times: [7, 10],
    cents: [1_850, 9_600],
  },
  {
    payees: ['Blue Kettle Café', 'Noodle Yard', 'Osteria Ponte', 'The Copper Pan'],
    category: 'Eating out',
    times: [5, 9],
    cents: [650, 6_400],
  },
  { payees: ['Metro Transit', 'Parkwell', 'Swift Fuel'], category: 'Transport', times: [4, 7], cents: [280, 5_800] },
  { payees: ['Oakley Pharmacy', 'Dr. Hanley Dental'], category: 'Health', times: [0, 2], cents: [900, 14_000] },
  {
    payees: ['Threadneedle & Co', 'Hearth Home', 'Pixelworks'],
    category: 'Shopping',
    times: [1, 3],
    cents: [1_900, 18_000],
  },
  {
    payees: ['Rialto Cinema', 'Paper Lantern Books', 'Summit Climbing'],
    category: 'Leisure',
    times: [1, 3],
    cents: [900, 5_200],
  },
];

/** Recent transactions are not categorized yet. */
const UNSORTED_DAYS = 9;

/** @param today nothing is later, except pending transactions */
export function generateHousehold(seed: string, today: string): HouseholdLine[] {
  const random = createRandom(`household ${seed}`);
  const lines: HouseholdLine[] = [];
  let transfer = 0;
  const move = (day: string, from: HouseholdAccount, to: HouseholdAccount, cents: number, words: string): void => {
    transfer++;
    lines.push(
      { account: from, day, cents: -cents, payee: words, bank: words.toUpperCase(), transfer },
      { account: to, day: addDays(day, 1), cents, payee: words, bank: words.toUpperCase(), transfer },
    );
  };
  for (let n = MONTHS - 1; n >= 0; n--) {
    const month = monthStart(today, -n);
    const on = (day: number): string => addDays(month, day - 1);
    lines.push({
      account: 'checking',
      day: on(25),
      cents: 462_000 + (n < 8 ? 18_500 : 0),
      payee: 'Calder & Finch',
      bank: 'CALDER FINCH PAYROLL',
      category: 'Salary',
    });
    for (const { day, risen, cents, ...bill } of MONTHLY)
      lines.push({
        ...bill,
        day: on(day),
        cents: bill.payee === 'Brightwater Energy' ? cents + random.int(-2_600, 2_600) : risen && n < 3 ? risen : cents,
      });
    let spent = 0;
    for (const kind of NOW_AND_THEN) {
      for (let left = random.int(...kind.times); left > 0; left--) {
        const cents = random.int(...kind.cents);
        spent += cents;
        lines.push(purchase(random, kind, on(random.int(1, 28)), cents));
      }
    }
    move(on(26), 'checking', 'savings', 60_000, 'To savings');
    move(on(28), 'checking', 'card', Math.min(spent + 6_300, 190_000), 'Card payment');
    if (n % 3 === 0)
      lines.push({
        account: 'savings',
        day: on(28),
        cents: random.int(2_100, 3_400),
        payee: 'Interest',
        bank: 'INTEREST PAID',
        category: 'Interest and dividends',
      });
    if (month.slice(5, 7) === '07')
      lines.push(
        {
          account: 'card',
          day: on(11),
          cents: -148_000,
          payee: 'Azure Coast Hotels',
          bank: 'AZURE COAST HOTELS',
          category: 'Travel',
          tags: ['holiday'],
        },
        {
          account: 'card',
          day: on(4),
          cents: -61_200,
          payee: 'Meridian Air',
          bank: 'MERIDIAN AIR',
          category: 'Travel',
          tags: ['holiday'],
        },
      );
  }
  const past = lines
    .filter((line) => line.day <= today)
    .map((line) =>
      line.day > addDays(today, -UNSORTED_DAYS) && line.account === 'card' ? { ...line, category: undefined } : line,
    );
  return [
    ...past,
    { account: 'card', day: today, cents: -3_420, payee: 'Greenfold Market', bank: 'GREENFOLD MARKET', pending: true },
  ];
}

function purchase(
  random: Random,
  { payees, category }: (typeof NOW_AND_THEN)[number],
  day: string,
  cents: number,
): HouseholdLine {
  const payee = random.pick(payees);
  return {
    account: 'card',
    day,
    cents: -cents,
    payee,
    bank: `${payee.toUpperCase()} ${random.int(1000, 9999)}`,
    category,
  };
}
