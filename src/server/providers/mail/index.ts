/** Mail for all code: `sendMail()` through the installation's provider. */
import type { MailAddress, MailMessage, MailProvider, SentMail } from './port.ts';

let current: { provider: MailProvider; from: MailAddress } | undefined;

/** Sets the provider, and the sender for mails that name none. */
export function useMailProvider(provider: MailProvider, from: MailAddress): void {
  current = { provider, from };
}

/** The installation's provider, for status pages. */
export function mailProvider(): MailProvider {
  if (!current) throw new Error('No mail provider: call useMailProvider() first');
  return current.provider;
}

/** The default sender of mails. */
export function mailSender(): MailAddress {
  if (!current) throw new Error('No mail provider: call useMailProvider() first');
  return current.from;
}

/** On one line, as a mail header requires: names and report titles may contain line breaks. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
const oneLined = ({ address, name }: MailAddress): MailAddress => ({
  address,
  ...(name !== undefined && { name: oneLine(name) }),
});

/**
 * Sends one mail now. Work that must not be lost sends from a job, which retries. Names and the subject are put on one
 * line; the provider refuses a line break anywhere else in the head.
 */
export function sendMail(message: Omit<MailMessage, 'from'> & { from?: MailAddress }): Promise<SentMail> {
  if (!current) throw new Error('No mail provider: call useMailProvider() first');
  const { from = current.from, to, cc, bcc, replyTo, subject, ...rest } = message;
  return current.provider.send({
    ...rest,
    from: oneLined(from),
    to: to.map(oneLined),
    subject: oneLine(subject),
    ...(cc && { cc: cc.map(oneLined) }),
    ...(bcc && { bcc: bcc.map(oneLined) }),
    ...(replyTo && { replyTo: oneLined(replyTo) }),
  });
}
