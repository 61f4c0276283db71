/** Agency actions on an onboarding: assign it, edit its steps, and send reminders. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import type { BodyOf } from '../../../../kernel/endpoint.ts';
import { newId } from '../../../../kernel/ids.ts';
import {
  currentWorkspaceId,
  deleteRows,
  insertRow,
  inWorkspace,
  NOW,
  query,
  selectRow,
  selectRows,
  transaction,
  updateRows,
} from '../../../../server/db/index.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import { defineNotificationKind, tellUser } from '../../../notifications/index.ts';
import type { ClientOnboarding, onboardings, StepState } from '../../contract/onboarding.ts';
import { requireTarget } from '../targets.ts';
import { getOnboarding } from './read.ts';
import { requireAgent } from './start.ts';
import { changed, setStep, refreshProgress } from './complete-steps.ts';

const NOUN = 'The onboarding';
const MAX_STEPS = 100;

/** Acts in the client's workspace in the administrator's name. @throws AppError `not_found` without an onboarding */
async function at(caller: Caller, id: string, act: () => Promise<void>): Promise<ClientOnboarding> {
  await requireTarget(id);
  await inWorkspace(id, caller.userId, () =>
    transaction(async () => {
      const [row] = await query('select 1 from client_onboardings where workspace_id = $1 for update', [id]);
      if (!row) throw notFound(NOUN);
      await act();
    }),
  );
  return getOnboarding(id);
}

/** @throws AppError `validation`, `not_found`, `stale` */
export async function updateOnboarding(
  caller: Caller,
  id: string,
  { version, ownerId, due }: BodyOf<typeof onboardings.update>,
): Promise<ClientOnboarding> {
  await requireAgent(ownerId);
  return at(caller, id, async () => {
    const row = await selectRow('client_onboardings', ['version'], { workspaceId: id });
    if (row!.version !== version)
      throw new AppError('stale', 'This onboarding moved on meanwhile. Look at it again.', {
        details: { current: await getOnboarding(id), changed: [] },
      });
    if (ownerId !== undefined) await updateRows('client_onboardings', { ownerId }, { workspaceId: id });
    for (const [key, day] of Object.entries(due ?? {}))
      await updateRows('client_onboarding_steps', { dueOn: day }, { workspaceId: id, key });
    await refreshProgress(false);
    await changed('onboarding.changed');
  });
}

export function addStep(
  caller: Caller,
  id: string,
  step: BodyOf<typeof onboardings.addStep>,
): Promise<ClientOnboarding> {
  return at(caller, id, async () => {
    const [count] = await query<{ n: number; last: number }>(
      'select count(*)::int as n, coalesce(max(position), 0)::int as last from client_onboarding_steps where workspace_id = $1',
      [id],
    );
    if (count!.n >= MAX_STEPS) throw new AppError('conflict', `A checklist has at most ${MAX_STEPS} steps.`);
    await insertRow('client_onboarding_steps', {
      workspaceId: id,
      key: newId(),
      position: count!.last + 1,
      title: step.title,
      text: step.text,
      audience: step.audience,
      dueOn: step.dueOn,
    });
    await refreshProgress(false);
    await changed('onboarding.step_added', { title: step.title });
  });
}

/** @throws AppError `not_found` */
export function markStep(caller: Caller, id: string, key: string, state: StepState): Promise<ClientOnboarding> {
  return at(caller, id, async () => {
    if (!(await setStep(key, state))) throw notFound('The step');
  });
}

/** @throws AppError `not_found` */
export async function removeStep(caller: Caller, id: string, key: string): Promise<void> {
  await at(caller, id, async () => {
    if ((await deleteRows('client_onboarding_steps', { workspaceId: id, key })) === 0) throw notFound('The step');
    await refreshProgress(false);
    await changed('onboarding.step_removed', { step: key });
  });
}

export const STEPS_DUE = defineNotificationKind({
  name: 'onboarding_steps',
  group: 'Onboarding',
  label: 'Open steps of your set-up',
  hint: 'The agency reminds you of open steps, or one of your steps is due.',
  ways: { inApp: true, email: true },
});

/** The people of the client who can do something about it: its owners, or everyone while there is none. */
export async function peopleToRemind(): Promise<string[]> {
  const people = await query<{ id: string; role: string }>(
    'select id, workspace_role as role from workspace_people where active order by id limit 100',
  );
  const owners = people.filter(({ role }) => role === 'owner');
  return (owners.length > 0 ? owners : people).map(({ id }) => id);
}

/**
 * @throws AppError `not_found`; `conflict` when nothing is the client's to do, or no one is there; `rate_limited`
 *   within the hour
 */
export async function remind(caller: Caller, id: string): Promise<{ told: number }> {
  let told = 0;
  await at(caller, id, async () => {
    const [row] = await query<{ recent: boolean }>(
      `select coalesce(reminded_at > now() - interval '1 hour', false) as recent from client_onboardings
        where workspace_id = $1`,
      [id],
    );
    if (row!.recent)
      throw new AppError('rate_limited', 'They were reminded within the last hour.', { retryAfter: 3_600 });
    const open = await selectRows(
      'client_onboarding_steps',
      ['title'],
      { workspaceId: currentWorkspaceId(), audience: 'client', state: 'open' },
      { orderBy: ['dueOn', 'position'], limit: 20 },
    );
    if (open.length === 0) throw new AppError('conflict', 'Nothing is left for the client to do.');
    const people = await peopleToRemind();
    if (people.length === 0)
      throw new AppError('conflict', 'Nobody of this client has joined yet. Mail the invitation again instead.');
    for (const userId of people) {
      if (
        await tellUser(userId, STEPS_DUE, {
          title:
            open.length === 1 ? `One step is left: ${open[0]!.title}` : `${open.length} steps of your set-up are left`,
          body: open.map(({ title }) => `• ${title}`).join('\n'),
          href: '/dashboard',
          workspaceId: id,
        })
      )
        told++;
    }
    await updateRows('client_onboardings', { remindedAt: NOW }, { workspaceId: id });
    await changed('onboarding.reminded', { told });
  });
  return { told };
}
