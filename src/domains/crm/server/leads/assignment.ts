/** Assigns new leads: the people of the first matching rule take turns. */
import type { Filter } from '../../../../kernel/filter.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { whoseTurn } from '../../engine/leads/round-robin.ts';
import { Parameters } from '../../../../records/server/list/sort.ts';
import { ruleContext, ruleSql } from './rule-sql.ts';

interface Rule {
  id: string;
  label: string;
  filter: Filter;
  owner_ids: string[];
}

/**
 * Gives leads without an owner to whoever's turn it is, in the ambient transaction. The rule's row is locked while
 * turns are counted, so that leads which arrive together go to different people.
 * @returns by lead the owner and the rule behind the choice; leads that no rule fits, or no one of it is active, are
 *   not among them
 */
export async function assignLeads(ids: readonly string[]): Promise<Map<string, { ownerId: string; rule: string }>> {
  const assigned = new Map<string, { ownerId: string; rule: string }>();
  const rules = await query<Rule>(
    'select id, label, filter, owner_ids from lead_assignment_rules where workspace_id = $1 and enabled order by position, id',
    [currentWorkspaceId()],
  );
  if (rules.length === 0) return assigned;
  const context = await ruleContext();
  const parameters = new Parameters();
  const conditions = rules.map((rule) => ruleSql(rule.filter, context, parameters));
  const leads = await query<{ id: string; fits: boolean[] }>(
    `select l.id, array[${conditions.map((condition) => `(${condition})`).join(', ')}] as fits from leads l
     where l.id = any(${parameters.add(ids, 'uuid[]')})
        and l.workspace_id = ${parameters.add(currentWorkspaceId(), 'uuid')} order by l.id`,
    parameters.values,
  );
  let waiting = leads;
  for (const [i, rule] of rules.entries()) {
    const fitting = waiting.filter((lead) => lead.fits[i]);
    const owners = fitting.length > 0 ? await nextOwners(rule, fitting.length) : undefined;
    if (!owners) continue;
    fitting.forEach((lead, turn) => {
      const ownerId = owners[turn];
      if (ownerId !== undefined) assigned.set(lead.id, { ownerId, rule: rule.label });
    });
    waiting = waiting.filter((lead) => !assigned.has(lead.id));
  }
  const given = [...assigned];
  await query(
    'update leads l set owner_id = g.owner from unnest($2::uuid[], $3::uuid[]) g(id, owner) where l.workspace_id = $1 and l.id = g.id',
    [currentWorkspaceId(), given.map(([id]) => id), given.map(([, { ownerId }]) => ownerId)],
  );
  return assigned;
}

/** The owners of the next so many leads of a rule; undefined when no one of it is active. */
async function nextOwners(rule: Rule, count: number): Promise<(string | undefined)[] | undefined> {
  const active = await query<{ id: string }>('select id from workspace_people where id = any($1) and active', [
    rule.owner_ids,
  ]);
  if (active.length === 0) return undefined;
  const present = new Set(active.map((person) => person.id));
  const [counted] = await query<{ turn: number }>(
    'update lead_assignment_rules set turn = turn + $3 where id = $1 and workspace_id = $2 returning (turn - $3)::int as turn',
    [rule.id, currentWorkspaceId(), count],
  );
  return Array.from({ length: count }, (_, i) => whoseTurn(rule.owner_ids, counted!.turn + i, present));
}
