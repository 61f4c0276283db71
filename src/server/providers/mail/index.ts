/** Mail, for everyone: `sendMail()` through the provider that the installation has. */
import type { MailAddress, MailMessage, MailProvider, SentMail } from './port.ts';

let current: { provider: MailProvider; from: MailAddress } | undefined;

/** Makes `provider` the one that mails go through, from `from` unless a mail says otherwise. */
export function useMailProvider(provider: MailProvider, from: MailAddress): void {
  current = { provider, from };
}

/** The installation's provider, for status pages. */
export function mailProvider(): MailProvider {
  if (!current) throw new Error('No mail provider: call useMailProvider() first');
  return current.provider;
}

/** The address that mails come from unless they say otherwise. */
export function mailSender(): MailAddress {
  if (!current) throw new Error('No mail provider: call useMailProvider() first');
  return current.from;
}

/**
 * On one line, as the head of a mail wants it: somebody's name or what somebody called a report may hold a line break.
 */
const oneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
const oneLined = ({ address, name }: MailAddress): MailAddress => ({
  address,
  ...(name !== undefined && { name: oneLine(name) }),
});

/**
 * Sends one mail now. Work that must not be lost sends from a job, which tries again. Names and the subject are put on
 * one line; a line break anywhere else in the head is refused by the provider.
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
