/** Saved scenarios: what each would save against the year as it is now. Nothing of them is applied. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import type { ResponseOf } from '../../../../kernel/endpoint.ts';
import { newId } from '../../../../kernel/ids.ts';
import { decimal, type Decimal, notNegative, round } from '../../../../kernel/money/index.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import {
  type NewTaxScenario,
  RECOVERY_PERIODS,
  type ScenarioFigures,
  type TaxMove,
  type TaxScenario,
  type taxScenarios,
  type TaxScenarioUpdate,
} from '../../contract.ts';
import type { RecoveryPeriod } from '../../engine/depreciation/macrs.ts';
import {
  amountOf,
  type Burden,
  contributionLimit,
  type Move,
  PLANS,
  scenario,
  shareOf,
  US_TAX_YEARS,
  usTaxYear,
} from '../../engine/tax/us/index.ts';
import { requireVersion } from '../ledgers/access.ts';
import { type Reckoned, reckon } from './estimate.ts';
import { householdOf } from './facts.ts';
import { chosenLosses } from './harvest.ts';
import { requireProfile, taxChanged } from './profiles.ts';

const NOUN = 'The scenario';
const MOST = 50;

interface Row {
  id: string;
  version: number;
  year: number;
  name: string;
  notes: string;
  moves: TaxMove[];
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
}
const COLUMNS = 'id, version, year, name, notes, moves, deleted_at, created_at, updated_at';

const cents = (amount: Decimal): string => round(amount, 2).toFixed();
const burden = ({ personal, payroll, corporate, costs, total }: Burden) => ({
  personal: cents(personal),
  payroll: cents(payroll),
  corporate: cents(corporate),
  costs: cents(costs),
  total: cents(total),
});

async function toEngine(move: TaxMove, reckoned: Reckoned): Promise<Move> {
  switch (move.kind) {
    case 'entity':
      return {
        kind: 'entity',
        to: move.to,
        salary: decimal(move.salary),
        costs: decimal(move.costs),
        paidOut: shareOf(move.paidOutPercent),
      };
    case 'retirement':
      return { kind: 'retirement', plan: move.plan, amount: decimal(move.amount) };
    case 'harvest': {
      const { shortLoss, longLoss, refused } = await chosenLosses(reckoned, move.lots);
      return { kind: 'harvest', shortLoss, longLoss, refused };
    }
    case 'depreciation': {
      const month = Number(move.placedInService.slice(5, 7));
      return {
        kind: 'depreciation',
        cost: decimal(move.cost),
        period: Number(RECOVERY_PERIODS.find((one) => one === move.period)) as RecoveryPeriod,
        placedInService: move.placedInService,
        acquired: move.acquired,
        section179: decimal(move.section179),
        bonus: move.bonus,
        // One purchase in the last quarter is more than 40 % of all purchases known here.
        lateQuarter: month >= 10,
      };
    }
    case 'timing':
      return { kind: 'timing', what: move.what, amount: decimal(move.amount) };
    case 'bunching':
      return { kind: 'bunching', yearly: decimal(move.yearly) };
  }
}

/** @throws AppError `validation` for what cannot be in this year */
function check(moves: readonly TaxMove[], year: number): void {
  for (const [index, move] of moves.entries()) {
    if (move.kind === 'depreciation' && !move.placedInService.startsWith(String(year)))
      throw new AppError('validation', `It must be placed in service in ${year}.`, {
        field: `moves.${index}.placedInService`,
      });
    if (move.kind === 'depreciation' && move.acquired > move.placedInService)
      throw new AppError('validation', 'It is bought before it is placed in service.', {
        field: `moves.${index}.acquired`,
      });
  }
}

async function figures(reckoned: Reckoned, moves: readonly TaxMove[]): Promise<ScenarioFigures> {
  const {
    gathered,
    facts: { facts },
    tables,
  } = reckoned;
  const base = {
    lines: gathered.amounts,
    household: householdOf(facts),
    year: tables,
    nextYear: US_TAX_YEARS.includes(tables.year + 1) ? usTaxYear(tables.year + 1) : undefined,
    circumstances: {
      age: facts.age ?? undefined,
      coveredByPlan: facts.coveredByPlan,
      familyHealthPlan: facts.familyHealthPlan,
    },
  };
  const made: Move[] = [];
  for (const move of moves) made.push(await toEngine(move, reckoned));
  const result = scenario(base, made);
  return {
    now: burden(result.now),
    next: result.next ? burden(result.next) : null,
    saving: cents(result.saving),
    taxableIncome: cents(result.taxReturn.result.taxableIncome),
    marginalRatePercent: round(result.taxReturn.result.marginalRate.times(100n), 2).toFixed(),
    moves: result.moves.map((one) => ({ saving: cents(one.saving), basis: one.basis, notes: one.notes })),
  };
}

async function reckonPerson(
  profileId: string,
  year: number,
  needed: 'viewer' | 'editor' = 'viewer',
): Promise<Reckoned> {
  const profile = await requireProfile(profileId, needed);
  if (profile.kind !== 'person')
    throw new AppError('validation', 'Scenarios are worked out for people: open the profile of an owner.', {
      field: 'id',
    });
  return reckon(profile, year);
}

async function toScenario(
  { id, version, year, name, notes, moves, created_at: createdAt, updated_at: updatedAt }: Row,
  reckoned: Reckoned,
): Promise<TaxScenario> {
  return { id, version, year, name, notes, moves, figures: await figures(reckoned, moves), createdAt, updatedAt };
}

/** @throws AppError `not_found`, `validation` */
export async function listScenarios(profileId: string, year: number): Promise<ResponseOf<typeof taxScenarios.list>> {
  const reckoned = await reckonPerson(profileId, year);
  const rows = await query<Row>(
    `select ${COLUMNS} from finance_tax_scenarios
      where workspace_id = $1 and profile_id = $2 and year = $3 and deleted_at is null
      order by created_at, id limit ${MOST}`,
    [currentWorkspaceId(), profileId, year],
  );
  const {
    facts: { facts },
    gathered,
    taxReturn,
    tables,
  } = reckoned;
  const saver = {
    status: facts.status,
    age: facts.age ?? undefined,
    coveredByPlan: facts.coveredByPlan,
    familyHealthPlan: facts.familyHealthPlan,
    wages: amountOf(gathered.amounts, 'wages'),
    ownSalary: undefined,
    agi: taxReturn.result.adjustedGrossIncome,
    selfEmployed: notNegative(taxReturn.businessProfit.minus(taxReturn.result.selfEmployment.deductibleHalf)),
  };
  return {
    items: await Promise.all(rows.map((row) => toScenario(row, reckoned))),
    baseline: await figures(reckoned, []),
    profit: cents(taxReturn.businessProfit),
    limits: PLANS.map((plan) => ({ plan, ...contributionLimit(plan, saver, tables) })).map(({ plan, most, basis }) => ({
      plan,
      most: cents(most),
      basis,
    })),
  };
}

/** @throws AppError `not_found`, `validation` */
export async function previewScenario(
  profileId: string,
  year: number,
  moves: readonly TaxMove[],
): Promise<ScenarioFigures> {
  const reckoned = await reckonPerson(profileId, year);
  check(moves, year);
  return figures(reckoned, moves);
}

/** @throws AppError `validation`, `not_found`, `forbidden`; `conflict` where there are too many */
export function createScenario(
  profileId: string,
  { year, name, notes = '', moves }: NewTaxScenario,
): Promise<TaxScenario> {
  return transaction(async () => {
    const reckoned = await reckonPerson(profileId, year, 'editor');
    check(moves, year);
    const [count] = await query<{ n: number }>(
      'select count(*)::int as n from finance_tax_scenarios where workspace_id = $1 and profile_id = $2 and year = $3 and deleted_at is null',
      [currentWorkspaceId(), profileId, year],
    );
    if (count!.n >= MOST) throw new AppError('conflict', `A year holds at most ${MOST} scenarios.`);
    const [row] = await query<Row>(
      `insert into finance_tax_scenarios (id, workspace_id, profile_id, year, name, notes, moves, created_by)
        values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
      [newId(), currentWorkspaceId(), profileId, year, name, notes, JSON.stringify(moves), currentUserId()],
    );
    await taxChanged('scenario_created', profileId, { year });
    return toScenario(row!, reckoned);
  });
}

async function scenarioRow(profileId: string, id: string): Promise<Row> {
  const [row] = await query<Row>(
    `select ${COLUMNS} from finance_tax_scenarios where workspace_id = $1 and profile_id = $2 and id = $3 for update`,
    [currentWorkspaceId(), profileId, id],
  );
  if (!row) throw notFound(NOUN);
  return row;
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale` */
export function updateScenario(
  profileId: string,
  id: string,
  { version, name, notes = '', moves }: TaxScenarioUpdate,
): Promise<TaxScenario> {
  return transaction(async () => {
    await requireProfile(profileId, 'editor');
    const before = await scenarioRow(profileId, id);
    if (before.deleted_at) throw notFound(NOUN);
    requireVersion(before, version, 'this scenario');
    check(moves, before.year);
    const [row] = await query<Row>(
      `update finance_tax_scenarios set name = $3, notes = $4, moves = $5, version = version + 1, updated_at = now()
        where workspace_id = $1 and id = $2 returning ${COLUMNS}`,
      [currentWorkspaceId(), id, name, notes, JSON.stringify(moves)],
    );
    await taxChanged('scenario_updated', profileId, { version: row!.version });
    return toScenario(row!, await reckonPerson(profileId, before.year));
  });
}

/** Deletes a scenario, or brings it back. @throws AppError `not_found`, `forbidden` */
export function setScenarioDeleted(profileId: string, id: string, deleted: boolean): Promise<void> {
  return transaction(async () => {
    await requireProfile(profileId, 'editor');
    const row = await scenarioRow(profileId, id);
    if (deleted && row.deleted_at) throw notFound(NOUN);
    await query(
      'update finance_tax_scenarios set deleted_at = case when $3 then now() end, version = version + 1, updated_at = now() where workspace_id = $1 and id = $2',
      [currentWorkspaceId(), id, deleted],
    );
    await taxChanged(deleted ? 'scenario_deleted' : 'scenario_restored', profileId);
  });
}
