import { expect, it } from 'vitest';
import { mailProviderConformance, MESSAGE } from './conformance.ts';
import { openEmbeddedMail } from './embedded.ts';
import { parseMailbox, type CheckedMessage } from './port.ts';

const kept: CheckedMessage[] = [];
const provider = openEmbeddedMail(async (message) => void kept.push(message));

mailProviderConformance(
  'embedded',
  () => provider,
  async () => {
    const mail = kept.at(-1)!;
    const addresses = (list: { address: string }[]) => list.map(({ address }) => address);
    const headers = new Map(Object.entries(mail.headers).map(([name, value]) => [name.toLowerCase(), value]));
    return {
      id: mail.id,
      from: mail.from.address,
      to: addresses(mail.to),
      cc: addresses(mail.cc),
      recipients: addresses([...mail.to, ...mail.cc, ...mail.bcc]),
      replyTo: mail.replyTo?.address,
      subject: mail.subject,
      text: mail.text ?? '',
      html: mail.html ?? '',
      attachments: mail.attachments,
      header: (name) => headers.get(name),
    };
  },
  () => kept.length,
);

it('reports that nothing leaves this machine', async () => {
  expect(provider.delivers).toBe(false);
  expect((await provider.send(MESSAGE)).delivered).toBe('kept');
});

it('does not report a mail as kept when keeping it failed', async () => {
  const broken = openEmbeddedMail(() => Promise.reject(new Error('disk full')));
  await expect(broken.send(MESSAGE)).rejects.toThrow('disk full');
});

it.each([
  ['Gauntlet <no-reply@gauntlet.example>', { name: 'Gauntlet', address: 'no-reply@gauntlet.example' }],
  ['"Ada, Countess" <ada@example.com>', { name: 'Ada, Countess', address: 'ada@example.com' }],
  [' ada@example.com ', { name: undefined, address: 'ada@example.com' }],
])('reads the mailbox %s', (text, expected) => {
  expect(parseMailbox(text)).toEqual(expected);
});

it.each(['', 'Ada', 'Ada <ada>', 'Ada <ada@example.com> more', 'a@b.example, c@d.example'])(
  'rejects %j as a mailbox',
  (text) => {
    expect(() => parseMailbox(text)).toThrow('not a complete email address');
  },
);
