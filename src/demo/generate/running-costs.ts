/** Income and spending of a small business over fifteen months: rent, wages, software, and a few mistakes. */
import { addDays, monthStart } from '../../kernel/days.ts';
import { createRandom } from './random.ts';

export interface RunningLine {
  day: string;
  /** Money out is negative. */
  cents: number;
  payee: string;
  /** Name of a category. */
  category: string;
}

const MONTHS = 15;

/** Monthly on a day; `risen` applies to the last two months. */
const MONTHLY: readonly { day: number; payee: string; cents: number; category: string; risen?: number }[] = [
  { day: 1, payee: 'Foundry Lofts', cents: -280_000, category: 'Rent' },
  { day: 26, payee: 'Payroll', cents: -1_460_000, category: 'Wages' },
  { day: 2, payee: 'Cloudbase Hosting', cents: -84_000, category: 'Software', risen: -96_600 },
  { day: 4, payee: 'Inkwell Design Suite', cents: -23_900, category: 'Software' },
  { day: 6, payee: 'Sendline Mail', cents: -12_900, category: 'Software' },
  { day: 8, payee: 'Fibrelane Business', cents: -8_900, category: 'Utilities' },
  { day: 11, payee: 'Brightwater Energy', cents: -21_400, category: 'Utilities' },
  { day: 15, payee: 'Ledgerwell Accounting', cents: -45_000, category: 'Professional fees' },
  { day: 18, payee: 'Adreach', cents: -180_000, category: 'Advertising' },
];
const CLIENTS = ['Tessera Homes', 'Wren & Ash Interiors', 'Harbour Dental', 'Calder & Finch'];

/** @param today nothing is later */
export function generateRunningCosts(seed: string, today: string): RunningLine[] {
  const random = createRandom(`running costs ${seed}`);
  const lines: RunningLine[] = [];
  for (let n = MONTHS - 1; n >= 0; n--) {
    const month = monthStart(today, -n);
    const on = (day: number): string => addDays(month, day - 1);
    for (const { day, payee, cents, category, risen } of MONTHLY)
      lines.push({
        day: on(day),
        payee,
        category,
        cents:
          risen && n < 2
            ? risen
            : payee === 'Brightwater Energy' || payee === 'Adreach'
              ? Math.round(cents * (0.85 + random.next() * 0.3))
              : cents,
      });
    for (const payee of CLIENTS)
      lines.push({ day: on(random.int(5, 24)), payee, cents: random.int(360_000, 580_000), category: 'Services' });
    for (let left = random.int(3, 6); left > 0; left--)
      lines.push({
        day: on(random.int(1, 28)),
        payee: random.pick(['Paper & Pen', 'Metro Couriers', 'Corner Larder']),
        cents: -random.int(1_200, 14_000),
        category: 'Office supplies',
      });
    if (n % 12 === 2) lines.push({ day: on(9), payee: 'Everguard Insurance', cents: -214_000, category: 'Insurance' });
    if (n % 3 === 1)
      lines.push({ day: on(20), payee: 'State Revenue', cents: -310_000, category: 'Taxes and licences' });
  }
  // Charged twice two weeks ago.
  const twice = addDays(today, -14);
  lines.push(
    { day: twice, payee: 'Printworks', cents: -38_600, category: 'Office supplies' },
    { day: addDays(twice, 1), payee: 'Printworks', cents: -38_600, category: 'Office supplies' },
  );
  return lines.filter((line) => line.day <= today);
}
