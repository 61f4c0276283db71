/** Requirements for every provider of text messages. Each adapter's test runs them. */
import { describe, expect, it } from 'vitest';
import type { SmsClient } from './port.ts';

export interface ArrivedSms {
  from: string;
  to: string;
  text: string;
}

export function smsConformance(name: string, client: () => SmsClient, arrived: () => Promise<ArrivedSms[]>): void {
  describe(`${name} as a provider of text messages`, () => {
    it('hands a message over unchanged and says truly where it went', async () => {
      const before = (await arrived()).length;
      const text = 'Your table is ready — 19:30 & “terrace” 🎉\nReply STOP to end.';
      const sent = await client().send({ to: '+14155550123', text, key: `${name}-1` });
      const all = await arrived();
      expect(all).toHaveLength(before + 1);
      expect(all).toContainEqual({ from: client().sender, to: '+14155550123', text });
      expect(sent.id).not.toBe('');
      expect(sent.state === 'kept').toBe(!client().delivers);
      expect(sent.units).toBeGreaterThanOrEqual(client().delivers ? 1 : 0);
    });

    it.each([
      ['no country code', { to: '4155550123', text: 'Hello' }, 'to'],
      ['a number that is none', { to: '+1 (415) x', text: 'Hello' }, 'to'],
      ['no text', { to: '+14155550123', text: ' \n' }, 'text'],
      ['a text beyond ten segments', { to: '+14155550123', text: 'x'.repeat(1_601) }, 'text'],
    ])('refuses %s and sends nothing', async (_, message, field) => {
      const before = (await arrived()).length;
      await expect(client().send({ ...message, key: `${name}-refused` })).rejects.toMatchObject({
        code: 'validation',
        fields: [{ field }],
      });
      expect(await arrived()).toHaveLength(before);
    });
  });
}
