/**
 * Rules that let requests through which no one has to look at, and what they would have done with those of the past.
 */
import type * as z from 'zod';
import { dayAt, startOfDay } from '../../../kernel/days.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { allConditions, conditionProblem, type Filter } from '../../../kernel/filter.ts';
import { type MatchContext, matchesFilter } from '../../../kernel/filter-match.ts';
import { newId } from '../../../kernel/ids.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  countRows,
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  insertRow,
  NEXT_VERSION,
  NOW,
  query,
  sql,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { ApprovalRule, ApprovalState, NewRule, RulePreview } from '../contract.ts';
import { APPROVALS } from '../paths.ts';
import { hiddenKinds } from './managers.ts';
import { findKind } from './kinds.ts';

const NOUN = 'The rule';
const MAX_RULES = 200;
const PREVIEW_MAX = 1_000;
const SAMPLE = 10;

type Row = Omit<ApprovalRule, 'createdBy'> & { created_by: string | null; creator: string | null };

const SELECT = `select r.id, r.version, r.name, r.kind, r.filter, r.daily_limit as "dailyLimit", r.active, r.approved,
  r.updated_at as "updatedAt",
    r.created_by, p.name as creator
  from approval_rules r left join workspace_people p on p.id = r.created_by where r.workspace_id = $1`;

function toRule({ created_by, creator, ...row }: Row): ApprovalRule {
  return { ...row, createdBy: created_by === null ? null : { id: created_by, name: creator ?? 'Former member' } };
}

export async function listRules(): Promise<ApprovalRule[]> {
  return (
    await query<Row>(`${SELECT} order by r.kind, lower(r.name), r.id limit ${MAX_RULES}`, [currentWorkspaceId()])
  ).map(toRule);
}

async function readRule(id: string): Promise<ApprovalRule> {
  const [row] = await query<Row>(`${SELECT} and r.id = $2`, [currentWorkspaceId(), id]);
  if (!row) throw notFound(NOUN);
  return toRule(row);
}

/** @throws AppError `validation` naming the field. */
function checkRule(kindName: string, filter: Filter): void {
  const kind = findKind(kindName);
  if (!kind) throw invalid('kind', 'This type of request does not exist.');
  const fields = new Map((kind.filterFields ?? []).map((field) => [field.field, field]));
  for (const condition of allConditions(filter)) {
    const problem = conditionProblem(condition, fields);
    if (problem) throw invalid('filter', problem);
  }
}

export function createRule(input: z.output<typeof NewRule>): Promise<ApprovalRule> {
  checkRule(input.kind, input.filter);
  return transaction(async () => {
    const count = await countRows('approval_rules', { workspaceId: currentWorkspaceId() });
    if (count >= MAX_RULES)
      throw new AppError('conflict', `You have reached the limit of ${MAX_RULES} rules. Delete one to add another.`);
    const id = newId();
    await insertRow('approval_rules', {
      id,
      workspaceId: currentWorkspaceId(),
      name: input.name,
      kind: input.kind,
      filter: input.filter,
      dailyLimit: input.dailyLimit,
      active: input.active,
      createdBy: currentUserId(),
    });
    await changed('created', id, input);
    return readRule(id);
  });
}

export function updateRule(
  id: string,
  { version, ...input }: z.output<typeof NewRule> & { version: number },
): Promise<ApprovalRule> {
  checkRule(input.kind, input.filter);
  return transaction(async () => {
    const written = await updateRows(
      'approval_rules',
      {
        name: input.name,
        kind: input.kind,
        filter: input.filter,
        dailyLimit: input.dailyLimit,
        active: input.active,
        version: NEXT_VERSION,
        updatedAt: NOW,
      },
      { id, workspaceId: currentWorkspaceId(), version },
    );
    const present = await readRule(id);
    if (written === 0)
      throw new AppError('stale', 'Someone else changed this rule in the meantime. Your changes were not saved.', {
        details: { current: present },
      });
    await changed('updated', id, input);
    return present;
  });
}

export function removeRule(id: string): Promise<void> {
  return transaction(async () => {
    if ((await deleteRows('approval_rules', { id, workspaceId: currentWorkspaceId() })) === 0) throw notFound(NOUN);
    await changed('deleted', id, {});
  });
}

/** Actions that run without a person's decision are recorded in the audit log. */
async function changed(
  what: 'created' | 'updated' | 'deleted',
  id: string,
  details: Record<string, unknown>,
): Promise<void> {
  await audit({ action: `approval_rule.${what}`, subject: { type: 'approval_rule', id }, details });
  await emit({ type: `approval_rule.${what}`, subject: { type: 'approval_rule', id }, paths: [APPROVALS.rules] });
}

async function matchContext(): Promise<MatchContext> {
  const [row] = await query<{ time_zone: string }>('select time_zone from present_workspace');
  return { now: new Date(), timeZone: row?.time_zone ?? 'UTC', userId: null };
}

function conditionMatches(
  kindName: string,
  filter: Filter,
  content: Record<string, unknown>,
  context: MatchContext,
): boolean {
  const fields = new Map((findKind(kindName)?.filterFields ?? []).map((field) => [field.field, field]));
  return matchesFilter(filter, fields, (field) => content[field], context);
}

/** The rule that lets a request through, and counts it; undefined when a person has to look. */
export async function ruleFor(
  kind: string,
  content: Record<string, unknown>,
): Promise<{ id: string; name: string } | undefined> {
  const rules = await query<{ id: string; name: string; filter: Filter; daily_limit: number | null }>(
    'select id, name, filter, daily_limit from approval_rules where workspace_id = $1 and kind = $2 and active order by id',
    [currentWorkspaceId(), kind],
  );
  if (rules.length === 0) return undefined;
  const context = await matchContext();
  const midnight = startOfDay(dayAt(context.now, context.timeZone), context.timeZone);
  for (const rule of rules) {
    if (!conditionMatches(kind, rule.filter, content, context)) continue;
    // The rule's row is locked until the commit, and counted by a later statement, which sees what the one before in
    // the row has let through: two requests at once do not share the last place of a day.
    const taken = await updateRows(
      'approval_rules',
      { approved: sql`approved + 1` },
      { id: rule.id, workspaceId: currentWorkspaceId(), active: true },
    );
    if (taken === 0) continue;
    if (rule.daily_limit === null || (await letThrough(rule.id, midnight)) < rule.daily_limit)
      return { id: rule.id, name: rule.name };
    await updateRows(
      'approval_rules',
      { approved: sql`approved - 1` },
      { id: rule.id, workspaceId: currentWorkspaceId() },
    );
  }
  return undefined;
}

async function letThrough(ruleId: string, since: string): Promise<number> {
  return countRows('approvals', { workspaceId: currentWorkspaceId(), ruleId, decidedAt: sql`>= ${since}` });
}

interface PastRow {
  id: string;
  title: string;
  state: ApprovalState;
  content: Record<string, unknown>;
  edited: boolean;
  requested_at: string;
  by_person: boolean;
}

const APPROVED = new Set<ApprovalState>(['approved', 'running', 'done', 'failed', 'uncertain', 'undone']);

/** Requests of the past days that a rule would have decided. Changes nothing. */
export async function previewRule({
  kind,
  filter,
  days,
}: {
  kind: string;
  filter: Filter;
  days: number;
}): Promise<RulePreview> {
  checkRule(kind, filter);
  const past = await query<PastRow>(
    `select id, title, state, coalesce(original, content) as content, original is not null as edited, requested_at,
      decided_by is not null as by_person
     from approvals where workspace_id = $1 and kind = $2 and kind <> all($4)
        and requested_at > now() - make_interval(days => $3::int) order by requested_at desc limit ${PREVIEW_MAX}`,
    [currentWorkspaceId(), kind, days, await hiddenKinds()],
  );
  const context = await matchContext();
  const matched = past.filter((row) => conditionMatches(kind, filter, row.content, context));
  const count = (test: (row: PastRow) => boolean) => matched.filter(test).length;
  const telling = (row: PastRow) => (row.state === 'rejected' ? 0 : row.edited ? 1 : 2);
  return {
    days,
    seen: past.length,
    matched: matched.length,
    approved: count((row) => APPROVED.has(row.state) && row.by_person && !row.edited),
    edited: count((row) => APPROVED.has(row.state) && row.edited),
    rejected: count((row) => row.state === 'rejected'),
    expired: count((row) => row.state === 'expired'),
    waiting: count((row) => row.state === 'pending'),
    sample: matched
      .toSorted((one, other) => telling(one) - telling(other))
      .slice(0, SAMPLE)
      .map((row) => ({
        id: row.id,
        title: row.title,
        state: row.state,
        edited: row.edited,
        requestedAt: row.requested_at,
      })),
  };
}
