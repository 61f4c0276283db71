/**
 * Ticking steps off: by people, and by what happened. Every function works in the present workspace and the ambient
 * transaction.
 */
import {
  asSystem,
  currentUserId,
  currentWorkspaceId,
  execute,
  query,
  transaction,
} from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { subscribe } from '../../../../server/events/subscribers.ts';
import type { StepRule } from '../../contract/content.ts';
import type { StepState } from '../../contract/onboarding.ts';
import { TEMPLATES } from '../../paths.ts';
import { tellHome } from '../targets.ts';
import { RULE_EVENTS, RULE_SQL } from './rules.ts';

/**
 * Holds the onboarding until the transaction ends. Whoever moves a step does so first: of two last steps that are
 * ticked off at once, each would find the other's open still, and no one the end.
 */
async function hold(): Promise<void> {
  await query('select 1 from client_onboardings where workspace_id = $1 for update', [currentWorkspaceId()]);
}

/** Ticks off what has happened. @returns the keys of those steps */
export async function tickByRules(): Promise<string[]> {
  const workspaceId = currentWorkspaceId();
  const waiting = await query<{ key: string; rule: StepRule }>(
    `select key, rule from client_onboarding_steps where workspace_id = $1 and state = 'open' and rule is not null`,
    [workspaceId],
  );
  const known = waiting.filter(({ rule }) => rule in RULE_SQL);
  if (known.length === 0) return [];
  const rules = [...new Set(known.map(({ rule }) => rule))];
  // Members and setup of a workspace are read as system, across workspaces.
  const [facts] = await asSystem(() =>
    query<Record<string, boolean>>(
      `select ${rules.map((rule) => `${RULE_SQL[rule]} as ${rule}`).join(', ')} from workspaces w where w.id = $1`,
      [workspaceId],
    ),
  );
  const done = known.filter(({ rule }) => facts![rule]).map(({ key }) => key);
  if (done.length === 0) return [];
  await hold();
  const ticked = await query<{ key: string }>(
    `update client_onboarding_steps set state = 'done', done_at = now(), done_by = null
      where workspace_id = $1 and key = any($2) and state = 'open' returning key`,
    [workspaceId, done],
  );
  return ticked.map(({ key }) => key);
}

/** Brings what the list is ordered by up to date: the first open day, the last move, the end. */
export async function refreshProgress(moved = true): Promise<void> {
  await execute(
    `update client_onboardings o
      set next_due = s.next_due, version = o.version + 1, last_move_at = case when $2 then now()
      else o.last_move_at end, finished_at = case when s.open > 0 then null else coalesce(o.finished_at, now()) end
     from (select min(due_on) filter (where state = 'open') as next_due, count(*)
        filter (where state = 'open') as open from client_onboarding_steps where workspace_id = $1) s
        where o.workspace_id = $1`,
    [currentWorkspaceId(), moved],
  );
}

/** @returns whether there is such a step */
export async function setStep(key: string, state: StepState, audience?: 'client'): Promise<boolean> {
  await hold();
  const written = await execute(
    `update client_onboarding_steps
      set state = $3, done_at = case when $3 = 'open' then null else now() end, done_by = case when $3 = 'open'
      then null else $4::uuid end
     where workspace_id = $1 and key = $2 and ($5::text is null or audience = $5)`,
    [currentWorkspaceId(), key, state, currentUserId(), audience ?? null],
  );
  if (written === 0) return false;
  await refreshProgress();
  await changed(state === 'open' ? 'onboarding.step_opened' : 'onboarding.step_done', { step: key, state });
  return true;
}

export async function changed(type: string, data: Record<string, unknown> = {}): Promise<void> {
  await emit({ type, data, paths: [TEMPLATES.checklist] });
  await tellHome(TEMPLATES.onboardings);
}

/** Looks at the present workspace again. */
export async function lookAgain(): Promise<void> {
  await transaction(async () => {
    const done = await tickByRules();
    if (done.length === 0) return;
    await refreshProgress();
    for (const step of done) await changed('onboarding.step_done', { step, state: 'done' });
  });
}

export const onboardingSubscriber = subscribe(
  [...new Set(Object.values(RULE_EVENTS).flat())],
  'templates.onboarding',
  lookAgain,
);
