/** Circumstances of a year: as someone said, else as in the year before, else of a person alone. */
import { AppError } from '../../../../kernel/errors.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import type { TaxFactsInput, TaxYearUpdate } from '../../contract.ts';
import type { Household } from '../../engine/tax/us/index.ts';
import { requireVersion } from '../ledgers/access.ts';
import { requireProfile, taxChanged } from './profiles.ts';

const ALONE: TaxFactsInput = {
  status: 'single',
  aged: 0,
  blind: 0,
  children: 0,
  otherDependents: 0,
  age: null,
  carriedShort: '0',
  carriedLong: '0',
  specifiedService: false,
  businessWages: '0',
  coveredByPlan: false,
  familyHealthPlan: false,
  priorTax: null,
  priorAgi: null,
};

/**
 * Version 0 where no one described the year: then it is taken to be like the one before, without what belongs to that
 * year only.
 */
export async function factsOf(profileId: string, year: number): Promise<{ version: number; facts: TaxFactsInput }> {
  const [row] = await query<{ year: number; version: number; facts: TaxFactsInput }>(
    'select year, version, facts from finance_tax_years where workspace_id = $1 and profile_id = $2 and year <= $3 order by year desc limit 1',
    [currentWorkspaceId(), profileId, year],
  );
  if (!row) return { version: 0, facts: ALONE };
  if (row.year === year) return { version: row.version, facts: { ...ALONE, ...row.facts } };
  const { age } = row.facts;
  return {
    version: 0,
    facts: {
      ...ALONE,
      ...row.facts,
      age: age === null || age === undefined ? null : age + (year - row.year),
      carriedShort: '0',
      carriedLong: '0',
      businessWages: '0',
      priorTax: null,
      priorAgi: null,
    },
  };
}

export function householdOf(facts: TaxFactsInput): Household {
  const { status, aged, blind, children, otherDependents, carriedShort, carriedLong, specifiedService, businessWages } =
    facts;
  return {
    status,
    aged,
    blind,
    children,
    otherDependents,
    carriedShort: decimal(carriedShort),
    carriedLong: decimal(carriedLong),
    specifiedService,
    businessWages: decimal(businessWages),
  };
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale` */
export function describeYear(
  profileId: string,
  year: number,
  { version, facts }: TaxYearUpdate,
): Promise<{ version: number }> {
  return transaction(async () => {
    await requireProfile(profileId, 'editor', 'for update');
    const most = facts.status === 'marriedJoint' ? 2 : 1;
    if (facts.aged > most || facts.blind > most)
      throw new AppError('validation', 'Two people count only on a joint return.', {
        field: facts.aged > most ? 'facts.aged' : 'facts.blind',
      });
    requireVersion({ version: (await factsOf(profileId, year)).version }, version, 'this year');
    await query(
      `insert into finance_tax_years (workspace_id, profile_id, year, facts)
        values ($1, $2, $3, $4) on conflict (profile_id, year) do update
        set facts = excluded.facts, version = finance_tax_years.version + 1, updated_at = now()`,
      [
        currentWorkspaceId(),
        profileId,
        year,
        JSON.stringify({ ...facts, priorTax: facts.priorTax || null, priorAgi: facts.priorAgi || null }),
      ],
    );
    await taxChanged('year_described', profileId, { year, version: version + 1 });
    return { version: version + 1 };
  });
}
