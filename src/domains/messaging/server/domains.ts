/** Domains in whose name mail is signed: their DKIM keys, and what their DNS says. */
import { generateKeyPairSync } from 'node:crypto';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  asSystem,
  countRows,
  currentWorkspaceId,
  deleteRows,
  insertIfNew,
  NOW,
  selectRow,
  selectRows,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { dns } from '../../../server/dns/resolver.ts';
import { emit } from '../../../server/events/emit.ts';
import { throttle } from '../../../server/http/rate-limit.ts';
import { seal } from '../../../server/secrets/secrets.ts';
import type { SendingDomain } from '../contract.ts';
import { MESSAGING } from '../paths.ts';

const MAX_DOMAINS = 20;
const CHECKS = { most: 20, seconds: 600 };
const COLUMNS = ['id', 'domain', 'selector', 'publicKey', 'checks', 'verifiedAt', 'checkedAt'] as const;

type Found = Pick<SendingDomain['records'][number], 'state' | 'found'>;
type Checks = Partial<Record<'dkim' | 'spf' | 'dmarc', Found>>;
interface Row {
  id: string;
  domain: string;
  selector: string;
  publicKey: string;
  checks: unknown;
  verifiedAt: string | null;
  checkedAt: string | null;
}

const UNCHECKED: Found = { state: 'unchecked', found: '' };

function shown({ id, domain, selector, publicKey, checks, verifiedAt, checkedAt }: Row): SendingDomain {
  const { dkim = UNCHECKED, spf = UNCHECKED, dmarc = UNCHECKED } = (checks ?? {}) as Checks;
  return {
    id,
    domain,
    isVerified: verifiedAt !== null,
    checkedAt,
    records: [
      {
        record: 'dkim',
        name: `${selector}._domainkey.${domain}`,
        value: `v=DKIM1; k=rsa; p=${publicKey}`,
        isNeeded: true,
        ...dkim,
      },
      { record: 'spf', name: domain, value: 'v=spf1 a mx ~all', isNeeded: false, ...spf },
      { record: 'dmarc', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none', isNeeded: false, ...dmarc },
    ],
  };
}

export async function listSendingDomains(): Promise<SendingDomain[]> {
  const where = { workspaceId: currentWorkspaceId() };
  return (await selectRows('sending_domains', COLUMNS, where, { orderBy: ['domain'], limit: MAX_DOMAINS })).map(shown);
}

async function readDomain(id: string): Promise<Row> {
  const row = await selectRow('sending_domains', COLUMNS, { id, workspaceId: currentWorkspaceId() });
  if (!row) throw notFound('The domain');
  return row;
}

const announce = (id: string, type: string) =>
  emit({ type: `sending_domain.${type}`, subject: { type: 'sending_domain', id }, paths: [MESSAGING.domains] });

/** Makes the key. @throws AppError `conflict` */
export function addSendingDomain(domain: string): Promise<SendingDomain> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const workspaceId = currentWorkspaceId();
  const id = newId();
  return transaction(async () => {
    if ((await countRows('sending_domains', { workspaceId })) >= MAX_DOMAINS)
      throw new AppError('conflict', `A workspace has at most ${MAX_DOMAINS} sending domains.`);
    const isNew = await insertIfNew('sending_domains', {
      id,
      workspaceId,
      domain,
      selector: `g${id.slice(-8)}`,
      publicKey: publicKey.toString('base64'),
      privateKey: seal(privateKey, `sending-domain:${id}`),
    });
    if (!isNew) throw new AppError('conflict', `${domain} is in the list already.`, { field: 'domain' });
    await audit({ action: 'sending_domain.added', subject: { type: 'sending_domain', id }, details: { domain } });
    await announce(id, 'added');
    return shown(await readDomain(id));
  });
}

const tag = (record: string, name: string) =>
  new RegExp(`(?:^|;)\\s*${name}\\s*=\\s*([^;]*)`, 'i').exec(record)?.[1]?.replace(/\s+/g, '');

async function look({ domain, selector, publicKey }: Row): Promise<Required<Checks>> {
  const [keys, texts, policies] = await Promise.all([
    dns().txt(`${selector}._domainkey.${domain}`),
    dns().txt(domain),
    dns().txt(`_dmarc.${domain}`),
  ]);
  const dkim = keys.find((record) => tag(record, 'p') !== undefined);
  const spf = texts.filter((record) => /^v=spf1(\s|$)/i.test(record));
  const dmarc = policies.filter((record) => /^v=DMARC1\s*;/i.test(record));
  const only = (records: string[]): Found =>
    records.length === 0
      ? { state: 'missing', found: '' }
      : // Two records of a kind make both void (RFC 7208, RFC 7489).
        { state: records.length === 1 ? 'ok' : 'wrong', found: records.join('\n').slice(0, 500) };
  return {
    dkim: dkim
      ? { state: tag(dkim, 'p') === publicKey ? 'ok' : 'wrong', found: dkim.slice(0, 500) }
      : { state: 'missing', found: '' },
    spf: only(spf),
    dmarc: only(dmarc),
  };
}

/** A domain is verified by its DKIM record: who sets it may sign for it. @throws AppError `not_found`, `unavailable`, `rate_limited` */
export async function checkSendingDomain(id: string): Promise<SendingDomain> {
  const row = await readDomain(id);
  const { count, retryAfter } = await asSystem(() => throttle(`sending-domain ${id}`, CHECKS.seconds));
  if (count > CHECKS.most)
    throw new AppError('rate_limited', 'This domain was checked many times. Try again later.', { retryAfter });
  const checks = await look(row);
  return transaction(async () => {
    await updateRows(
      'sending_domains',
      { checks, checkedAt: NOW, verifiedAt: checks.dkim.state === 'ok' ? (row.verifiedAt ?? NOW) : null },
      { id, workspaceId: currentWorkspaceId() },
    );
    await announce(id, 'checked');
    return shown(await readDomain(id));
  });
}

/** @throws AppError `not_found` */
export function removeSendingDomain(id: string): Promise<void> {
  return transaction(async () => {
    const { domain } = await readDomain(id);
    await deleteRows('sending_domains', { id, workspaceId: currentWorkspaceId() });
    await audit({ action: 'sending_domain.removed', subject: { type: 'sending_domain', id }, details: { domain } });
    await announce(id, 'removed');
  });
}
