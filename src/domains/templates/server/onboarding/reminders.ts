/**
 * Reminders of steps that are due: to the client's people for theirs, to whoever looks after the client for all that is
 * late.
 */
import { dayAt } from '../../../../kernel/days.ts';
import { asSystem, inWorkspace, query, transaction } from '../../../../server/db/index.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { defineNotificationKind, tellUser } from '../../../notifications/index.ts';
import { administrators, operationsWorkspace } from '../../../identity/index.ts';
import { peopleToRemind, STEPS_DUE } from './actions.ts';
import { lookAgain } from './complete-steps.ts';

export const LATE = defineNotificationKind({
  name: 'onboarding_late',
  group: 'Onboarding',
  label: 'Onboardings that are late',
  hint: 'A step of a client that you look after should have been done.',
  ways: { inApp: true, email: false },
  roles: ['admin'],
});

/** From this hour of the client's day on. */
const FIRST_HOUR = 8;
const BATCH = 200;

interface Due {
  id: string;
  client: string;
  owner_id: string | null;
  time_zone: string;
}

/** Looks at every onboarding that is under way; runs as system. @param now the present instant */
export async function remindOfSteps(now: Date): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await query<Due>(
      `select w.id, w.name as client, o.owner_id, w.time_zone from client_onboardings o
        join workspaces w on w.id = o.workspace_id and w.archived_at is null
       where o.finished_at is null and w.id > $1 order by w.id limit ${BATCH}`,
      [after],
    );
    for (const row of rows)
      await inWorkspace(row.id, null, async () => {
        await lookAgain();
        await remindOne(row, now);
      });
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}

async function remindOne({ id, client, owner_id: ownerId, time_zone: zone }: Due, now: Date): Promise<void> {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(now),
  );
  if (hour < FIRST_HOUR) return;
  const today = dayAt(now, zone);
  await transaction(async () => {
    const due = await query<{ key: string; title: string; audience: string; due_on: string }>(
      `select key, title, audience, due_on from client_onboarding_steps
        where workspace_id = $1 and state = 'open' and due_on <= $2 order by due_on, position`,
      [id, today],
    );
    const mine = due.filter(({ audience }) => audience === 'client');
    for (const { key, title, due_on: day } of mine) {
      for (const userId of await peopleToRemind())
        await tellUser(userId, STEPS_DUE, {
          title: `Due: ${title}`,
          href: '/dashboard',
          key: `onboarding:${key}:${day}`,
          workspaceId: id,
        });
    }
    const late = due.filter(({ due_on: day }) => day < today);
    const home = await asSystem(operationsWorkspace);
    if (!ownerId || !home || late.length === 0) return;
    const agents = await agentsFor(ownerId);
    for (const { key, title, due_on: day } of late)
      for (const agent of agents) {
        await tellUser(agent, LATE, {
          title: `${client}: “${title}” is late`,
          body: `It was due on ${day}.`,
          href: `/client-onboarding?client=${id}`,
          key: `onboarding:${id}:${key}:${day}`,
          workspaceId: home,
        });
      }
  });
}

/** The person responsible for the client, or all administrators if that person is no longer one. */
async function agentsFor(ownerId: string): Promise<string[]> {
  const all = (await asSystem(administrators)).map(({ id }) => id);
  return all.includes(ownerId) ? [ownerId] : all;
}

export const onboardingRecurring = defineRecurring({
  name: 'templates.onboarding',
  title: 'Onboardings of clients: what has happened, and what is due',
  every: 900,
  handler: () => remindOfSteps(new Date()),
});
