/** The estimate of a year as the API tells of it. */
import { decimal, type Decimal, notNegative, round, sumOf, whole, ZERO } from '../../../../kernel/money/index.ts';
import type { TaxProfile, TaxYearView } from '../../contract.ts';
import {
  amountOf,
  bracketParts,
  businessProfit,
  corporateDueDays,
  corporationTax,
  COVERAGE,
  nextBusinessDay,
  safeHarbour,
  type SafeHarbour,
  taxReturn,
  type TaxReturn,
  US_TAX_YEARS,
  usTaxYear,
  type UsTaxYear,
} from '../../engine/tax/us/index.ts';
import { factsOf, householdOf } from './facts.ts';
import { gather, type Gathered } from './collect-lines.ts';
import { type ProfileRow, requireProfile, toProfile } from './profiles.ts';

const cents = (amount: Decimal): string => round(amount, 2).toFixed();
const percent = (share: Decimal): string => round(share.times(100n), 2).toFixed();
const dollarsText = (amount: Decimal): string =>
  `$${round(amount, 2)
    .toFixed(2)
    .replace(/\B(?=(\d{3})+(?!\d))/g, ',')}`;

export interface Reckoned {
  gathered: Gathered;
  facts: Awaited<ReturnType<typeof factsOf>>;
  tables: UsTaxYear;
  taxReturn: TaxReturn;
}

/** The year's return of a profile that the caller may see already. */
export async function reckon(profile: ProfileRow, year: number): Promise<Reckoned> {
  const [tables, facts, gathered] = [usTaxYear(year), await factsOf(profile.id, year), await gather(profile, year)];
  return { gathered, facts, tables, taxReturn: taxReturn(gathered.amounts, householdOf(facts.facts), tables) };
}

/** @throws AppError `not_found`, `validation` */
export async function yearView(profileId: string, year: number): Promise<TaxYearView> {
  const row = await requireProfile(profileId);
  const reckoned = await reckon(row, year);
  const { gathered, facts, tables } = reckoned;
  const { today, period, lines, payments, gains, unplaced, warnings } = gathered;
  return {
    profile: await toProfile(row),
    year,
    returnDue: nextBusinessDay(
      `${year + 1}-${row.kind === 'sCorporation' || row.kind === 'partnership' ? '03' : '04'}-15`,
    ),
    version: facts.version,
    facts: facts.facts,
    today,
    period,
    lines,
    payments,
    unplaced,
    warnings,
    person: row.kind === 'person' ? personOf(reckoned) : null,
    business: row.kind === 'person' ? null : businessOf(row.kind, reckoned),
    estimated: estimatedOf(row.kind, reckoned),
    washSales: gains.washSales.map(({ sale, wash, bought, retirement, security }) => ({
      security,
      sold: sale.sold,
      bought,
      disallowed: cents(wash.disallowed),
      retirement,
    })),
    priorYear: row.kind === 'person' ? await yearBefore(row, year) : null,
    coverage: COVERAGE.map(({ name, covered, note = '' }) => ({ name, covered, note })),
    tables: [...tables.sources],
    preliminary: [...tables.preliminary],
  };
}

function personOf({ gathered, tables, facts, taxReturn: made }: Reckoned): NonNullable<TaxYearView['person']> {
  const { result } = made;
  const paid = paidOf(gathered);
  const withheld = amountOf(gathered.amounts, 'withheld');
  const status = facts.facts.status;
  const preferred = result.capital.longTermGain.plus(amountOf(gathered.amounts, 'qualifiedDividends'));
  const ordinary = notNegative(result.taxableIncome.minus(preferred));
  const parts = bracketParts(ordinary, status, tables);
  return {
    totalIncome: cents(result.totalIncome),
    adjustedGrossIncome: cents(result.adjustedGrossIncome),
    taxableIncome: cents(result.taxableIncome),
    businessProfit: cents(made.businessProfit),
    totalTax: cents(result.totalTax),
    withheld: cents(withheld),
    paid: cents(paid),
    balanceDue: cents(result.totalTax.minus(withheld).minus(paid)),
    marginalRatePercent: percent(result.marginalRate),
    marginalGainsRatePercent: percent(result.marginalGainsRate),
    effectiveRatePercent: result.effectiveRate ? percent(result.effectiveRate) : null,
    deduction: result.deduction.kind,
    steps: made.steps.map((step) => ({ ...step, amount: cents(step.amount) })),
    limited: made.limited.map((one) => ({ ...one, entered: cents(one.entered), allowed: cents(one.allowed) })),
    carried: {
      shortTerm: cents(result.capital.carryforward.shortTerm),
      longTerm: cents(result.capital.carryforward.longTerm),
    },
    brackets: tables.rates.map((text, index) => ({
      ratePercent: percent(decimal(text)),
      from: whole(index === 0 ? 0 : tables.brackets[status][index - 1]!).toFixed(),
      to: tables.brackets[status][index] === undefined ? null : whole(tables.brackets[status][index]).toFixed(),
      income: cents(parts[index]?.income ?? ZERO),
      tax: cents(parts[index]?.tax ?? ZERO),
    })),
  };
}

const paidOf = (gathered: Gathered): Decimal => sumOf(gathered.payments, (one) => decimal(one.amount));

const ENTITY_WORDS: Readonly<Record<Exclude<TaxProfile['kind'], 'person'>, string>> = {
  cCorporation:
    'A C corporation pays 21% of its profit (IRC §11(b)). Losses of other years, credits and dividends received are left out.',
  sCorporation:
    'An S corporation pays no federal income tax on its profit: its owners do, each on their share (Schedule K-1). Enter it in their profiles as a share of this ledger.',
  partnership:
    'A partnership pays no federal income tax: its partners do, each on their share (Schedule K-1). A partner’s self-employment tax on it is left out.',
};

function profitOf({ amounts }: Gathered): Decimal {
  return businessProfit(amounts)
    .plus(amountOf(amounts, 'interest'))
    .plus(amountOf(amounts, 'ordinaryDividends'))
    .plus(amountOf(amounts, 'shortTermGains'))
    .plus(amountOf(amounts, 'longTermGains'))
    .plus(amountOf(amounts, 'rentIncome'))
    .plus(amountOf(amounts, 'otherIncome'));
}

function businessOf(
  kind: Exclude<TaxProfile['kind'], 'person'>,
  { gathered }: Reckoned,
): NonNullable<TaxYearView['business']> {
  const profit = profitOf(gathered);
  const owed = kind === 'cCorporation' ? corporationTax(profit) : ZERO;
  const paid = paidOf(gathered);
  return {
    profit: cents(profit),
    tax: cents(owed),
    paid: cents(paid),
    balanceDue: cents(owed.minus(paid)),
    sentence: ENTITY_WORDS[kind],
  };
}

const RULES: Readonly<Record<SafeHarbour['rule'], (required: string, knowsPrior: boolean) => string>> = {
  none: () =>
    'Less than $1,000 is owed beyond what is withheld: no penalty, whatever is paid in between (IRC §6654(e)(1)).',
  currentYear: (required, knowsPrior) =>
    `No penalty if ${required} is withheld or paid in time: 90% of this year’s tax${knowsPrior ? ', which is less than what last year’s would ask' : '. With last year’s tax entered it may be less'}.`,
  priorYear: (required) =>
    `No penalty if ${required} is withheld or paid in time: all of last year’s tax (100%), which is less than 90% of this year’s.`,
  priorYearHighIncome: (required) =>
    `No penalty if ${required} is withheld or paid in time: 110% of last year’s tax, as last year’s income was above $150,000 ($75,000 for spouses who file apart).`,
};

function estimatedOf(kind: TaxProfile['kind'], reckoned: Reckoned): TaxYearView['estimated'] {
  const {
    gathered,
    tables,
    facts: { facts },
  } = reckoned;
  const { payments, today } = gathered;
  const paid = payments.map((one) => ({ day: one.day, amount: decimal(one.amount) }));
  if (kind === 'person') {
    const plan = safeHarbour(
      {
        status: facts.status,
        expectedTax: notNegative(reckoned.taxReturn.result.totalTax),
        withheld: amountOf(gathered.amounts, 'withheld'),
        payments: paid,
        ...(facts.priorTax ? { priorTax: decimal(facts.priorTax) } : {}),
        ...(facts.priorAgi ? { priorAgi: decimal(facts.priorAgi) } : {}),
      },
      tables,
    );
    return {
      required: cents(plan.required),
      rule: plan.rule,
      sentence: RULES[plan.rule](dollarsText(plan.required), Boolean(facts.priorTax)),
      instalments: plan.instalments.map((one) => toInstalment(one, today)),
    };
  }
  if (kind !== 'cCorporation') return null;
  const owed = corporationTax(profitOf(gathered));
  // Below 500 nothing is due in between (§6655(f)).
  const required = owed.lt(500n) ? ZERO : owed;
  return {
    required: cents(required),
    rule: required.isZero() ? 'none' : 'currentYear',
    sentence: required.isZero()
      ? 'Less than $500 is owed: no payments in between (IRC §6655(f)).'
      : `No penalty if ${dollarsText(required)}, all of this year’s tax, is paid in time (IRC §6655). Last year’s tax as a limit is left out.`,
    instalments: corporateDueDays(tables.year).map((dueDay, index) => {
      const requiredByThen = round(required.times(BigInt(index + 1)).div(4n), 2);
      const paidByThen = sumOf(
        paid.filter((one) => one.day <= dueDay),
        (one) => one.amount,
      );
      return toInstalment(
        {
          dueDay,
          amount: round(required.div(4n), 2),
          requiredByThen,
          paidByThen,
          shortfall: notNegative(requiredByThen.minus(paidByThen)),
        },
        today,
      );
    }),
  };
}

function toInstalment({ dueDay, ...of }: SafeHarbour['instalments'][number], today: string) {
  return {
    dueDay,
    amount: cents(of.amount),
    requiredByThen: cents(of.requiredByThen),
    paidByThen: cents(of.paidByThen),
    shortfall: cents(of.shortfall),
    past: dueDay < today,
  };
}

/** Tax and income of the year before as computed here, where someone described that year. */
async function yearBefore(profile: ProfileRow, year: number): Promise<TaxYearView['priorYear']> {
  if (!US_TAX_YEARS.includes(year - 1)) return null;
  const before = await factsOf(profile.id, year - 1);
  if (before.version === 0) return null;
  const { result } = (await reckon(profile, year - 1)).taxReturn;
  return { tax: cents(notNegative(result.totalTax)), agi: cents(result.adjustedGrossIncome) };
}
