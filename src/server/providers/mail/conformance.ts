/** Requirements for every mail provider. Each adapter's test runs them. */
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../kernel/errors.ts';
import type { MailMessage, MailProvider } from './port.ts';

/** A mail as it arrived or was kept, in terms common to both. */
export interface ArrivedMail {
  id: string;
  from: string;
  /** Addresses in the To and Cc fields. */
  to: string[];
  cc: string[];
  /** Everyone who receives it, including Bcc. */
  recipients: string[];
  replyTo: string | undefined;
  subject: string;
  text: string;
  html: string;
  attachments: { fileName: string; contentType: string; content: Uint8Array }[];
  header(name: string): string | undefined;
}

export const MESSAGE: MailMessage = {
  from: { address: 'desk@agency.example', name: 'Zoë at the “Agency”' },
  to: [{ address: 'ada@client.example', name: 'Ada, Countess' }],
  subject: 'Your invoice — naïve €',
  text: 'Hello Ada,\n.\nthis line stands after a lone dot.\n',
};

async function wrongField(attempt: Promise<unknown>): Promise<string | undefined> {
  return attempt.then(
    () => 'accepted',
    (error: unknown) =>
      error instanceof AppError && error.code === 'validation' ? error.fields[0]?.field : String(error),
  );
}

export function mailProviderConformance(
  name: string,
  provider: () => MailProvider,
  last: () => Promise<ArrivedMail>,
  count: () => number,
): void {
  describe(`${name} mail provider`, () => {
    it('sends a plain mail as it was written', async () => {
      const sent = await provider().send(MESSAGE);
      const mail = await last();
      expect(sent).toEqual({ id: mail.id, delivered: provider().delivers ? 'handed_over' : 'kept', refused: [] });
      expect(mail).toMatchObject({ from: 'desk@agency.example', to: ['ada@client.example'], subject: MESSAGE.subject });
      expect(mail.text.trimEnd()).toBe(MESSAGE.text!.trimEnd());
      expect(sent.id).toMatch(/^[\w-]+@agency\.example$/);
    });

    it('sends everything that a message can hold', async () => {
      const content = Uint8Array.from({ length: 3_000 }, (_, i) => i % 256);
      await provider().send({
        ...MESSAGE,
        cc: [{ address: 'cc@client.example' }],
        bcc: [{ address: 'bcc@client.example' }],
        replyTo: { address: 'reply@agency.example' },
        html: '<p>Hello <b>Ada</b></p>',
        headers: { 'List-Unsubscribe': '<https://agency.example/u/1>' },
        attachments: [{ fileName: 'Rechnung März.pdf', contentType: 'application/pdf', content }],
      });
      const mail = await last();
      expect(mail.cc).toEqual(['cc@client.example']);
      expect(mail.recipients.toSorted()).toEqual(['ada@client.example', 'bcc@client.example', 'cc@client.example']);
      expect(mail.header('bcc')).toBeUndefined();
      expect(mail.replyTo).toBe('reply@agency.example');
      expect(mail.html.trim()).toBe('<p>Hello <b>Ada</b></p>');
      expect(mail.header('list-unsubscribe')).toContain('https://agency.example/u/1');
      expect(mail.attachments).toHaveLength(1);
      expect(mail.attachments[0]).toMatchObject({ fileName: 'Rechnung März.pdf', contentType: 'application/pdf' });
      expect(Buffer.compare(mail.attachments[0]!.content, content)).toBe(0);
    });

    it('keeps the id of a mail that is sent again', async () => {
      await provider().send({ ...MESSAGE, id: 'again-1@agency.example' });
      expect((await last()).id).toBe('again-1@agency.example');
    });

    const attack = 'x\r\nBcc: everyone@elsewhere.example';
    it.each<[string, Partial<MailMessage>, string]>([
      ['a line break in the subject', { subject: attack }, 'subject'],
      ['a lone line feed in the subject', { subject: 'x\ny' }, 'subject'],
      ['a line break in an address', { to: [{ address: `a@b.example\r\nBcc: c@d.example` }] }, 'to.0'],
      ['a line break in a name', { from: { address: 'a@b.example', name: attack } }, 'from'],
      ['a line break in a reply address', { replyTo: { address: 'a@b.example\n' } }, 'replyTo'],
      ['a line break in a header', { headers: { 'X-Note': attack } }, 'headers.X-Note'],
      ['a header name that is none', { headers: { 'X-Note: a\r\nBcc': 'x' } }, 'headers.X-Note: a\r\nBcc'],
      ['a header that a field writes', { headers: { BCC: 'c@d.example' } }, 'headers.BCC'],
      [
        'a line break in a file name',
        { attachments: [{ fileName: attack, contentType: 'text/plain', content: new Uint8Array() }] },
        'attachments.0.fileName',
      ],
      ['two addresses in one', { to: [{ address: 'a@b.example,c@d.example' }] }, 'to.0'],
      ['no domain', { bcc: [{ address: 'ada' }] }, 'bcc.0'],
      ['no recipient', { to: [] }, 'to'],
      ['too many recipients', { to: Array.from({ length: 101 }, (_, i) => ({ address: `a${i}@b.example` })) }, 'to'],
      ['no text', { text: '' }, 'text'],
    ])('refuses %s and sends nothing [V10]', async (_, change, field) => {
      const before = count();
      expect(await wrongField(provider().send({ ...MESSAGE, ...change }))).toBe(field);
      expect(count()).toBe(before);
    });

    it('passes its own check', async () => {
      await provider().verify();
    });
  });
}
