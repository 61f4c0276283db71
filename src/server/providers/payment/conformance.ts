/** Requirements for every payment gateway. Each adapter's test runs them. */
import { describe, expect, it } from 'vitest';
import type { ProviderEvent } from '../define.ts';
import type { NewPayment, PaymentClient, StartedPayment } from './port.ts';

export interface Gateway {
  client(): PaymentClient;
  /** Acts as the person on the payment page. */
  pay(payment: StartedPayment, card: 'good' | 'declined'): Promise<void>;
  /** Events reported since the last call. */
  reports(): Promise<Pick<ProviderEvent, 'type' | 'data'>[]>;
}

export function paymentConformance(name: string, gateway: Gateway): void {
  let keys = 0;
  const create = (more: Partial<NewPayment> = {}) =>
    gateway
      .client()
      .create({
        amount: '12.50',
        currency: 'USD',
        description: 'Invoice 17 — “Hahn & Söhne”',
        key: `${name}:${++keys}`,
        returnTo: 'https://gauntlet.example/invoices/17',
        ...more,
      });

  describe(`${name} as a payment gateway`, () => {
    it('opens one payment for one key, and takes the money on its page', async () => {
      const key = `${name}:once`;
      const payment = await create({ key });
      expect((await create({ key })).id).toBe(payment.id);
      expect(payment.url).toMatch(/^https?:\/\//);
      expect(await gateway.client().retrieve(payment.id)).toMatchObject({ state: 'open', refunded: '0.00' });
      await gateway.pay(payment, 'good');
      expect(await gateway.client().retrieve(payment.id)).toEqual({
        id: payment.id,
        state: 'paid',
        amount: '12.50',
        currency: 'USD',
        refunded: '0.00',
      });
      expect(await gateway.reports()).toMatchObject([
        { type: 'payment.succeeded', data: { id: payment.id, key, amount: '12.50', currency: 'USD' } },
      ]);
    });

    it('reports a declined card, after which another one may pay', async () => {
      const payment = await create();
      await gateway.pay(payment, 'declined');
      expect((await gateway.client().retrieve(payment.id)).state).toBe('open');
      expect(await gateway.reports()).toMatchObject([
        { type: 'payment.failed', data: { isFinal: false, why: expect.stringContaining('declined') as string } },
      ]);
      await gateway.pay(payment, 'good');
      expect((await gateway.client().retrieve(payment.id)).state).toBe('paid');
      expect(await gateway.reports()).toMatchObject([{ type: 'payment.succeeded' }]);
    });

    it('pays back in parts, each once, and no more than was paid', async () => {
      const payment = await create();
      const refund = (amount: string, key: string) =>
        gateway.client().refund({ id: payment.id, amount, key: `${name}:${payment.id}:${key}` });
      await expect(refund('1.00', 'early')).rejects.toMatchObject({ kind: 'refused' });
      await gateway.pay(payment, 'good');
      await gateway.reports();
      await refund('5.00', 'part');
      await refund('5.00', 'part');
      expect((await gateway.client().retrieve(payment.id)).refunded).toBe('5.00');
      await expect(refund('7.51', 'too much')).rejects.toMatchObject({ kind: 'refused' });
      await refund('7.50', 'rest');
      expect((await gateway.reports()).map(({ type, data }) => [type, data['refunded']])).toEqual([
        ['payment.refunded', '5.00'],
        ['payment.refunded', '12.50'],
      ]);
    });

    it.each([
      ['a fraction of a cent', { amount: '1.005' }, 'amount'],
      ['nothing', { amount: '0' }, 'amount'],
      ['text', { amount: 'ten' }, 'amount'],
      ['half a yen', { amount: '100.5', currency: 'JPY' }, 'amount'],
      ['an unknown currency', { currency: 'XYZ' }, 'currency'],
      ['an address that could run a script', { returnTo: 'javascript:alert(1)' }, 'returnTo'],
    ])('refuses %s', async (_, wrong, field) => {
      await expect(create(wrong)).rejects.toMatchObject({ code: 'validation', fields: [{ field }] });
    });

    it('takes currencies without cents', async () => {
      const { id } = await create({ amount: '1200', currency: 'JPY' });
      expect(await gateway.client().retrieve(id)).toMatchObject({ amount: '1200', currency: 'JPY' });
    });

    it('knows no payment of another account', async () => {
      await expect(gateway.client().retrieve('0195f4a0-0000-7000-8000-000000000000')).rejects.toMatchObject({
        kind: 'refused',
      });
    });
  });
}
