/** The registration wizard of a business: every step is checked and kept here, so that it goes on in any browser. */
import { AppError } from '../../../kernel/errors.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  asSystem,
  currentWorkspaceId,
  execute,
  insertIfNew,
  NEXT_VERSION,
  query,
  sql,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { requireTimeZone } from '../../identity/index.ts';
import type { BusinessFacts, Onboarding, PlanId, Step, StepDraft } from '../contract.ts';
import { TEAM } from '../paths.ts';
import { workspaceRoleOf } from './membership.ts';

/** @throws AppError forbidden for everyone but an owner of a client's workspace. */
export async function requireOwner(caller: Caller): Promise<void> {
  const [workspace] = await query<{ kind: string }>('select kind from present_workspace');
  if (workspace!.kind === 'client' && (await workspaceRoleOf(caller.userId)) === 'owner') return;
  throw new AppError('forbidden', 'Only the owner of a client business can set it up.');
}

export async function readOnboarding(): Promise<Onboarding> {
  const workspaceId = currentWorkspaceId();
  const [row] = await asSystem(() =>
    query<Omit<Onboarding, 'business'> & BusinessFacts>(
      `select coalesce(o.version, 0) as version, w.name, w.country, w.time_zone as "timeZone", w.currency, w.plan,
        o.license_id as "licenseId",
       coalesce(o.done, '{}') as done, coalesce(o.drafts, '{}') as drafts, o.finished_at as "finishedAt"
     from workspaces w left join onboardings o on o.workspace_id = w.id where w.id = $1`,
      [workspaceId],
    ),
  );
  const { version, plan, licenseId, done, drafts, finishedAt, ...business } = row!;
  return { version, business, plan, licenseId, done, drafts, finishedAt };
}

interface StepResult {
  version: number;
  step: Step;
  licenseId?: string | undefined;
}

/** Notes that a step is done, and forgets its draft. @throws AppError stale when another browser went on meanwhile. */
async function complete({ version, step, licenseId }: StepResult): Promise<Onboarding> {
  await insertIfNew('onboardings', { workspaceId: currentWorkspaceId(), version: 0 });
  const written = await execute(
    `update onboardings set version = version + 1, done = array(select distinct unnest(done || $3::text)),
      drafts = drafts - $3::text, license_id = coalesce($4, license_id), updated_at = now()
     where workspace_id = $1 and version = $2`,
    [currentWorkspaceId(), version, step, licenseId ?? null],
  );
  if (written === 0)
    throw new AppError('stale', 'The registration continued in another window. Reload this page to see the progress.');
  await emit({ type: 'onboarding.step_done', data: { step }, paths: [TEAM.registration] });
  return readOnboarding();
}

export function saveBusiness(business: BusinessFacts & { version: number }): Promise<Onboarding> {
  requireTimeZone(business.timeZone);
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    await asSystem(() =>
      updateRows(
        'workspaces',
        {
          name: business.name,
          country: business.country,
          timeZone: business.timeZone,
          currency: business.currency,
          version: NEXT_VERSION,
        },
        { id: workspaceId },
      ),
    );
    await audit({
      action: 'workspace.changed',
      subject: { type: 'workspace', id: workspaceId },
      details: { name: business.name },
    });
    await emit({ type: 'workspace.changed', subject: { type: 'workspace', id: workspaceId }, paths: ['/api/user'] });
    return complete({ version: business.version, step: 'business' });
  });
}

export function savePlan(plan: PlanId | null, version: number): Promise<Onboarding> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    await asSystem(() => updateRows('workspaces', { plan }, { id: workspaceId }));
    await audit({
      action: 'workspace.plan_chosen',
      subject: { type: 'workspace', id: workspaceId },
      details: { plan },
    });
    return complete({ version, step: 'plan' });
  });
}

/** @throws AppError validation for a license that is not this workspace's. */
export function completeStep(
  step: Exclude<Step, 'business' | 'plan'>,
  { version, licenseId }: { version: number; licenseId?: string | undefined },
): Promise<Onboarding> {
  return transaction(async () => {
    if (licenseId) {
      const [license] = await query('select 1 from business_licenses where workspace_id = $1 and id = $2', [
        currentWorkspaceId(),
        licenseId,
      ]);
      if (!license) throw new AppError('validation', 'This license was not found.', { field: 'licenseId' });
    }
    return complete({ version, step, licenseId });
  });
}

export async function saveDraft(step: Step, draft: StepDraft): Promise<void> {
  await execute(
    `insert into onboardings (workspace_id, version, drafts) values ($1, 0, jsonb_build_object($2::text, $3::jsonb))
     on conflict (workspace_id) do update set drafts = onboardings.drafts || excluded.drafts, updated_at = now()`,
    [currentWorkspaceId(), step, JSON.stringify(draft)],
  );
}

/** @throws AppError conflict before the business is entered. */
export function finish(): Promise<Onboarding> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    const state = await readOnboarding();
    if (!state.done.includes('business')) throw new AppError('conflict', 'Enter your business first.');
    await updateRows(
      'onboardings',
      { finishedAt: sql`coalesce(finished_at, now())`, version: NEXT_VERSION },
      { workspaceId },
    );
    await asSystem(() => updateRows('workspaces', { setup: 'done' }, { id: workspaceId }));
    await audit({ action: 'workspace.set_up', subject: { type: 'workspace', id: workspaceId } });
    await emit({
      type: 'workspace.set_up',
      subject: { type: 'workspace', id: workspaceId },
      paths: [TEAM.registration, '/api/user'],
    });
    return readOnboarding();
  });
}
