import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bankLine,
  bookBalances,
  type Business,
  closeBooks,
  expectSound,
  openBusiness,
} from '../../../../testing/business.ts';
import { draft, get, issue } from '../../../../testing/documents.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { documents, rates } from '../../contract.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const business = (currency = 'USD'): Promise<Business> => openBusiness(system, { currency });

describe('invoices', () => {
  it('are credited in part: less is owed, income and tax are taken back in proportion, and a line of the bank settles the rest', async () => {
    const one = await business();
    const made = await issue(one, await draft(one));
    const credit = (body: object) =>
      one.user.tryCall(documents.credit, {
        params: { id: made.id },
        body: { reason: 'Half a day less', day: '2026-03-10', ...body },
      });
    expect((await credit({ amount: '1300.01' })).status).toBe(400);
    expect((await credit({ day: '2026-02-28' })).body.message).toContain('cannot come before');
    const answer = await credit({ amount: '325.01' });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        paid: '325.01',
        credited: '325.01',
        due: '974.99',
        payments: [{ transaction: null, credit: { number: 'CN-2026-0001', reason: 'Half a day less' } }],
      },
    });
    const held = await bookBalances(one);
    // 325.01 ÷ 1,300 of 1,100 and 200.
    expect([held.get('Accounts receivable'), held.get('Sales'), held.get('Sales tax collected')]).toEqual([
      '974.99',
      '-824.99',
      '-150',
    ]);
    await expectSound(one);
    const { id: paymentId } = answer.body.payments[0]!;
    const file = await one.user.open('GET', `/api/finance/books/documents/${made.id}/credits/${paymentId}/pdf`);
    expect([
      file.headers.get('content-disposition')?.includes('CN-2026-0001.pdf'),
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ]).toEqual([true, '%PDF-']);
    const bank = await bankLine(one, '2026-03-30', '974.99', 'CALDER FINCH LTD');
    expect(
      await one.user.call(documents.pay, { params: { id: made.id }, body: { transactionId: bank.id } }),
    ).toMatchObject({ status: 'paid', paid: '1300', credited: '325.01', due: '0' });
    expect((await credit({})).status).toBe(409);
    expect(
      (
        await one.user.tryCall(documents.void, {
          params: { id: made.id },
          body: { version: 4, day: '2026-03-31', reason: 'x' },
        })
      ).status,
    ).toBe(409);
    await one.user.call(documents.unpay, { params: { id: made.id, paymentId } });
    expect(await get(one, made.id)).toMatchObject({ due: '325.01', credited: '0' });
    expect((await one.user.tryCall(documents.creditPdf, { params: { id: made.id, paymentId } })).status).toBe(404);
    // Numbers are not given twice.
    expect((await credit({})).body.payments.find((row) => row.credit)?.credit?.number).toBe('CN-2026-0002');
    expect((await bookBalances(one)).get('Accounts receivable')).toBe('0');
    await expectSound(one);
  });

  it('in other currencies, and bills, are credited at the rate of their day to the last cent', async () => {
    const one = await business();
    await one.user.call(rates.put, {
      body: { from: 'EUR', to: 'USD', day: '2026-03-01', rate: '1.137', source: 'Test' },
    });
    const bill = await issue(
      one,
      await draft(one, {
        kind: 'bill',
        currency: 'EUR',
        reference: 'S-9',
        lines: [{ description: 'Paper', quantity: '3', unitPrice: '33.33', taxPercent: '19' }],
      }),
    );
    for (const amount of ['40', undefined])
      await one.user.call(documents.credit, {
        params: { id: bill.id },
        body: { reason: 'Damaged', day: '2026-03-20', number: 'S-9-C', ...(amount ? { amount } : {}) },
      });
    expect(await get(one, bill.id)).toMatchObject({ status: 'paid', due: '0', credited: bill.total });
    const held = await bookBalances(one);
    expect(
      ['Accounts payable', 'Other expenses', 'Sales tax paid', 'Exchange differences and rounding'].map(
        (name) => held.get(name) ?? '0',
      ),
    ).toEqual(['0', '0', '0', '0']);
    await expectSound(one);
  });

  it('in small parts at a rate leave no cent behind, however each part is rounded', async () => {
    const one = await business();
    await one.user.call(rates.put, {
      body: { from: 'EUR', to: 'USD', day: '2026-03-01', rate: '0.6', source: 'Test' },
    });
    const made = await issue(
      one,
      await draft(one, { currency: 'EUR', lines: [{ description: 'Cents', quantity: '4', unitPrice: '0.01' }] }),
    );
    for (let part = 0; part < 4; part++)
      await one.user.call(documents.credit, {
        params: { id: made.id },
        body: { reason: 'Not worth it', day: '2026-03-10', amount: '0.01' },
      });
    expect([(await get(one, made.id)).status, (await bookBalances(one)).get('Accounts receivable')]).toEqual([
      'paid',
      '0',
    ]);
    await expectSound(one);
  });

  it('that are paid are credited with a note that is applied to a later invoice, and paid back by a line of the bank', async () => {
    const one = await business();
    const made = await issue(one, await draft(one));
    await one.user.call(documents.pay, { params: { id: made.id }, body: { day: '2026-03-05' } });
    const note = (lines: object[], more: object = {}) =>
      draft(one, { credit: true, creditsId: made.id, day: '2026-03-10', dueDay: '2026-03-10', lines, ...more });
    const tooMuch = await note([{ description: 'Workshop day', quantity: '3', unitPrice: '500', taxPercent: '20' }]);
    expect(
      (await one.user.tryCall(documents.issue, { params: { id: tooMuch.id }, body: { version: 1 } })).body.message,
    ).toBe('Of INV-2026-0001 at most 1300 USD is left to credit.');
    const drafted = await note([{ description: 'Workshop day', quantity: '1', unitPrice: '500', taxPercent: '20' }]);
    expect(drafted).toMatchObject({ credit: true, credits: { id: made.id, name: 'INV-2026-0001' }, total: '600' });
    const credit = await issue(one, drafted);
    expect(credit).toMatchObject({ number: 'CN-2026-0001', status: 'open', due: '600', paid: '0' });
    let held = await bookBalances(one);
    expect([held.get('Accounts receivable'), held.get('Sales'), held.get('Sales tax collected')]).toEqual([
      '-600',
      '-600',
      '-100',
    ]);
    expect(
      await one.user.call(documents.ageing, {
        params: { id: one.ledgerId },
        query: { kind: 'invoice', day: '2026-04-15' },
      }),
    ).toMatchObject({
      total: '-600',
      credit: '-600',
      buckets: ['0', '0', '0', '0', '0'],
      rows: [{ credit: '-600', total: '-600' }],
    });
    await expectSound(one);
    // Neither lists nor reminders take it for an invoice.
    const list = async (query: object) =>
      (await one.user.call(documents.list, { query: { ledgerId: one.ledgerId, kind: 'invoice', ...query } })).items.map(
        (row) => row.number,
      );
    expect([
      await list({}),
      await list({ credit: 'true', status: 'unpaid' }),
      await list({ status: 'overdue' }),
      await list({ credit: 'all' }),
    ]).toEqual([['INV-2026-0001'], ['CN-2026-0001'], [], ['CN-2026-0001', '', 'INV-2026-0001']]);
    expect(
      (
        await one.user.tryCall(documents.void, {
          params: { id: made.id },
          body: { version: (await get(one, made.id)).version, day: '2026-03-31', reason: 'x' },
        })
      ).status,
    ).toBe(409);
    const stranger = await issue(
      one,
      await draft(one, {
        party: { name: 'Someone else' },
        lines: [{ description: 'Hour', quantity: '1', unitPrice: '100' }],
      }),
    );
    expect(
      (await one.user.tryCall(documents.apply, { params: { id: credit.id }, body: { documentId: stranger.id } })).body
        .message,
    ).toContain('Calder & Finch’s credit');
    const later = await issue(
      one,
      await draft(one, { lines: [{ description: 'Hour', quantity: '2', unitPrice: '125' }] }),
    );
    expect(
      (await one.user.tryCall(documents.apply, { params: { id: later.id }, body: { documentId: later.id } })).status,
    ).toBe(400);
    const used = await one.user.call(documents.apply, {
      params: { id: credit.id },
      body: { documentId: later.id, day: '2026-03-20' },
    });
    expect(used).toMatchObject({
      status: 'partlyPaid',
      due: '350',
      payments: [{ amount: '250', against: { id: later.id, name: later.number } }],
    });
    expect(await get(one, later.id)).toMatchObject({
      status: 'paid',
      payments: [{ amount: '250', against: { id: credit.id, name: 'CN-2026-0001' } }],
    });
    await expectSound(one);
    // Taken back on one side, it is gone on both.
    await one.user.call(documents.unpay, {
      params: { id: later.id, paymentId: (await get(one, later.id)).payments[0]!.id },
    });
    expect([(await get(one, credit.id)).due, (await get(one, later.id)).due]).toEqual(['600', '250']);
    await expectSound(one);
    await one.user.call(documents.apply, {
      params: { id: credit.id },
      body: { documentId: later.id, day: '2026-03-20' },
    });
    const came = await bankLine(one, '2026-03-25', '350', 'CALDER FINCH LTD');
    expect(
      (await one.user.tryCall(documents.pay, { params: { id: credit.id }, body: { transactionId: came.id } })).body
        .message,
    ).toBe('This is money that came in.');
    const went = await bankLine(one, '2026-03-26', '-350', 'CALDER FINCH LTD');
    const { items } = await one.user.call(documents.suggestions, {
      query: { ledgerId: one.ledgerId, kind: 'invoice', documentId: credit.id },
    });
    expect(items).toMatchObject([{ document: { credit: true }, transaction: { id: went.id } }]);
    expect(
      await one.user.call(documents.pay, { params: { id: credit.id }, body: { transactionId: went.id } }),
    ).toMatchObject({ status: 'paid', due: '0' });
    held = await bookBalances(one);
    expect([held.get('Accounts receivable'), held.get('To sort')]).toEqual(['100', '-350']);
    expect(
      (
        await one.user.tryCall(documents.void, {
          params: { id: credit.id },
          body: { version: (await get(one, credit.id)).version, day: '2026-03-31', reason: 'x' },
        })
      ).body.message,
    ).toContain('Take that back first');
    await expectSound(one);
    expect(
      Buffer.from(await (await one.user.open('GET', `/api/finance/books/documents/${credit.id}/pdf`)).arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it('and payments of less than the ledger’s currency can say post nothing, and settle all the same', async () => {
    const one = await business();
    await one.user.call(rates.put, {
      body: { from: 'IDR', to: 'USD', day: '2026-03-01', rate: '0.00006', source: 'Test' },
    });
    const made = await issue(
      one,
      await draft(one, { currency: 'IDR', lines: [{ description: 'Hour', quantity: '1', unitPrice: '1000000' }] }),
    );
    expect(
      await one.user.call(documents.pay, { params: { id: made.id }, body: { day: '2026-03-05', amount: '50' } }),
    ).toMatchObject({ due: '999950' });
    await closeBooks(one, '2026-03-31');
    const [params, body] = [{ id: made.id }, { day: '2026-03-31', amount: '50' }];
    for (const refused of [
      one.user.tryCall(documents.pay, { params, body }),
      one.user.tryCall(documents.credit, { params, body: { ...body, reason: 'Rounded' } }),
    ])
      expect((await refused).status).toBe(409);
    expect(await one.user.call(documents.pay, { params: { id: made.id }, body: { day: '2026-04-05' } })).toMatchObject({
      status: 'paid',
    });
    expect((await bookBalances(one)).get('Accounts receivable')).toBe('0');
    await expectSound(one);
  });

  it('and bills in other currencies: a credit of another day leaves an exchange difference and nothing else', async () => {
    const one = await business();
    for (const [day, rate] of [
      ['2026-03-01', '1.1'],
      ['2026-03-10', '1.2'],
    ] as const)
      await one.user.call(rates.put, { body: { from: 'EUR', to: 'USD', day, rate, source: 'Test' } });
    const lines = [{ description: 'Paper', quantity: '1', unitPrice: '100' }];
    const bill = await issue(one, await draft(one, { kind: 'bill', currency: 'EUR', lines }));
    const credit = await issue(
      one,
      await draft(one, {
        kind: 'bill',
        credit: true,
        currency: 'EUR',
        day: '2026-03-10',
        dueDay: '2026-03-10',
        reference: 'S-C-4',
        lines,
      }),
    );
    await expectSound(one);
    await one.user.call(documents.apply, {
      params: { id: credit.id },
      body: { documentId: bill.id, day: '2026-03-12' },
    });
    const held = await bookBalances(one);
    expect(
      ['Accounts payable', 'Other expenses', 'Exchange differences and rounding'].map((name) => held.get(name)),
    ).toEqual(['0', '-10', '10']);
    await expectSound(one);
  });
});
