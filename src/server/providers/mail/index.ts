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

/** Sends one mail now. Work that must not be lost sends from a job, which tries again. */
export function sendMail(message: Omit<MailMessage, 'from'> & { from?: MailAddress }): Promise<SentMail> {
  if (!current) throw new Error('No mail provider: call useMailProvider() first');
  return current.provider.send({ from: current.from, ...message });
}
