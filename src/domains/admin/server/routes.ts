import { notFound } from '../../../kernel/errors.ts';
import { audit } from '../../../server/audit/audit.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { cancelJob, getJob, listJobs, retryJob } from '../../../server/jobs/jobs.ts';
import { hastenRecurring, listRecurring } from '../../../server/jobs/recurring.ts';
import { getKeptMail, listKeptMail } from '../../../server/providers/mail/outbox.ts';
import { jobs, mailOutbox, recurringJobs } from '../contract.ts';

export function adminRoutes(): BoundRoute[] {
  return [
    route(jobs.list, async ({ query }) => page(await listJobs({ active: query.active, before: query.cursor, limit: query.limit + 1 }), query.limit)),
    route(jobs.get, ({ params }) => getJob(params.id)),
    route(jobs.cancel, ({ params }) => cancelJob(params.id)),
    route(jobs.retry, ({ params }) => retryJob(params.id)),
    route(recurringJobs.list, async () => ({ items: await listRecurring() })),
    route(recurringJobs.run, async ({ params }) => {
      if (!(await hastenRecurring(params.name))) throw notFound('The recurring job');
      await audit({ action: 'recurring_job.run', subject: { type: 'recurring_job', id: params.name } });
      return { items: await listRecurring() };
    }),
    route(mailOutbox.list, async ({ query }) => ({ ...page(await listKeptMail({ before: query.cursor, limit: query.limit + 1 }), query.limit), sent: false as const })),
    route(mailOutbox.get, async ({ params }) => ({ ...(await getKeptMail(params.id)), sent: false as const })),
  ];
}

/** Makes a page of rows that were read one beyond the limit, to know whether there are more. */
function page<Item extends { id: string }>(rows: Item[], limit: number): { items: Item[]; next: string | null } {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? items.at(-1)!.id : null };
}
