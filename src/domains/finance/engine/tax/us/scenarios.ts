/** Tax scenarios of a person: each change builds on the previous ones. */
import { type Decimal, decimal, max, min, notNegative, ONE, round, ZERO } from '../../../../../kernel/money/index.ts';
import { bonusShare, macrsSchedule, type RecoveryPeriod, section179Allowed } from '../../depreciation/macrs.ts';
import { contributionLimit, type Plan } from './contributions.ts';
import { corporationTax, payrollTax } from './corporate.ts';
import { amountOf, businessProfit, changed, type LineAmounts } from './lines.ts';
import { type Household, taxReturn, type TaxReturn } from './return.ts';
import { rate, type UsTaxYear } from './tax-year.ts';

export type Move =
  | {
      kind: 'entity';
      to: 'sCorporation' | 'cCorporation';
      salary: Decimal;
      costs: Decimal;
      /** Share of the profit after tax that is paid out. */ paidOut: Decimal;
    }
  | { kind: 'retirement'; plan: Plan; amount: Decimal }
  | { kind: 'harvest'; shortLoss: Decimal; longLoss: Decimal; refused: Decimal }
  | {
      kind: 'depreciation';
      cost: Decimal;
      period: RecoveryPeriod;
      placedInService: string;
      acquired: string;
      section179: Decimal;
      bonus: boolean;
      lateQuarter: boolean;
    }
  | { kind: 'timing'; what: 'income' | 'expenses'; amount: Decimal }
  | { kind: 'bunching'; yearly: Decimal };

/** What is asked of a person that no line of the year says. */
export interface Circumstances {
  age: number | undefined;
  coveredByPlan: boolean;
  familyHealthPlan: boolean;
}

interface YearState {
  lines: LineAmounts;
  household: Household;
  corporate: Decimal;
  payroll: Decimal;
  costs: Decimal;
}

export interface TwoYears {
  now: YearState;
  next: YearState;
  salary: Decimal | undefined;
  corporation: 'sCorporation' | 'cCorporation' | undefined;
}

export interface Burden {
  /** Of the return, self-employment tax and the like included. */
  personal: Decimal;
  /** Social security and Medicare on a salary from an own corporation, both halves. */
  payroll: Decimal;
  corporate: Decimal;
  /** Of running another kind of business: payroll service, returns. */
  costs: Decimal;
  total: Decimal;
}

export interface MoveEffect {
  saving: Decimal;
  basis: string;
  /** Effects of the move, limits it reached, and omissions. */
  notes: string[];
}

export interface ScenarioResult {
  /** Absent next year: there are no tables for it. */
  now: Burden;
  next: Burden | undefined;
  saving: Decimal;
  moves: MoveEffect[];
  taxReturn: TaxReturn;
}

export interface ScenarioBase {
  lines: LineAmounts;
  household: Household;
  circumstances: Circumstances;
  year: UsTaxYear;
  nextYear: UsTaxYear | undefined;
}

function burdenOf(state: YearState, year: UsTaxYear): Burden {
  const personal = taxReturn(state.lines, state.household, year).result.totalTax;
  return {
    personal,
    payroll: state.payroll,
    corporate: state.corporate,
    costs: state.costs,
    total: personal.plus(state.payroll).plus(state.corporate).plus(state.costs),
  };
}

/**
 * The year as it is, and the next as it would be alike: without this year's gains and losses, which do not repeat
 * themselves.
 */
function start({ lines, household }: ScenarioBase): TwoYears {
  const state = { household, corporate: ZERO, payroll: ZERO, costs: ZERO };
  const { shortTermGains: _s, longTermGains: _l, ...alike } = lines;
  return {
    now: { ...state, lines },
    next: { ...state, lines: alike, household: { ...household, carriedShort: ZERO, carriedLong: ZERO } },
    salary: undefined,
    corporation: undefined,
  };
}

/** Baseline and scenario in one: the cost of every step against the one before. */
export function scenario(base: ScenarioBase, moves: readonly Move[]): ScenarioResult {
  const { year, nextYear } = base;
  const total = (plan: TwoYears): Decimal =>
    burdenOf(plan.now, year).total.plus(nextYear ? burdenOf(withCarried(plan, year), nextYear).total : ZERO);
  let plan = start(base);
  const before = total(plan);
  let last = before;
  const effects: MoveEffect[] = [];
  for (const move of moves) {
    const made = apply(plan, move, base);
    const cost = total(made.plan);
    effects.push({ saving: last.minus(cost), basis: made.basis, notes: made.notes });
    [plan, last] = [made.plan, cost];
  }
  return {
    now: burdenOf(plan.now, year),
    next: nextYear && burdenOf(withCarried(plan, year), nextYear),
    saving: before.minus(last),
    moves: effects,
    taxReturn: taxReturn(plan.now.lines, plan.now.household, year),
  };
}

/** Losses that the year does not use go on to the next. */
function withCarried(plan: TwoYears, year: UsTaxYear): YearState {
  const { carryforward } = taxReturn(plan.now.lines, plan.now.household, year).result.capital;
  return {
    ...plan.next,
    household: { ...plan.next.household, carriedShort: carryforward.shortTerm, carriedLong: carryforward.longTerm },
  };
}

interface Applied {
  plan: TwoYears;
  basis: string;
  notes: string[];
}

function apply(plan: TwoYears, move: Move, base: ScenarioBase): Applied {
  switch (move.kind) {
    case 'entity':
      return incorporate(plan, move, base);
    case 'retirement':
      return contribute(plan, move, base);
    case 'harvest':
      return harvest(plan, move);
    case 'depreciation':
      return depreciate(plan, move, base);
    case 'timing':
      return shift(plan, move, base);
    case 'bunching':
      return bunch(plan, move, base);
  }
}

const amount = (value: Decimal): string =>
  `$${round(value, 0)
    .toFixed()
    .replace(/\B(?=(\d{3})+(?!\d))/g, ',')}`;
const both = (plan: TwoYears, change: (state: YearState, which: 'now' | 'next') => YearState): TwoYears => ({
  ...plan,
  now: change(plan.now, 'now'),
  next: change(plan.next, 'next'),
});

/** The business becomes a corporation that pays its owner a salary: in both years. */
function incorporate(
  plan: TwoYears,
  move: Extract<Move, { kind: 'entity' }>,
  { year, nextYear }: ScenarioBase,
): Applied {
  const basis =
    move.to === 'sCorporation' ? 'IRC §1361–1368, §3121(d)(1); Rev. Rul. 74-44' : 'IRC §11(b), §301, §1(h)(11)';
  const profit = businessProfit(plan.now.lines);
  if (plan.corporation)
    return { plan, basis, notes: ['There is one change of the kind of business already: this one is left out.'] };
  if (!profit.gt(0n)) return { plan, basis, notes: ['The business makes no profit in this year: nothing changes.'] };
  const change = (state: YearState, tables: UsTaxYear): YearState => {
    const own = businessProfit(state.lines);
    const { employer, employee } = payrollTax(move.salary, tables);
    const rest = own.minus(move.salary).minus(employer).minus(move.costs);
    const { businessIncome: _i, businessExpenses: _e, businessMeals: _m, depreciation: _d, ...others } = state.lines;
    const corporate = move.to === 'cCorporation' ? corporationTax(rest) : ZERO;
    const dividend = move.to === 'cCorporation' ? notNegative(rest.minus(corporate)).times(move.paidOut) : ZERO;
    const paid = changed(
      others,
      move.to === 'sCorporation'
        ? { wages: move.salary, passThroughIncome: rest }
        : { wages: move.salary, ordinaryDividends: dividend, qualifiedDividends: dividend },
    );
    return {
      lines: paid,
      household: { ...state.household, businessWages: state.household.businessWages.plus(move.salary) },
      payroll: employer.plus(employee),
      corporate,
      costs: move.costs,
    };
  };
  const next: TwoYears = {
    now: change(plan.now, year),
    next: change(plan.next, nextYear ?? year),
    salary: move.salary,
    corporation: move.to,
  };
  return {
    plan: next,
    basis,
    notes: [
      ...(move.salary.gt(profit) ? ['The salary is more than the profit: the corporation makes a loss.'] : []),
      move.to === 'sCorporation'
        ? 'The salary must be what the work would cost elsewhere; a low one is challenged. The rest is free of self-employment tax.'
        : 'Profit that stays in the corporation is taxed when it is paid out later; that is not counted here.',
      'Unemployment insurance and state taxes and fees are left out; enter their cost with the running costs.',
    ],
  };
}

function contribute(
  plan: TwoYears,
  move: Extract<Move, { kind: 'retirement' }>,
  { year, circumstances }: ScenarioBase,
): Applied {
  const now = taxReturn(plan.now.lines, plan.now.household, year);
  const limit = contributionLimit(
    move.plan,
    {
      ...circumstances,
      status: plan.now.household.status,
      wages: amountOf(plan.now.lines, 'wages'),
      ownSalary: plan.salary,
      agi: now.result.adjustedGrossIncome,
      selfEmployed: plan.salary
        ? ZERO
        : notNegative(now.businessProfit.minus(now.result.selfEmployment.deductibleHalf)),
    },
    year,
  );
  const already =
    move.plan === 'ira'
      ? amountOf(plan.now.lines, 'ira')
      : move.plan === 'hsa'
        ? amountOf(plan.now.lines, 'hsa')
        : move.plan === '401k'
          ? ZERO
          : amountOf(plan.now.lines, 'selfRetirement');
  const used = min(move.amount, notNegative(limit.most.minus(already)));
  const notes = [
    `At most ${amount(limit.most)} in ${year.year}${already.gt(0n) ? `, of which ${amount(already)} is used` : ''}${used.lt(move.amount) ? `: ${amount(used)} of ${amount(move.amount)} counts` : ''}.`,
    move.plan === 'hsa'
      ? 'Needs a health plan with a high deductible. Tax is saved for good where it pays for medical costs.'
      : 'The tax is put off, not forgiven: what is taken out later is income.',
    ...(move.plan === '401k'
      ? ['What you put into it already this year is not known here: the W-2 shows wages after it.']
      : []),
  ];
  const employer = plan.salary ? min(used, limit.employer) : ZERO;
  const lines =
    move.plan === '401k'
      ? changed(plan.now.lines, { wages: ZERO.minus(used) })
      : move.plan === 'ira' || move.plan === 'hsa'
        ? changed(plan.now.lines, { [move.plan]: used })
        : plan.salary
          ? throughCorporation(plan, used, employer)
          : changed(plan.now.lines, { selfRetirement: used });
  return {
    plan: { ...plan, now: { ...plan.now, ...corporateAfter(plan, employer), lines } },
    basis: limit.basis,
    notes,
  };
}

/** The employer's part lowers the corporation's profit, the own part the pay. */
function throughCorporation(plan: TwoYears, used: Decimal, employer: Decimal): LineAmounts {
  const own = used.minus(employer);
  return changed(plan.now.lines, {
    wages: ZERO.minus(own),
    ...(plan.corporation === 'sCorporation' ? { passThroughIncome: ZERO.minus(employer) } : {}),
  });
}

function corporateAfter(plan: TwoYears, employer: Decimal): { corporate?: Decimal } {
  return plan.corporation === 'cCorporation'
    ? { corporate: notNegative(plan.now.corporate.minus(round(employer.times(rate('0.21')), 2))) }
    : {};
}

function harvest(plan: TwoYears, move: Extract<Move, { kind: 'harvest' }>): Applied {
  const lines = changed(plan.now.lines, {
    shortTermGains: ZERO.minus(move.shortLoss),
    longTermGains: ZERO.minus(move.longLoss),
  });
  return {
    plan: { ...plan, now: { ...plan.now, lines } },
    basis: 'IRC §1211(b), §1212(b), §1091; Pub. 550',
    notes: [
      `Losses of ${amount(move.shortLoss.plus(move.longLoss))} offset gains, then up to the year’s limit of other income; the rest is carried on.`,
      ...(move.refused.gt(0n)
        ? [`${amount(move.refused)} more would not be allowed: the same security was bought within 30 days before.`]
        : []),
      'Buying the same security within 30 days after the sale takes the loss away; accounts elsewhere and of a spouse count too, and are not known here.',
      'What is bought instead has a lower cost: a part of the saving is only put off.',
    ],
  };
}

function depreciate(plan: TwoYears, move: Extract<Move, { kind: 'depreciation' }>, { year }: ScenarioBase): Applied {
  const profit = businessProfit(plan.now.lines).plus(
    plan.corporation === 'sCorporation' ? amountOf(plan.now.lines, 'passThroughIncome') : ZERO,
  );
  const section179 = section179Allowed(
    min(move.section179, move.cost),
    move.cost,
    notNegative(profit).plus(amountOf(plan.now.lines, 'wages')),
    year,
  );
  const schedule = macrsSchedule(
    {
      id: 'asset',
      cost: move.cost,
      period: move.period,
      placedInService: move.placedInService,
      acquired: move.acquired,
      section179,
      bonus: move.bonus,
    },
    move.lateQuarter ? 'midQuarter' : 'halfYear',
    year,
  );
  const inYear = (wanted: number): Decimal => schedule.years.find((one) => one.year === wanted)?.amount ?? ZERO;
  const first = schedule.section179.plus(schedule.bonus).plus(inYear(year.year));
  const deduct = (state: YearState, by: Decimal): YearState => {
    if (plan.corporation === 'sCorporation')
      return { ...state, lines: changed(state.lines, { passThroughIncome: ZERO.minus(by) }) };
    if (plan.corporation === 'cCorporation')
      return { ...state, corporate: notNegative(state.corporate.minus(round(by.times(rate('0.21')), 2))) };
    return { ...state, lines: changed(state.lines, { depreciation: by }) };
  };
  return {
    plan: both(plan, (state, which) => deduct(state, which === 'now' ? first : inYear(year.year + 1))),
    basis: 'IRC §168, §168(k), §179; Pub. 946',
    notes: [
      `${amount(first)} in ${year.year}: ${amount(schedule.section179)} under section 179, ${amount(schedule.bonus)} bonus (${bonusShare(move.acquired, year).times(100n).toFixed()}%), ${amount(inYear(year.year))} regular${move.period === 27.5 || move.period === 39 ? ', by month' : move.lateQuarter ? ', mid-quarter' : ', half-year'}.`,
      ...(section179.lt(min(move.section179, move.cost))
        ? ['Section 179 is limited by the year’s amount or by the income of the business.']
        : []),
      'The purchase itself costs more than it saves: compare it only where the thing is needed. Later years deduct less.',
    ],
  };
}

/** Business income or expenses that fall into the other year: income later, expenses sooner. */
function shift(plan: TwoYears, move: Extract<Move, { kind: 'timing' }>, { nextYear }: ScenarioBase): Applied {
  const basis = 'IRC §451(a), §461(a); Treas. Reg. §1.451-1, §1.461-1 (cash method)';
  if (!nextYear) return { plan, basis, notes: ['There are no tables for the next year yet: nothing can be compared.'] };
  const line = move.what === 'income' ? 'businessIncome' : 'businessExpenses';
  if (plan.corporation) return { plan, basis, notes: ['Only for a business without a corporation: left out here.'] };
  const most = move.what === 'income' ? max(ZERO, amountOf(plan.now.lines, line)) : move.amount;
  const moved = min(move.amount, most);
  const sign = move.what === 'income' ? ZERO.minus(moved) : moved;
  return {
    plan: both(plan, (state, which) => ({
      ...state,
      lines: changed(state.lines, { [line]: which === 'now' ? sign : ZERO.minus(sign) }),
    })),
    basis,
    notes: [
      `${amount(moved)} of ${move.what} falls into ${move.what === 'income' ? 'the next year' : 'this year instead of the next'}; both years are counted.`,
      'The next year is taken to be like this one, without gains and losses.',
      'Only by the cash method, and not for money that could already be had (constructive receipt) or paid ahead for more than twelve months.',
    ],
  };
}

function bunch(plan: TwoYears, move: Extract<Move, { kind: 'bunching' }>, { nextYear }: ScenarioBase): Applied {
  const basis = 'IRC §63(c), §170';
  if (!nextYear) return { plan, basis, notes: ['There are no tables for the next year yet: nothing can be compared.'] };
  const given = min(move.yearly, amountOf(plan.next.lines, 'gifts'));
  return {
    plan: both(plan, (state, which) => ({
      ...state,
      lines: changed(state.lines, { gifts: which === 'now' ? given : ZERO.minus(given) }),
    })),
    basis,
    notes: [
      ...(given.lt(move.yearly)
        ? [`Only ${amount(given)} is given in a year as entered: no more can be brought forward.`]
        : []),
      `The next year’s gifts of ${amount(given)} are made this year: itemised once, the standard deduction the other year.`,
      'The next year is taken to be like this one, without gains and losses.',
    ],
  };
}

/** A percentage as a share between nothing and all. */
export const shareOf = (percent: string): Decimal => min(ONE, notNegative(decimal(percent).div(100n)));
