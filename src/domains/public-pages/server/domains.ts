/** Domains of workspaces: proven by a TXT record, looked at again every day. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { appLink } from '../../../server/app-url.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  asSystem,
  countRows,
  currentWorkspaceId,
  deleteRows,
  insertIfNew,
  inWorkspace,
  NOW,
  query,
  savepoint,
  selectRow,
  selectRows,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { dns } from '../../../server/dns/resolver.ts';
import { emit } from '../../../server/events/emit.ts';
import { listenForChanges } from '../../../server/events/figure-cache.ts';
import { throttle } from '../../../server/http/rate-limit.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { log } from '../../../server/observability/log.ts';
import { forgetDomains } from '../../../server/public/site.ts';
import { randomToken } from '../../../server/secrets/secrets.ts';
import { MAX_DOMAINS, type PublicDomain } from '../contract.ts';
import { PUBLIC_PAGES } from '../paths.ts';

const COLUMNS = ['id', 'host', 'token', 'verifiedAt', 'checkedAt', 'problem', 'failures'] as const;
interface Row {
  id: string;
  host: string;
  token: string;
  verifiedAt: string | null;
  checkedAt: string | null;
  problem: string;
  failures: number;
}
/** Checks in a row that must miss the record before pages stop: a name server may be out for a day. */
const MAX_FAILURES = 3;
const CHECKS = { most: 20, seconds: 600 };

const target = () => new URL(appLink('/')).hostname;
const txtName = (host: string) => `_gauntlet.${host}`;
const txtValue = (token: string) => `gauntlet-domain=${token}`;

function shown({ id, host, token, problem, verifiedAt, checkedAt }: Row): PublicDomain {
  return {
    id,
    host,
    problem,
    verifiedAt,
    checkedAt,
    state: verifiedAt === null ? 'pending' : problem ? 'warning' : 'verified',
    records: [
      { type: 'TXT', name: txtName(host), value: txtValue(token) },
      { type: 'CNAME', name: host, value: target() },
    ],
  };
}

export async function listDomains(): Promise<PublicDomain[]> {
  const rows = await selectRows(
    'public_domains',
    COLUMNS,
    { workspaceId: currentWorkspaceId() },
    { orderBy: ['host'], limit: MAX_DOMAINS },
  );
  return rows.map(shown);
}

async function readDomain(id: string): Promise<Row> {
  const row = await selectRow('public_domains', COLUMNS, { id, workspaceId: currentWorkspaceId() });
  if (!row) throw notFound('The domain');
  return row;
}

const announce = (id: string, type: string) =>
  emit({ type: `public_domain.${type}`, subject: { type: 'public_domain', id }, paths: [PUBLIC_PAGES.domains] });

/** @throws AppError `validation` for the product's own address, `conflict` for one that is there */
export function addDomain(host: string): Promise<PublicDomain> {
  if (host === target())
    throw new AppError('validation', 'This is the address of the product itself.', { field: 'host' });
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    if ((await countRows('public_domains', { workspaceId })) >= MAX_DOMAINS)
      throw new AppError('conflict', `A workspace has at most ${MAX_DOMAINS} domains.`);
    const id = newId();
    if (!(await insertIfNew('public_domains', { id, workspaceId, host, token: randomToken().slice(0, 24) })))
      throw new AppError('conflict', `${host} is in the list already.`, { field: 'host' });
    await audit({ action: 'public_domain.added', subject: { type: 'public_domain', id }, details: { host } });
    await announce(id, 'added');
    return shown(await readDomain(id));
  });
}

/** Looks for the records. @returns what is wrong; `isProven` is undefined when the DNS did not answer. */
async function look({ host, token }: Row): Promise<{ isProven: boolean; problem: string }> {
  const wanted = target();
  const proofs = await dns().txt(txtName(host));
  if (!proofs.includes(txtValue(token)))
    return {
      isProven: false,
      problem: proofs.length > 0 ? 'The TXT record has another value.' : 'The TXT record was not found yet.',
    };
  const names = (await dns().cname(host)).map((name) => name.toLowerCase().replace(/\.$/, ''));
  if (names.includes(wanted)) return { isProven: true, problem: '' };
  const [theirs, ours] = await Promise.all([dns().addresses(host), dns().addresses(wanted)]);
  if (theirs.some((address) => ours.includes(address))) return { isProven: true, problem: '' };
  return {
    isProven: true,
    problem: theirs.length > 0 ? `${host} points to another server.` : 'The CNAME record was not found yet.',
  };
}

/** @throws AppError `not_found`, `unavailable`, `rate_limited`; `conflict` when another workspace proved the domain */
export async function checkDomain(id: string): Promise<PublicDomain> {
  const row = await readDomain(id);
  const { count, retryAfter } = await asSystem(() => throttle(`public-domain ${id}`, CHECKS.seconds));
  if (count > CHECKS.most)
    throw new AppError('rate_limited', 'This domain was checked many times. Try again later.', { retryAfter });
  await store(row, await look(row));
  return shown(await readDomain(id));
}

function store(row: Row, { isProven, problem }: { isProven: boolean; problem: string }): Promise<void> {
  return transaction(async () => {
    const failures = isProven ? 0 : row.failures + 1;
    const isLost = row.verifiedAt !== null && !isProven && failures >= MAX_FAILURES;
    const isNew = row.verifiedAt === null && isProven;
    const write = () =>
      updateRows(
        'public_domains',
        { checkedAt: NOW, problem, failures, ...(isNew && { verifiedAt: NOW }), ...(isLost && { verifiedAt: null }) },
        { id: row.id, workspaceId: currentWorkspaceId() },
      );
    await savepoint(write).catch((error: unknown) => {
      if ((error as { code?: string }).code === '23505')
        throw new AppError('conflict', `Another workspace has proven ${row.host} already.`);
      throw error;
    });
    if (isNew || isLost)
      await audit({
        action: isNew ? 'public_domain.verified' : 'public_domain.lost',
        subject: { type: 'public_domain', id: row.id },
        details: { host: row.host },
      });
    await announce(row.id, 'checked');
  });
}

/** @throws AppError `not_found` */
export function removeDomain(id: string): Promise<void> {
  return transaction(async () => {
    const { host } = await readDomain(id);
    await deleteRows('public_domains', { id, workspaceId: currentWorkspaceId() });
    await audit({ action: 'public_domain.removed', subject: { type: 'public_domain', id }, details: { host } });
    await announce(id, 'removed');
  });
}

/** Verified domains of all workspaces that are not archived, oldest first. */
export async function verifiedDomains(): Promise<ReadonlyMap<string, string>> {
  const rows = await asSystem(() =>
    query<{ host: string; workspace: string }>(
      `select d.host, d.workspace_id as workspace from public_domains d join workspaces w on w.id = d.workspace_id
        where d.verified_at is not null and w.archived_at is null order by d.verified_at, d.id limit 10000`,
      [],
      'public_domains_verified',
    ),
  );
  return new Map(rows.map(({ host, workspace }) => [host, workspace]));
}

listenForChanges((_workspaceId, paths) => {
  if (paths.some((path) => path === '*' || path === PUBLIC_PAGES.domains)) forgetDomains();
});

/** Domains that are looked at in one run. */
const BATCH = 200;

export const CHECK_DOMAINS = 'public_pages.check_domains';
export const checkDomainsRecurring = defineRecurring({
  name: CHECK_DOMAINS,
  title: 'Check the DNS records of domains of public pages',
  every: 3_600,
  async handler() {
    const due = await asSystem(() =>
      query<{ id: string; workspace: string }>(
        `select id, workspace_id as workspace from public_domains
          where checked_at < now() - interval '1 day' or (checked_at is null and created_at < now() - interval '1 hour')
          order by checked_at nulls first limit ${BATCH}`,
      ),
    );
    for (const { id, workspace } of due) {
      try {
        await inWorkspace(workspace, null, async () => {
          const row = await readDomain(id);
          await store(row, await look(row));
        });
      } catch (error) {
        log().warn({ err: error, domain: id }, 'a domain of public pages could not be checked');
      }
    }
  },
});
