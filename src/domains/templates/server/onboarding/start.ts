/** Beginning the checklist of a client. */
import { addDays, dayAt } from '../../../../kernel/days.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { asSystem, currentUserId, currentWorkspaceId, execute, query } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { administrators } from '../../../identity/index.ts';
import type { TemplateStep } from '../../contract/content.ts';
import { TEMPLATES } from '../../paths.ts';
import { tellHome } from '../targets.ts';
import { refreshProgress, tickByRules } from './complete-steps.ts';

/** @throws AppError `validation` for someone who is not of the agency's administrators */
export async function requireAgent(ownerId: string | null | undefined): Promise<void> {
  if (!ownerId) return;
  if (!(await asSystem(administrators)).some(({ id }) => id === ownerId))
    throw new AppError('validation', 'Choose one of the administrators.', { field: 'ownerId' });
}

interface Start {
  templateName: string;
  steps: readonly TemplateStep[];
  ownerId: string | null;
  startsOn?: string | undefined;
}

/**
 * Starts the checklist of the present workspace, or adds to it the steps that it does not have; whoever looks after it
 * stays. In the ambient transaction.
 */
export async function startOnboarding({ templateName, steps, ownerId, startsOn }: Start): Promise<void> {
  await requireAgent(ownerId);
  if (steps.length === 0) throw new AppError('conflict', 'This template has no checklist.');
  const [workspace] = await query<{ zone: string }>('select time_zone as zone from present_workspace');
  const from = startsOn ?? dayAt(new Date(), workspace!.zone);
  await execute(
    `insert into client_onboardings (workspace_id, template_name, owner_id, started_by) values ($1, $2, $3, $4)
     on conflict (workspace_id) do update
        set owner_id = coalesce($5, client_onboardings.owner_id), version = client_onboardings.version + 1`,
    [currentWorkspaceId(), templateName, ownerId ?? currentUserId(), currentUserId(), ownerId],
  );
  const [last] = await query<{ n: number }>(
    'select coalesce(max(position), -1)::int as n from client_onboarding_steps where workspace_id = $1',
    [currentWorkspaceId()],
  );
  await execute(
    `insert into client_onboarding_steps (workspace_id, key, position, title, text, audience, link, rule, due_on)
     select $1, s.key, s.position, s.title, s.text, s.audience, s.link, s.rule, s.due_on
        from jsonb_to_recordset($2::jsonb) as s(key text, position int, title text, text text, audience text, link text,
        rule text, due_on date)
     on conflict do nothing`,
    [
      currentWorkspaceId(),
      JSON.stringify(
        steps.map(({ dueInDays, ...step }, n) => ({
          ...step,
          position: last!.n + 1 + n,
          due_on: addDays(from, dueInDays),
        })),
      ),
    ],
  );
  await tickByRules();
  await refreshProgress();
  await emit({ type: 'onboarding.started', data: { template: templateName }, paths: [TEMPLATES.checklist] });
  await tellHome(TEMPLATES.onboardings);
}
