/**
 * The mail provider without a mail server: it keeps every mail in a list for administrators and reports each as not
 * sent. So a password reset works on the first day, and nothing pretends.
 */
import { checkMessage, type CheckedMessage, type MailProvider } from './port.ts';

/** @param keep stores one mail durably; its table is in `outbox.ts` */
export function openEmbeddedMail(keep: (message: CheckedMessage) => Promise<void>): MailProvider {
  return {
    name: 'Kept on this server',
    delivers: false,
    async send(message) {
      const checked = checkMessage(message);
      await keep(checked);
      return { id: checked.id, delivered: 'kept', refused: [] };
    },
    async verify() {},
    async close() {},
  };
}
