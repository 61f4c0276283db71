/** Who gets a new lead: the first rule that fits names people, and they take turns. */
import type { Filter } from '../../../../kernel/filter.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { whoseTurn } from '../../engine/leads/turns.ts';
import { Parameters } from '../records/sort.ts';
import { ruleContext, ruleSql } from './rule-sql.ts';

interface Rule {
  id: string;
  label: string;
  filter: Filter;
  owner_ids: string[];
}

/**
 * Gives a lead without an owner to whoever's turn it is, in the ambient transaction. The rule's row is locked while the
 * turn is counted, so that leads which arrive together go to different people.
 * @returns the owner and the rule behind the choice; undefined when no rule fits or nobody of it is active
 */
export async function assignLead(id: string): Promise<{ ownerId: string; rule: string } | undefined> {
  const rules = await query<Rule>('select id, label, filter, owner_ids from lead_assignment_rules where workspace_id = $1 and enabled order by position, id', [currentWorkspaceId()]);
  if (rules.length === 0) return undefined;
  const context = await ruleContext();
  const parameters = new Parameters();
  const conditions = rules.map((rule) => ruleSql(rule.filter, context, parameters));
  const [found] = await query<{ fits: boolean[] }>(
    `select array[${conditions.map((condition) => `(${condition})`).join(', ')}] as fits from leads l where l.id = ${parameters.add(id, 'uuid')} and l.workspace_id = ${parameters.add(currentWorkspaceId(), 'uuid')}`,
    parameters.values,
  );
  for (const [i, rule] of rules.entries()) {
    if (!found?.fits[i]) continue;
    const ownerId = await nextOwner(rule);
    if (ownerId === undefined) continue;
    await query('update leads set owner_id = $3 where id = $1 and workspace_id = $2', [id, currentWorkspaceId(), ownerId]);
    return { ownerId, rule: rule.label };
  }
  return undefined;
}

async function nextOwner(rule: Rule): Promise<string | undefined> {
  const active = await query<{ id: string }>('select id from workspace_people where id = any($1) and active', [rule.owner_ids]);
  if (active.length === 0) return undefined;
  const [counted] = await query<{ turn: number }>('update lead_assignment_rules set turn = turn + 1 where id = $1 and workspace_id = $2 returning (turn - 1)::int as turn', [rule.id, currentWorkspaceId()]);
  return whoseTurn(rule.owner_ids, counted!.turn, new Set(active.map((person) => person.id)));
}
