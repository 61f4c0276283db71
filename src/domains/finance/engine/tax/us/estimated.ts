/** Estimated payments and the safe harbour against the underpayment penalty (IRC §6654, Form 1040-ES). */
import { addDays } from '../../../../../kernel/days.ts';
import { allocateMoney, type Decimal, min, notNegative, ONE, round, ZERO } from '../../../../../kernel/money/index.ts';
import { dollars, type FilingStatus, rate, type UsTaxYear } from './tax-year.ts';

/** The day that falls on a weekend or a holiday of Washington moves to the next working day (IRC §7503). */
export function nextBusinessDay(day: string): string {
  let at = day;
  for (;;) {
    const weekday = new Date(`${at}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6 && !isHoliday(at, weekday)) return at;
    at = addDays(at, 1);
  }
}

/**
 * Those holidays that can meet a due date: Martin Luther King's (third Monday of January) and Emancipation Day (16
 * April, or the working day beside it).
 */
function isHoliday(day: string, weekday: number): boolean {
  const [month, date] = [day.slice(5, 7), Number(day.slice(8, 10))];
  if (month === '01') return weekday === 1 && date >= 15 && date <= 21;
  return (
    month === '04' &&
    ((date === 16 && weekday <= 5) || (date === 15 && weekday === 5) || (date === 17 && weekday === 1))
  );
}

/** When the four payments for a year are due. */
export function estimatedDueDays(year: number): string[] {
  return [`${year}-04-15`, `${year}-06-15`, `${year}-09-15`, `${year + 1}-01-15`].map(nextBusinessDay);
}

export interface SafeHarbourInput {
  status: FilingStatus;
  /** Expected total tax of the year. */
  expectedTax: Decimal;
  /** Total tax and adjusted gross income of the year before, where there was a full year with tax. */
  priorTax?: Decimal;
  priorAgi?: Decimal;
  withheld: Decimal;
  /** Payments made, with their days. */
  payments: readonly { day: string; amount: Decimal }[];
}

export interface EstimatedInstalment {
  dueDay: string;
  /** Total that must have been paid by then, including withholding. */
  requiredByThen: Decimal;
  /** Own amount of the instalment. */
  amount: Decimal;
  /** Total paid by then, with withholding spread evenly. */
  paidByThen: Decimal;
  shortfall: Decimal;
}

export interface SafeHarbour {
  /** Least to pay in time to be free of the penalty. */
  required: Decimal;
  rule: 'currentYear' | 'priorYear' | 'priorYearHighIncome' | 'none';
  /** Less than 1,000 is owed beyond withholding: no penalty whatever was paid. */
  belowThreshold: boolean;
  instalments: EstimatedInstalment[];
}

/** 90 % of this year's tax, or all of last year's (110 % above 150,000 of income), whichever is less. */
export function safeHarbour(input: SafeHarbourInput, year: UsTaxYear): SafeHarbour {
  const { status, expectedTax, priorTax, priorAgi = ZERO, withheld } = input;
  const rules = year.fixed.estimated;
  const current = round(notNegative(expectedTax).times(rate(rules.currentYearShare)), 2);
  const highIncome = priorAgi.gt(dollars(rules.highIncome[status]));
  const prior =
    priorTax && round(notNegative(priorTax).times(rate(highIncome ? rules.highIncomeShare : rules.priorYearShare)), 2);
  const usesPrior = prior?.lt(current) ?? false;
  const belowThreshold = expectedTax.minus(withheld).lt(dollars(rules.smallestPenalised));
  const required = belowThreshold ? ZERO : min(current, prior ?? current);
  return {
    required,
    belowThreshold,
    rule: belowThreshold ? 'none' : usesPrior ? (highIncome ? 'priorYearHighIncome' : 'priorYear') : 'currentYear',
    instalments: instalments(required, input, year.year),
  };
}

function instalments(required: Decimal, { withheld, payments }: SafeHarbourInput, year: number): EstimatedInstalment[] {
  const amounts = allocateMoney(notNegative(required.minus(withheld)), [ONE, ONE, ONE, ONE], 'USD');
  let requiredByThen = ZERO;
  return estimatedDueDays(year).map((dueDay, index) => {
    const quarter = BigInt(index + 1);
    requiredByThen = round(required.times(quarter).div(4n), 2);
    const paidByThen = round(withheld.times(quarter).div(4n), 2).plus(
      payments.filter((one) => one.day <= dueDay).reduce((total, one) => total.plus(one.amount), ZERO),
    );
    return {
      dueDay,
      requiredByThen,
      amount: amounts[index]!,
      paidByThen,
      shortfall: notNegative(requiredByThen.minus(paidByThen)),
    };
  });
}
