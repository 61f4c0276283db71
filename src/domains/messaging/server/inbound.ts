/** Bounces and complaints about email. */
import { AppError } from '../../../kernel/errors.ts';
import {
  asSystem,
  currentWorkspaceId,
  inWorkspace,
  query,
  transaction,
  updateRows,
  withAllRecords,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { throttle } from '../../../server/http/rate-limit.ts';
import { readMailReport } from '../engine/mail-report.ts';
import { MESSAGING } from '../paths.ts';
import { normalizeAddress } from './addresses.ts';
import { recordConsent, suppress } from './consent.ts';
import { workspaceOfInboundKey } from './settings.ts';

const LIMIT = { most: 600, seconds: 60 };

interface Inbound {
  kind: 'bounce' | 'complaint' | 'delay' | 'other';
  /** Addresses that are suppressed from now on. */
  addresses: number;
}

/** @throws AppError `not_found`, `rate_limited` */
export async function receiveMailReport(key: string, raw: string): Promise<Inbound> {
  const workspaceId = workspaceOfInboundKey(key);
  const { count, retryAfter } = await asSystem(() => throttle(`message-inbound ${workspaceId}`, LIMIT.seconds));
  if (count > LIMIT.most) throw new AppError('rate_limited', 'Too many reports. Send them later.', { retryAfter });
  return inWorkspace(workspaceId, null, () => withAllRecords(() => transaction(() => take(raw))));
}

async function take(raw: string): Promise<Inbound> {
  const report = readMailReport(raw);
  if (report.kind === 'complaint') {
    const sent = await messageOf(report.messageId, report.address);
    if (!sent) return { kind: 'complaint', addresses: 0 };
    await suppress('email', [sent.address], 'complained', { note: 'Reported as spam to the mailbox provider.' });
    await recordConsent({
      channel: 'email',
      purpose: 'all',
      address: sent.address,
      state: 'withdrawn',
      wording: 'Reported a message as spam',
      source: 'complaint',
      proof: { message: sent.id },
    });
    await mark(sent.id, 'complained', 'The person reported it as spam.');
    return { kind: 'complaint', addresses: 1 };
  }
  if (report.kind !== 'bounce') return { kind: report.kind, addresses: 0 };
  let addresses = 0;
  for (const { address, isPermanent, status, text } of report.recipients) {
    const sent = await messageOf(report.messageId, address);
    // A report about a mail that was never sent is someone's invention.
    if (!sent) continue;
    await mark(sent.id, 'bounced', text || `The mail came back (${status || 'no reason given'}).`);
    if (!isPermanent) continue;
    addresses++;
    await suppress('email', [sent.address], 'bounced', { note: text || status });
  }
  return { kind: 'bounce', addresses };
}

/** The message that the report is about: by its id, or the newest to the address. */
async function messageOf(messageId: string, address: string): Promise<{ id: string; address: string } | undefined> {
  const known = normalizeAddress('email', address) ?? '';
  const [row] = await query<{ id: string; address: string }>(
    `select id, address from messages where workspace_id = $1 and channel = 'email' and handed_at is not null
        and ((provider_id = $2 and $3 in ('', address)) or (address = $3 and $2 = ''))
      order by id desc limit 1`,
    [currentWorkspaceId(), messageId, known],
  );
  return row;
}

async function mark(id: string, state: 'bounced' | 'complained', why: string): Promise<void> {
  await updateRows('messages', { state, why, reason: state }, { id, workspaceId: currentWorkspaceId() });
  await emit({
    type: `message.${state}`,
    subject: { type: 'message', id },
    data: { why },
    paths: [MESSAGING.messages],
  });
}
