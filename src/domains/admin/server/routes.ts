import { notFound } from '../../../kernel/errors.ts';
import { audit, type AuditEntry } from '../../../server/audit/audit.ts';
import { transaction } from '../../../server/db/index.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { leaveOut, listAside, retryAsideNow } from '../../../server/events/failed-deliveries.ts';
import {
  cancelAnyJob,
  cancelJob,
  getJob,
  listAllJobs,
  listJobs,
  retryAnyJob,
  retryJob,
} from '../../../server/jobs/jobs.ts';
import { hastenRecurring, listRecurring, pauseRecurring } from '../../../server/jobs/recurring.ts';
import { getKeptMail, listKeptMail } from '../../../server/providers/mail/outbox.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { listAccounts } from '../../identity/index.ts';
import { installation, jobs, mailOutbox, reactions, recurringJobs } from '../contract.ts';
import { systemFigures } from './system-figures.ts';

export function adminRoutes(): BoundRoute[] {
  return [
    route(jobs.list, async ({ query }) =>
      page(await listJobs({ active: query.active, before: query.cursor, limit: query.limit + 1 }), query.limit),
    ),
    route(jobs.get, ({ params }) => getJob(params.id)),
    route(jobs.cancel, ({ params }) => cancelJob(params.id)),
    route(jobs.retry, ({ params }) => retryJob(params.id)),
    route(installation.system, () => systemFigures()),
    route(installation.accounts, ({ query }) => accountPage(query)),
    route(installation.jobs, async ({ query }) =>
      page(
        await listAllJobs({ state: query.state, search: query.search, before: query.cursor, limit: query.limit + 1 }),
        query.limit,
      ),
    ),
    route(installation.cancelJob, ({ params }) =>
      onRecord({ action: 'job.cancelled', subject: { type: 'job', id: params.id } }, () => cancelAnyJob(params.id)),
    ),
    route(installation.retryJob, ({ params, caller }) =>
      onRecord({ action: 'job.retried', subject: { type: 'job', id: params.id } }, () =>
        retryAnyJob(params.id, caller.userId),
      ),
    ),
    route(recurringJobs.pause, ({ params, body }) =>
      onRecord(
        {
          action: body.paused ? 'recurring_job.paused' : 'recurring_job.resumed',
          subject: { type: 'recurring_job', id: params.name },
        },
        async () => {
          if (!(await pauseRecurring(params.name, body.paused))) throw notFound('The recurring job');
          return { items: await listRecurring() };
        },
      ),
    ),
    route(recurringJobs.list, async () => ({ items: await listRecurring() })),
    route(recurringJobs.run, ({ params }) =>
      onRecord({ action: 'recurring_job.run', subject: { type: 'recurring_job', id: params.name } }, async () => {
        if (!(await hastenRecurring(params.name))) throw notFound('The recurring job');
        return { items: await listRecurring() };
      }),
    ),
    route(reactions.list, ({ query }) => reactionPage(query)),
    route(reactions.retry, ({ body }) =>
      onRecord(
        { action: 'reaction.retried', subject: { type: 'reaction', id: body.one ? nameOf(body.one) : 'all' } },
        async () => {
          const retried = await retryAsideNow(body.one);
          if (body.one && retried === 0) throw notFound('The failed reaction');
          return { retried };
        },
      ),
    ),
    route(reactions.leaveOut, ({ body }) =>
      onRecord({ action: 'reaction.left_out', subject: { type: 'reaction', id: nameOf(body) } }, async () => {
        if (!(await leaveOut(body))) throw notFound('The failed reaction');
      }),
    ),
    route(mailOutbox.list, async ({ query }) => ({
      ...page(await listKeptMail({ before: query.cursor, limit: query.limit + 1 }), query.limit),
      sent: false as const,
    })),
    route(mailOutbox.get, async ({ params }) => ({ ...(await getKeptMail(params.id)), sent: false as const })),
  ];
}

/** An act and its entry in the audit log: both or neither. */
function onRecord<T>(entry: AuditEntry, act: () => Promise<T>): Promise<T> {
  return transaction(async () => {
    const answer = await act();
    await audit(entry);
    return answer;
  });
}

const ANY_TEXT = /^/;
const NUMBER = /^\d{1,15}$/;

const nameOf = ({ event, subscriber }: { event: number; subscriber: string }) => `${subscriber}:${event}`;

async function reactionPage({ cursor, limit }: { cursor?: string | undefined; limit: number }) {
  const [event, subscriber] = unpackCursor(cursor, NUMBER, ANY_TEXT) ?? [];
  const after = event !== undefined && subscriber !== undefined ? { event: Number(event), subscriber } : undefined;
  return pageFrom(await listAside({ after, limit: limit + 1 }), limit, (row) => packCursor(row.event, row.subscriber));
}

async function accountPage({
  search,
  cursor,
  limit,
}: {
  search?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}) {
  const rows = await listAccounts({ search, after: unpackCursor(cursor, ANY_TEXT, UUID), limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const items = shown.map((row) => {
    const { position: _, ...account } = row;
    return account;
  });
  return { items, next: rows.length > limit && last ? packCursor(last.position, last.id) : null };
}

/** Makes a page of rows that were read one beyond the limit, to know whether there are more. */
function page<Item extends { id: string }>(rows: Item[], limit: number): { items: Item[]; next: string | null } {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? items.at(-1)!.id : null };
}
