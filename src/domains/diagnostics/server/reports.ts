/**
 * Reports of browsers: counted by kind, bounded, read by administrators. Of the installation as a whole, so they run as
 * system.
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { audit } from '../../../server/audit/audit.ts';
import { asSystem, execute, query, transaction } from '../../../server/db/index.ts';
import { networkOf } from '../../../server/http/request-path.ts';
import { throttle } from '../../../server/http/rate-limit.ts';
import { describeDevice } from '../../identity/index.ts';
import type { ClientReport, NewReport } from '../contract.ts';
import { fingerprint, normalise } from './normalise.ts';

/** Different reports that are kept. */
const MOST_KEPT = 500;
const KEPT_DAYS = 30;
/** Reports from one address, and from all together, in a minute. */
const PER_ADDRESS = 30;
const PER_MINUTE = 600;

/** @throws AppError rate_limited */
export function takeReport(report: NewReport, request: FastifyRequest): Promise<void> {
  return asSystem(async () => {
    await limit(`reports:address:${networkOf(request.ip)}`, PER_ADDRESS);
    await limit('reports:all', PER_MINUTE);
    const kept = normalise(report, request.host);
    const browser = describeDevice(request.headers['user-agent'] ?? '');
    const [row] = await query<{ isNew: boolean }>(
      `insert into client_reports (id, fingerprint, kind, detail, page, browser, build)
        values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (fingerprint) do update set count = client_reports.count + 1, last_at = now()
       returning count = 1 as "isNew"`,
      [newId(), fingerprint(kept, browser), kept.kind, kept.detail, kept.page, browser, kept.build],
    );
    if (row!.isNew) await forgetSurplus();
  });
}

async function limit(key: string, most: number): Promise<void> {
  const { count, retryAfter } = await throttle(key, 60);
  if (count > most) throw new AppError('rate_limited', 'Too many reports. Please send fewer.', { retryAfter });
}

async function forgetSurplus(): Promise<void> {
  await execute(
    `delete from client_reports
      where last_at < now() - interval '${KEPT_DAYS} days' or id in
      (select id from client_reports order by last_at desc, id desc offset ${MOST_KEPT})`,
  );
}

export function listReports({
  cursor,
  limit: size,
}: {
  cursor?: string | undefined;
  limit: number;
}): Promise<{ items: ClientReport[]; next: string | null }> {
  return asSystem(async () => {
    const rows = await query<ClientReport & { count: string }>(
      `select id, kind, detail, page, browser, build, count, first_at as "firstAt", last_at as "lastAt"
        from client_reports
       where $1::uuid is null or id < $1 order by id desc limit $2`,
      [cursor ?? null, size + 1],
    );
    const items = rows.slice(0, size).map((row) => ({ ...row, count: Number(row.count) }));
    return { items, next: rows.length > size ? items.at(-1)!.id : null };
  });
}

/** @returns how many there were. */
export async function clearReports(): Promise<number> {
  return transaction(async () => {
    const removed = await asSystem(() => execute('delete from client_reports'));
    await audit({ action: 'browser_reports.cleared', details: { removed } });
    return removed;
  });
}
