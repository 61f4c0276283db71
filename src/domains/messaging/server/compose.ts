/** The message as it leaves: sender, signature, footer, and the ways out of the list. */
import { AppError } from '../../../kernel/errors.ts';
import { currentWorkspaceId, query, selectRow } from '../../../server/db/index.ts';
import { mailSender, sendMail } from '../../../server/providers/mail/index.ts';
import type { MailMessage } from '../../../server/providers/mail/port.ts';
import { escapeHtml } from '../../../server/public/html.ts';
import { open } from '../../../server/secrets/secrets.ts';
import { useProvider } from '../../connections/index.ts';
import { type Channel, type MessageSettings, type Purpose, withStopNotice } from '../contract.ts';
import { withLinkMarks } from './link-marks.ts';
import { linksFor } from './links.ts';
import { readSettings } from './settings.ts';

/** A message, as far as it is needed to send it. */
export interface MessageRow {
  id: string;
  channel: Channel;
  purpose: Purpose;
  address: string;
  addressId: string;
  destination: string;
  name: string;
  subject: string;
  text: string;
  html: string | null;
  calendar: NonNullable<MailMessage['calendar']> | null;
  isInternal: boolean;
  /** Answers STOP, START, or HELP, as the law asks: it goes whatever else holds. */
  isReply: boolean;
  attempts: number;
}

export interface Handed {
  id: string;
  delivered: 'handed_over' | 'kept';
}

export async function composeAndSend(row: MessageRow): Promise<Handed> {
  if (row.channel === 'email') return sendEmail(row);
  const client = await useProvider('sms', currentWorkspaceId(), { purpose: 'message' });
  const text = row.purpose === 'transactional' ? row.text : withStopNotice(row.text);
  const { id, state } = await client.send({ to: row.address, text, key: row.id });
  return { id, delivered: state === 'kept' ? 'kept' : 'handed_over' };
}

async function sendEmail(row: MessageRow): Promise<Handed> {
  const settings = await readSettings();
  const { from, replyTo, dkim } = await senderOf(settings);
  const { text, html, headers } = await bodyOf(row.isInternal ? row : await withLinkMarks(row), settings);
  const sent = await sendMail({
    from,
    to: [{ address: row.address, ...(row.name && { name: row.name }) }],
    ...(replyTo && { replyTo: { address: replyTo } }),
    ...(dkim && { dkim }),
    subject: row.subject,
    text,
    ...(html && { html }),
    ...(row.calendar && { calendar: row.calendar }),
    headers,
    // The same in every attempt, so that a mailbox recognizes a repetition.
    id: `${row.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}`,
  });
  const [refused] = sent.refused;
  if (refused) throw new AppError('bad_request', `The mail server refused the address. It answered: ${refused.reason}`);
  return { id: sent.id, delivered: sent.delivered };
}

/** From whom the present workspace's mail comes: the organizer of its invitations. */
export async function senderAddress(): Promise<{ address: string; name: string }> {
  const { from } = await senderOf(await readSettings());
  const { address, name = '' } = from ?? mailSender();
  return { address, name };
}

/** The workspace's own address where its domain is verified; otherwise the installation's, with the business's name. */
async function senderOf({
  sender,
}: MessageSettings): Promise<Pick<MailMessage, 'from' | 'dkim'> & { replyTo: string | undefined }> {
  const fallback = mailSender();
  const [workspace] = await query<{ name: string }>('select name from present_workspace', []);
  const name = sender.name || workspace?.name || fallback.name;
  const from = { address: sender.address || fallback.address, ...(name && { name }) };
  const replyTo = sender.replyTo || undefined;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1).toLowerCase();
  const row = await selectRow('sending_domains', ['id', 'domain', 'selector', 'privateKey', 'verifiedAt'], {
    workspaceId: currentWorkspaceId(),
    domain,
  });
  if (!row?.verifiedAt)
    return {
      from: sender.address ? { ...from, address: fallback.address } : from,
      replyTo: replyTo ?? (sender.address || undefined),
    };
  return {
    from,
    replyTo,
    dkim: { domain: row.domain, selector: row.selector, privateKey: open(row.privateKey, `sending-domain:${row.id}`) },
  };
}

/** Mail that is not transactional carries the ways out, in its head and at its end (RFC 8058, CAN-SPAM). */
async function bodyOf(
  row: MessageRow,
  { postalAddress }: MessageSettings,
): Promise<{ text: string; html: string | null; headers: Record<string, string> }> {
  if (row.purpose === 'transactional' || row.isInternal) return { text: row.text, html: row.html, headers: {} };
  const { unsubscribe, preferences } = await linksFor(currentWorkspaceId(), row.addressId);
  const address = postalAddress ? `${postalAddress}\n` : '';
  return {
    text: `${row.text.trimEnd()}\n\n--\n${address}Unsubscribe: ${unsubscribe}\nChoose what you get: ${preferences}\n`,
    html:
      row.html &&
      `${row.html}<hr><p><small>${escapeHtml(postalAddress).replaceAll('\n', '<br>')}${postalAddress && '<br>'}<a href="${escapeHtml(unsubscribe)}">Unsubscribe</a> · <a href="${escapeHtml(preferences)}">Choose what you get</a></small></p>`,
    headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}
