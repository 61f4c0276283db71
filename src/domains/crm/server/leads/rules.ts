/** The rules of score and assignment, as administrators edit them. */
import type * as z from 'zod';
import { AppError, invalid, notFound } from '../../../../kernel/errors.ts';
import { COUNT_CAP } from '../../../../kernel/endpoint.ts';
import { allConditions, conditionProblem, type Filter } from '../../../../kernel/filter.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { customFilterField } from '../../../../records/contract/custom-filter.ts';
import {
  type AssignmentRule,
  type AssignmentRuleUpdate,
  MAX_LEAD_RULES,
  type NewAssignmentRule,
  type NewScoreRule,
  type ScoreRule,
  type ScoreRuleUpdate,
} from '../../contract/lead-rules.ts';
import { CRM } from '../../paths.ts';
import { listRecords } from '../../../../records/server/list/list.ts';
import { customDefinitions } from '../../../../records/server/workspace.ts';
import { leadKind } from './kind.ts';
import { scoreAgain } from './scoring.ts';

type Table = 'lead_score_rules' | 'lead_assignment_rules';
const NOUN = 'The rule';
const SCORE = 'id, version, label, filter, points, enabled';
const ASSIGNMENT = 'id, version, label, filter, owner_ids as "ownerIds", enabled';

export function listScoreRules(): Promise<ScoreRule[]> {
  return query<ScoreRule>(`select ${SCORE} from lead_score_rules where workspace_id = $1 order by position, id`, [
    currentWorkspaceId(),
  ]);
}

export function listAssignmentRules(): Promise<AssignmentRule[]> {
  return query<AssignmentRule>(
    `select ${ASSIGNMENT} from lead_assignment_rules where workspace_id = $1 order by position, id`,
    [currentWorkspaceId()],
  );
}

/** @throws AppError `validation` when a condition fits no field, or speaks of the score itself. */
async function checkFilter(filter: Filter | undefined): Promise<void> {
  if (!filter) return;
  const fields = new Map(
    [...leadKind.filterFields, ...(await customDefinitions('lead')).map(customFilterField)]
      .filter(({ field }) => field !== 'score')
      .map((field) => [field.field, field]),
  );
  for (const condition of allConditions(filter)) {
    const problem =
      condition.field === 'score'
        ? 'A score rule can’t use the score as a condition.'
        : conditionProblem(condition, fields);
    if (problem) throw invalid('filter', problem);
  }
}

async function checkOwners(ids: readonly string[] | undefined): Promise<void> {
  if (!ids) return;
  const found = await query('select 1 from workspace_people where id = any($1) and active', [ids]);
  if (found.length < new Set(ids).size) throw invalid('ownerIds', 'Choose people who are active in this workspace.');
}

/** The place behind the last rule. @throws AppError `conflict` when there are too many. */
async function nextPosition(table: Table): Promise<number> {
  await query('select pg_advisory_xact_lock(hashtext($1))', [`${table} ${currentWorkspaceId()}`]);
  const [row] = await query<{ count: number; last: number }>(
    `select count(*)::int as count, coalesce(max(position), -1) as last from ${table} where workspace_id = $1`,
    [currentWorkspaceId()],
  );
  if (row!.count >= MAX_LEAD_RULES)
    throw new AppError('conflict', `You have reached the limit of ${MAX_LEAD_RULES} rules. Remove one to add another.`);
  return row!.last + 1;
}

async function lockVersion(table: Table, id: string, version: number): Promise<void> {
  const [row] = await query<{ version: number }>(
    `select version from ${table} where id = $1 and workspace_id = $2 for update`,
    [id, currentWorkspaceId()],
  );
  if (!row) throw notFound(NOUN);
  if (row.version !== version)
    throw new AppError('stale', 'Someone else changed this rule in the meantime. Review it again.');
}

async function emitRuleChanged(type: string, id: string): Promise<void> {
  await emit({
    type,
    subject: { type: 'lead_rule', id },
    paths: [`${CRM.leads}/score-rules`, `${CRM.leads}/assignment-rules`],
  });
}

async function readScoreRule(id: string): Promise<ScoreRule> {
  const [rule] = await query<ScoreRule>(`select ${SCORE} from lead_score_rules where id = $1 and workspace_id = $2`, [
    id,
    currentWorkspaceId(),
  ]);
  if (!rule) throw notFound(NOUN);
  return rule;
}

/** @throws AppError `validation`, `conflict` */
export function createScoreRule({
  label,
  filter,
  points,
  enabled = true,
}: z.output<typeof NewScoreRule>): Promise<ScoreRule> {
  return transaction(async () => {
    await checkFilter(filter);
    const id = newId();
    await query(
      'insert into lead_score_rules (id, workspace_id, label, filter, points, enabled, position) values ($1, $2, $3, $4, $5, $6, $7)',
      [
        id,
        currentWorkspaceId(),
        label,
        JSON.stringify(filter),
        points,
        enabled,
        await nextPosition('lead_score_rules'),
      ],
    );
    await emitRuleChanged('lead_rule.created', id);
    await scoreAgain();
    return readScoreRule(id);
  });
}

/** @throws AppError `validation`, `not_found`, `stale` */
export function updateScoreRule(
  id: string,
  { version, label, filter, points, enabled }: z.output<typeof ScoreRuleUpdate>,
): Promise<ScoreRule> {
  return transaction(async () => {
    await lockVersion('lead_score_rules', id, version);
    await checkFilter(filter);
    await query(
      `update lead_score_rules set label = coalesce($3, label),
        filter = coalesce($4::jsonb, filter), points = coalesce($5, points), enabled = coalesce($6, enabled),
        version = version + 1, updated_at = now()
       where id = $1 and workspace_id = $2`,
      [
        id,
        currentWorkspaceId(),
        label ?? null,
        filter ? JSON.stringify(filter) : null,
        points ?? null,
        enabled ?? null,
      ],
    );
    await emitRuleChanged('lead_rule.updated', id);
    await scoreAgain();
    return readScoreRule(id);
  });
}

async function removeRule(table: Table, id: string): Promise<void> {
  const gone = await query(`delete from ${table} where id = $1 and workspace_id = $2 returning 1`, [
    id,
    currentWorkspaceId(),
  ]);
  if (gone.length === 0) throw notFound(NOUN);
  await emitRuleChanged('lead_rule.deleted', id);
}

/** @throws AppError `not_found` */
export function removeScoreRule(id: string): Promise<void> {
  return transaction(async () => {
    await removeRule('lead_score_rules', id);
    await scoreAgain();
  });
}

/** @throws AppError `not_found` */
export const removeAssignmentRule = (id: string): Promise<void> =>
  transaction(() => removeRule('lead_assignment_rules', id));

/** How many living leads fit. @throws AppError `validation` */
export async function countFitting(filter: Filter): Promise<{ count: number; capped: boolean }> {
  await checkFilter(filter);
  const { total } = await listRecords(leadKind, { filter, limit: 1, total: true });
  return total ?? { count: COUNT_CAP, capped: true };
}

async function readAssignmentRule(id: string): Promise<AssignmentRule> {
  const [rule] = await query<AssignmentRule>(
    `select ${ASSIGNMENT} from lead_assignment_rules where id = $1 and workspace_id = $2`,
    [id, currentWorkspaceId()],
  );
  if (!rule) throw notFound(NOUN);
  return rule;
}

/** @throws AppError `validation`, `conflict` */
export function createAssignmentRule({
  label,
  filter,
  ownerIds,
  enabled = true,
}: z.output<typeof NewAssignmentRule>): Promise<AssignmentRule> {
  return transaction(async () => {
    await checkFilter(filter);
    await checkOwners(ownerIds);
    const id = newId();
    await query(
      'insert into lead_assignment_rules (id, workspace_id, label, filter, owner_ids, enabled, position) values ($1, $2, $3, $4, $5, $6, $7)',
      [
        id,
        currentWorkspaceId(),
        label,
        JSON.stringify(filter),
        ownerIds,
        enabled,
        await nextPosition('lead_assignment_rules'),
      ],
    );
    await emitRuleChanged('lead_rule.created', id);
    return readAssignmentRule(id);
  });
}

/** @throws AppError `validation`, `not_found`, `stale` */
export function updateAssignmentRule(
  id: string,
  { version, label, filter, ownerIds, enabled }: z.output<typeof AssignmentRuleUpdate>,
): Promise<AssignmentRule> {
  return transaction(async () => {
    await lockVersion('lead_assignment_rules', id, version);
    await checkFilter(filter);
    await checkOwners(ownerIds);
    await query(
      `update lead_assignment_rules set label = coalesce($3, label),
        filter = coalesce($4::jsonb, filter), owner_ids = coalesce($5::uuid[], owner_ids),
        enabled = coalesce($6, enabled),
         version = version + 1, updated_at = now() where id = $1 and workspace_id = $2`,
      [
        id,
        currentWorkspaceId(),
        label ?? null,
        filter ? JSON.stringify(filter) : null,
        ownerIds ?? null,
        enabled ?? null,
      ],
    );
    await emitRuleChanged('lead_rule.updated', id);
    return readAssignmentRule(id);
  });
}

/** Puts the rules into this order; those that are not named come after. */
export function orderAssignmentRules(ids: readonly string[]): Promise<void> {
  return transaction(async () => {
    await query(
      `update lead_assignment_rules r set position = coalesce(array_position($2::uuid[], r.id), 1000 + r.position)
        where r.workspace_id = $1`,
      [currentWorkspaceId(), ids],
    );
    await emit({ type: 'lead_rules.ordered', paths: [`${CRM.leads}/assignment-rules`] });
  });
}
