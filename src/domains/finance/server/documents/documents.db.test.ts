import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../../kernel/days.ts';
import { newId } from '../../../../kernel/ids.ts';
import { asSystem, inWorkspace, query } from '../../../../server/db/index.ts';
import { jobDefinitions } from '../../../../server/jobs/define.ts';
import {
  accountNamed,
  bankLine,
  bookBalances,
  type Business,
  closeBooks,
  expectSound,
  openBusiness,
} from '../../../../testing/business.ts';
import { draft, get, issue, LINES } from '../../../../testing/documents.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { suppress } from '../../../messaging/server/consent.ts';
import { notifications } from '../../../notifications/contract.ts';
import { accounts, books, categories, documents, journal, rates, transactions, transfers } from '../../contract.ts';
import { remindCustomers } from './send-reminders.ts';
import { runSchedules } from './schedules.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const business = (currency = 'USD'): Promise<Business> => openBusiness(system, { currency });

describe('invoices', () => {
  it('are drafted, issued with the next number, posted, and stay as they are', async () => {
    const one = await business();
    const made = await draft(one, { discount: { type: 'percent', percent: '10' } });
    expect(made).toMatchObject({
      status: 'draft',
      number: '',
      subtotal: '1100',
      discountTotal: '110',
      tax: '180',
      total: '1170',
    });
    expect(await bookBalances(one).then((held) => held.get('Accounts receivable'))).toBe('0');
    const changed = await one.user.call(documents.update, {
      params: { id: made.id },
      body: {
        version: made.version,
        party: { name: 'Calder & Finch', email: 'pay@calder.example' },
        day: '2026-03-01',
        dueDay: '2026-03-31',
        currency: 'USD',
        lines: LINES,
      },
    });
    const issued = await issue(one, changed);
    expect(issued).toMatchObject({ number: 'INV-2026-0001', total: '1300', due: '1300', paid: '0' });
    const held = await bookBalances(one);
    expect([held.get('Accounts receivable'), held.get('Sales'), held.get('Sales tax collected')]).toEqual([
      '1300',
      '-1100',
      '-200',
    ]);
    expect(
      (
        await one.user.tryCall(documents.update, {
          params: { id: made.id },
          body: {
            version: issued.version,
            party: { name: 'X' },
            day: '2026-03-01',
            dueDay: '2026-03-31',
            currency: 'USD',
            lines: LINES,
          },
        })
      ).status,
    ).toBe(409);
    expect((await one.user.tryCall(documents.remove, { params: { id: made.id } })).status).toBe(409);
    const file = await one.user.open('GET', `/api/finance/books/documents/${made.id}/pdf`);
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    await expectSound(one);
  });

  it('are numbered without gaps and posted once by however many at a time', async () => {
    const one = await business();
    const drafts = await Promise.all(Array.from({ length: 8 }, () => draft(one)));
    const twice = await Promise.all(
      [...drafts, ...drafts].map(({ id, version }) =>
        one.user.tryCall(documents.issue, { params: { id }, body: { version } }),
      ),
    );
    expect(twice.filter((answer) => answer.status === 200)).toHaveLength(8);
    const numbers = (await Promise.all(drafts.map(({ id }) => get(one, id)))).map((row) => row.number).sort();
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `INV-2026-000${n}`));
    expect(
      (await one.user.call(journal.list, { query: { ledgerId: one.ledgerId, source: 'invoice' } })).items,
    ).toHaveLength(8);
    // A refusal takes no number.
    const nothing = await draft(one, { lines: [{ description: 'Free', quantity: '1', unitPrice: '0' }] });
    expect((await one.user.tryCall(documents.issue, { params: { id: nothing.id }, body: { version: 1 } })).status).toBe(
      400,
    );
    expect((await issue(one, await draft(one))).number).toBe('INV-2026-0009');
    await expectSound(one);
  });

  it('pass over numbers that another pattern made before', async () => {
    const one = await business();
    const settings = () => one.user.call(documents.settings, { params: { id: one.ledgerId } });
    const pattern = async (invoicePattern: string) =>
      one.user.call(documents.updateSettings, {
        params: { id: one.ledgerId },
        body: { version: (await settings()).version, invoicePattern },
      });
    await pattern('INV-{##}');
    for (const number of ['INV-01', 'INV-02']) expect((await issue(one, await draft(one))).number).toBe(number);
    await pattern('INV-0{#}');
    expect((await issue(one, await draft(one))).number).toBe('INV-03');
  });

  it('and the bank’s lines that pay them stay together, whatever becomes of either', async () => {
    const one = await business();
    const aged = async (day: string) =>
      (await one.user.call(documents.ageing, { params: { id: one.ledgerId }, query: { kind: 'invoice', day } })).total;
    const days = ['2026-02-22', '2026-03-10', '2026-04-10', '2026-05-05'];
    const paidBy = async (day: string) => {
      const made = await issue(
        one,
        await draft(one, { lines: [{ description: 'Hour', quantity: '1', unitPrice: '100' }] }),
      );
      const line = await bankLine(one, day, '100', 'Calder');
      return {
        line,
        made: await one.user.call(documents.pay, { params: { id: made.id }, body: { transactionId: line.id } }),
      };
    };
    const change = async (id: string, body: object) =>
      one.user.tryCall(transactions.update, {
        params: { id },
        body: { version: (await one.user.call(transactions.get, { params: { id } })).version, ...body },
      });
    // Paid before its day it is the customer's credit, and a payment is of its line's day.
    const early = await paidBy('2026-02-20');
    expect([await aged('2026-02-22'), await aged('2026-03-10')]).toEqual(['-100', '0']);
    await expectSound(one, days);
    expect((await change(early.line.id, { day: '2026-04-01' })).status).toBe(200);
    expect([await aged('2026-02-22'), await aged('2026-03-10'), await aged('2026-04-10')]).toEqual(['0', '100', '0']);
    await expectSound(one, days);
    for (const amount of ['99', '-100'])
      expect((await change(early.line.id, { amount })).body.fields?.[0]).toMatchObject({
        field: 'amount',
        message: expect.stringContaining('100 USD of it'),
      });
    // No transfer between accounts of one's own.
    const other = await one.user.call(accounts.create, {
      body: { ledgerId: one.ledgerId, name: 'Second', kind: 'savings', currency: 'USD' },
    });
    const out = await bankLine({ ...one, account: other }, '2026-04-01', '-100', 'Move');
    expect((await one.user.tryCall(transfers.link, { body: { outId: out.id, inId: early.line.id } })).status).toBe(409);
    // A payment that returns must not settle a document voided in the meantime.
    const late = await paidBy('2026-03-20');
    await one.user.call(transactions.remove, { params: { id: late.line.id } });
    await one.user.call(documents.void, {
      params: { id: late.made.id },
      body: { version: (await get(one, late.made.id)).version, day: '2026-04-02', reason: 'Never ordered' },
    });
    await one.user.call(transactions.restore, { params: { id: late.line.id } });
    expect((await bookBalances(one)).get('Accounts receivable')).toBe('0');
    await expectSound(one, days);
    // Taken back after it was void: until then the money was the customer's.
    const byHand = await issue(one, await draft(one));
    const { payments } = await one.user.call(documents.pay, { params: { id: byHand.id }, body: { day: '2026-04-05' } });
    await closeBooks(one, '2026-04-30');
    await one.user.call(documents.unpay, { params: { id: byHand.id, paymentId: payments[0]!.id } });
    await one.user.call(documents.void, {
      params: { id: byHand.id },
      body: { version: (await get(one, byHand.id)).version, day: '2026-05-01', reason: 'Never came' },
    });
    await expectSound(one, days);
  });

  it('are mailed with their PDF, and say where the mail is', async () => {
    const one = await business();
    const made = await draft(one);
    const mail = { version: made.version, subject: 'Invoice {number}', message: 'Please find {number} attached.' };
    await inWorkspace(one.workspaceId, null, () => suppress('email', ['gone@calder.example'], 'bounced'));
    const refused = await one.user.tryCall(documents.send, {
      params: { id: made.id },
      body: { ...mail, to: 'Gone@calder.example' },
    });
    expect(refused.body).toMatchObject({ fields: [{ field: 'to' }] });
    const sent = await one.user.call(documents.send, {
      params: { id: made.id },
      body: { ...mail, to: 'pay@calder.example' },
    });
    expect(sent).toMatchObject({ number: 'INV-2026-0001', sent: { to: 'pay@calder.example' } });
    await expect.poll(async () => (await get(one, made.id)).sent?.how, { timeout: 20_000, interval: 50 }).toBe('kept');
  });

  it('say so when no mail server took the mail to the end, and tell whoever may change the ledger', async () => {
    const one = await business();
    const { id } = await issue(one, await draft(one));
    const to = 'pay@calder.example';
    const { ended, revived } = jobDefinitions().get('finance.document_mail')!;
    const end = (state: 'failed' | 'cancelled', reminder = false) =>
      inWorkspace(one.workspaceId, null, () =>
        ended!(
          { documentId: id, to, subject: 'Invoice', message: 'Attached.', reminder },
          { jobId: newId(), state, error: 'no room' },
        ),
      );
    const told = async () => (await one.user.call(notifications.list)).items.map(({ title, href }) => [title, href]);
    await inWorkspace(one.workspaceId, null, () =>
      query(`update finance_documents set sent_at = now(), sent_to = $2, sent_how = 'queued' where id = $1`, [id, to]),
    );
    await end('cancelled');
    expect((await get(one, id)).sent?.how).toBe('failed');
    await inWorkspace(one.workspaceId, null, () =>
      revived!({ documentId: id, to, subject: 'Invoice', message: 'Attached.', reminder: false }, newId()),
    );
    expect((await get(one, id)).sent?.how).toBe('queued');
    expect(await told()).toEqual([]);
    await end('failed');
    expect((await get(one, id)).sent?.how).toBe('failed');
    await end('failed', true);
    const href = `/business-finance?ledger=${one.ledgerId}&tab=invoices&open=${id}`;
    expect(await told()).toEqual([
      [`The reminder of invoice INV-2026-0001 was not mailed to ${to}`, href],
      [`The invoice INV-2026-0001 was not mailed to ${to}`, href],
    ]);
    // A mail that went to another address since says how that one is.
    await inWorkspace(one.workspaceId, null, () =>
      query(`update finance_documents set sent_to = 'other@calder.example', sent_how = 'handed_over' where id = $1`, [
        id,
      ]),
    );
    await end('failed');
    expect((await get(one, id)).sent?.how).toBe('handed_over');
  });

  it('are paid by lines of the bank that are suggested with reasons, in parts, and by hand', async () => {
    const one = await business();
    const made = await issue(one, await draft(one));
    const exact = await bankLine(one, '2026-03-30', '1300', 'CALDER FINCH LTD');
    await bankLine(one, '2026-03-30', '75', 'Someone else');
    const { items } = await one.user.call(documents.suggestions, {
      query: { ledgerId: one.ledgerId, kind: 'invoice', documentId: made.id },
    });
    expect(items).toMatchObject([
      {
        transaction: { id: exact.id },
        reasons: ['Exactly what is due', 'It reads like Calder & Finch', '1 day from when it was due'],
      },
    ]);
    const part = await one.user.call(documents.pay, {
      params: { id: made.id },
      body: { transactionId: exact.id, amount: '1000' },
    });
    expect(part).toMatchObject({
      paid: '1000',
      due: '300',
      payments: [{ amount: '1000', transaction: { id: exact.id } }],
    });
    expect([(await bookBalances(one)).get('Accounts receivable'), (await bookBalances(one)).get('To sort')]).toEqual([
      '300',
      '-375',
    ]);
    const paid = await one.user.call(documents.pay, {
      params: { id: made.id },
      body: { day: '2026-04-02', note: 'Cash' },
    });
    expect(paid).toMatchObject({ status: 'paid', due: '0' });
    expect((await bookBalances(one)).get('Cash on hand')).toBe('300');
    expect((await one.user.tryCall(documents.pay, { params: { id: made.id }, body: {} })).status).toBe(409);
    await expectSound(one);
    // A line that goes takes its payment along, and brings it back.
    await one.user.call(transactions.remove, { params: { id: exact.id } });
    expect(await get(one, made.id)).toMatchObject({ status: 'overdue', due: '1000' });
    await expectSound(one);
    await one.user.call(transactions.restore, { params: { id: exact.id } });
    expect(await get(one, made.id)).toMatchObject({ status: 'paid' });
    for (const payment of (await get(one, made.id)).payments)
      await one.user.call(documents.unpay, { params: { id: made.id, paymentId: payment.id } });
    expect((await get(one, made.id)).due).toBe('1300');
    await expectSound(one);
  });

  it('are recorded once where two people enter the same part at once', async () => {
    const one = await business();
    const made = await issue(one, await draft(one));
    const body = { version: made.version, day: '2026-03-15', amount: '300' };
    const both = await Promise.all(
      [1, 2].map(() => one.user.tryCall(documents.pay, { params: { id: made.id }, body })),
    );
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)!.body.code).toBe('stale');
    const now = await get(one, made.id);
    expect(now).toMatchObject({ due: '1000', payments: [{ amount: '300' }] });
    // People who saw the first one can deliberately create a second one.
    expect(
      await one.user.call(documents.pay, { params: { id: made.id }, body: { ...body, version: now.version } }),
    ).toMatchObject({ due: '700' });
    await expectSound(one);
  });

  it('keep what was paid by hand in a closed period there, and take it back on an open day', async () => {
    const one = await business();
    const made = await issue(one, await draft(one));
    const {
      payments: [payment],
    } = await one.user.call(documents.pay, { params: { id: made.id }, body: { day: '2026-03-15', amount: '300' } });
    const bank = await bankLine(one, '2026-03-20', '1000', 'CALDER FINCH LTD');
    const both = await one.user.call(documents.pay, { params: { id: made.id }, body: { transactionId: bank.id } });
    await closeBooks(one, '2026-03-31');
    const due = async (day: string) =>
      (await one.user.call(documents.ageing, { params: { id: one.ledgerId }, query: { kind: 'invoice', day } })).total;
    expect(await due('2026-03-31')).toBe('0');
    await one.user.call(documents.unpay, { params: { id: made.id, paymentId: payment!.id } });
    expect(await get(one, made.id)).toMatchObject({ due: '300' });
    expect([await due('2026-03-31'), await due('2099-12-31')]).toEqual(['0', '300']);
    expect(
      (
        await one.user.tryCall(documents.unpay, {
          params: { id: made.id, paymentId: both.payments.find((row) => row.transaction)!.id },
        })
      ).body.code,
    ).toBe('conflict');
    const trial = await one.user.call(books.trialBalance, {
      params: { id: one.ledgerId },
      query: { day: '2026-03-31' },
    });
    expect(trial.rows.find((row) => row.name === 'Cash on hand')?.debit).toBe('300');
    await expectSound(one);
  });

  it('are offered only lines of the bank that can still be their payment', async () => {
    const one = await business();
    const made = await issue(one, await draft(one));
    const [half, whole, free] = [
      await bankLine(one, '2026-03-28', '2000', 'Calder'),
      await bankLine(one, '2026-03-29', '700', 'Calder'),
      await bankLine(one, '2026-03-30', '40', 'Calder'),
    ];
    const euros = await one.user.call(accounts.create, {
      body: { ledgerId: one.ledgerId, name: 'Euro account', kind: 'checking', currency: 'EUR' },
    });
    await one.user.call(transactions.create, {
      body: { accountId: euros.id, day: '2026-03-30', amount: '1300', payee: 'Calder' },
    });
    const offered = async (more: object = {}) =>
      (
        await one.user.call(transactions.list, {
          query: { ledgerId: one.ledgerId, direction: 'in', payableIn: 'USD', search: 'calder', ...more },
        })
      ).items.map((row) => row.id);
    expect(await offered()).toEqual([free.id, whole.id, half.id]);
    await one.user.call(documents.pay, { params: { id: made.id }, body: { transactionId: whole.id } });
    await one.user.call(documents.pay, { params: { id: made.id }, body: { transactionId: half.id } });
    // Pages are whole, and what is matched in part is offered with the rest.
    const first = await one.user.call(transactions.list, {
      query: { ledgerId: one.ledgerId, direction: 'in', payableIn: 'USD', limit: 1 },
    });
    expect([first.items.map((row) => row.id), first.total]).toEqual([[free.id], { count: 2, capped: false }]);
    expect(await offered({ search: undefined })).toEqual([free.id, half.id]);
    expect(await offered()).toEqual([free.id, half.id]);
    const { payments } = await get(one, made.id);
    await one.user.call(documents.unpay, {
      params: { id: made.id, paymentId: payments.find((row) => row.transaction?.id === whole.id)!.id },
    });
    expect(await offered()).toEqual([free.id, whole.id, half.id]);
  });

  it('never take more from one line of the bank than it holds', async () => {
    const one = await business();
    const [first, second] = [await issue(one, await draft(one)), await issue(one, await draft(one))];
    const bank = await bankLine(one, '2026-03-30', '1300', 'Calder');
    const both = await Promise.all(
      [first, second].map(({ id }) =>
        one.user.tryCall(documents.pay, { params: { id }, body: { transactionId: bank.id } }),
      ),
    );
    expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 400]);
    expect((await bookBalances(one)).get('Accounts receivable')).toBe('1300');
    await expectSound(one);
  });

  it('in other currencies settle at their rates', async () => {
    const one = await business();
    expect(
      (
        await one.user.tryCall(documents.issue, {
          params: { id: (await draft(one, { currency: 'EUR' })).id },
          body: { version: 1 },
        })
      ).body.message,
    ).toMatch(/No exchange rate from EUR to USD/);
    await one.user.call(rates.put, {
      body: { from: 'EUR', to: 'USD', day: '2026-03-01', rate: '1.1', source: 'Test' },
    });
    await one.user.call(rates.put, {
      body: { from: 'EUR', to: 'USD', day: '2026-04-01', rate: '1.2', source: 'Test' },
    });
    const made = await issue(one, await draft(one, { currency: 'EUR' }));
    expect((await bookBalances(one)).get('Accounts receivable')).toBe('1430');
    const euros = await one.user.call(accounts.create, {
      body: { ledgerId: one.ledgerId, name: 'Euro account', kind: 'checking', currency: 'EUR' },
    });
    const bank = await one.user.call(transactions.create, {
      body: { accountId: euros.id, day: '2026-04-02', amount: '1300', payee: 'Calder' },
    });
    await one.user.call(documents.pay, { params: { id: made.id }, body: { transactionId: bank.id } });
    const held = await bookBalances(one);
    expect([
      held.get('Accounts receivable'),
      held.get('Euro account'),
      held.get('Exchange differences and rounding'),
    ]).toEqual(['0', '1560', '-130']);
    await expectSound(one);
  });

  it('are voided with an entry of their own, and keep their number', async () => {
    const one = await business();
    const made = await issue(one, await draft(one));
    const voided = await one.user.call(documents.void, {
      params: { id: made.id },
      body: { version: made.version, day: '2026-03-05', reason: 'Wrong customer' },
    });
    expect(voided).toMatchObject({ status: 'void', number: 'INV-2026-0001', voidedOn: '2026-03-05' });
    expect((await issue(one, await draft(one))).number).toBe('INV-2026-0002');
    expect((await bookBalances(one)).get('Accounts receivable')).toBe('1300');
    const aged = await one.user.call(documents.ageing, {
      params: { id: one.ledgerId },
      query: { kind: 'invoice', day: '2026-05-15' },
    });
    expect(aged).toMatchObject({
      total: '1300',
      buckets: ['0', '0', '1300', '0', '0'],
      rows: [{ party: 'Calder & Finch', documents: 1 }],
    });
    await expectSound(one);
  });

  it('are listed by how they stand, and closed to strangers', async () => {
    const [one, other] = [await business(), await business()];
    const made = await issue(one, await draft(one));
    await draft(one, { party: { name: 'Somebody' } });
    const list = async (query: object) =>
      (await one.user.call(documents.list, { query: { ledgerId: one.ledgerId, kind: 'invoice', ...query } })).items.map(
        (row) => row.party.name,
      );
    expect(await list({ status: 'overdue' })).toEqual(['Calder & Finch']);
    expect(await list({ status: 'draft' })).toEqual(['Somebody']);
    expect(await list({ search: 'inv-2026-0001' })).toEqual(['Calder & Finch']);
    expect(await list({ search: 'workshop day' })).toHaveLength(2);
    const page = await one.user.call(documents.list, { query: { ledgerId: one.ledgerId, kind: 'invoice', limit: 1 } });
    expect(page.next).not.toBeNull();
    expect(
      (
        await one.user.call(documents.list, {
          query: { ledgerId: one.ledgerId, kind: 'invoice', limit: 1, cursor: page.next! },
        })
      ).items,
    ).toHaveLength(1);
    const params = { id: made.id };
    for (const attempt of [
      other.user.tryCall(documents.get, { params }),
      other.user.tryCall(documents.issue, { params, body: { version: 1 } }),
      other.user.tryCall(documents.pay, { params, body: {} }),
      other.user.tryCall(documents.duplicate, { params }),
      other.user.tryCall(documents.void, { params, body: { version: 1, day: '2026-03-05', reason: 'x' } }),
      other.user.tryCall(documents.remove, { params }),
      other.user.tryCall(documents.restore, { params }),
      other.user.tryCall(documents.list, { query: { ledgerId: one.ledgerId, kind: 'invoice' } }),
      other.user.tryCall(documents.settings, { params: { id: one.ledgerId } }),
      other.user.tryCall(documents.overview, { params: { id: one.ledgerId }, query: { to: '2026-12-31' } }),
      other.user.tryCall(documents.createSchedule, {
        body: { documentId: made.id, name: 'x', frequency: 'monthly', startDay: '2026-04-01' },
      }),
      other.user.tryCall(documents.send, {
        params,
        body: { version: 1, to: 'a@b.example', subject: 'x', message: 'y' },
      }),
      other.user.tryCall(documents.suggestions, { query: { ledgerId: one.ledgerId, kind: 'invoice' } }),
      other.user.tryCall(documents.schedules, { query: { ledgerId: one.ledgerId, kind: 'invoice' } }),
      other.user.tryCall(documents.ageing, {
        params: { id: one.ledgerId },
        query: { kind: 'bill', day: '2026-01-01' },
      }),
    ])
      expect((await attempt).status).toBe(404);
    expect(
      (
        await one.user.tryCall(documents.create, {
          body: {
            ledgerId: one.ledgerId,
            kind: 'invoice',
            party: { kind: 'contact', id: newId(), name: 'Nobody' },
            day: '2026-03-01',
            dueDay: '2026-03-31',
            currency: 'USD',
            lines: LINES,
          },
        })
      ).body.fields,
    ).toMatchObject([{ field: 'party.id' }]);
  });

  it('come again once for each day, and remind once for each rung', async () => {
    const one = await business();
    const made = await issue(one, await draft(one));
    const repeated = await one.user.call(documents.createSchedule, {
      body: {
        documentId: made.id,
        name: 'Retainer',
        frequency: 'monthly',
        startDay: '2026-04-30',
        send: true,
        until: '2026-06-30',
      },
    });
    const now = new Date('2026-06-05T12:00:00Z');
    // One that cannot be read any more holds up no other.
    const broken = await one.user.call(documents.createSchedule, {
      body: { documentId: made.id, name: 'Broken', frequency: 'monthly', startDay: '2026-01-01' },
    });
    await asSystem(() => query(`update finance_document_schedules set template = '{}' where id = $1`, [broken.id]));
    await Promise.all([asSystem(() => runSchedules(now)), asSystem(() => runSchedules(now))]);
    await asSystem(() => query('delete from finance_document_schedules where id = $1', [broken.id]));
    const { items } = await one.user.call(documents.list, {
      query: { ledgerId: one.ledgerId, kind: 'invoice', from: '2026-04-01', to: '2026-06-05' },
    });
    expect(items.map((row) => [row.day, row.dueDay, row.number])).toEqual([
      ['2026-05-30', '2026-06-29', 'INV-2026-0003'],
      ['2026-04-30', '2026-05-30', 'INV-2026-0002'],
    ]);
    const settings = await one.user.call(documents.settings, { params: { id: one.ledgerId } });
    expect(settings).toMatchObject({ remind: false, mailLeaves: false });
    await asSystem(() => remindCustomers(now));
    expect((await get(one, made.id)).reminders).toEqual([]);
    await one.user.call(documents.updateSettings, {
      params: { id: one.ledgerId },
      body: { version: settings.version, remind: true },
    });
    await asSystem(() => remindCustomers(now));
    await asSystem(() => remindCustomers(now));
    expect((await get(one, made.id)).reminders).toMatchObject([{ daysAfter: 30, to: 'pay@calder.example' }]);
    const change = async (body: object) =>
      one.user.call(documents.updateSchedule, {
        params: { id: repeated.id },
        body: {
          version: (await one.user.call(documents.schedules, { query: { ledgerId: one.ledgerId, kind: 'invoice' } }))
            .items[0]!.version,
          ...body,
        },
      });
    expect((await change({ paused: true })).paused).toBe(true);
    // One that had ended goes on when it ends later, and makes nothing of what went by meanwhile.
    expect((await change({ until: '2026-05-30' })).nextDay).toBeNull();
    const today = new Date().toISOString().slice(0, 10);
    expect((await change({ until: '2099-12-31' })).nextDay! >= addDays(today, -1)).toBe(true);
    expect((await change({ until: null })).nextDay).toMatch(/-(30|2[89])$/);
    await one.user.call(documents.removeSchedule, { params: { id: repeated.id } });
    expect(
      (await one.user.call(documents.schedules, { query: { ledgerId: one.ledgerId, kind: 'invoice' } })).items,
    ).toEqual([]);
  });
});

describe('bills', () => {
  it('are posted to what was bought, with tax that comes back or not', async () => {
    const one = await business();
    const rent = (await one.user.call(books.accounts, { params: { id: one.ledgerId } })).items.find(
      (row) => row.name === 'Rent',
    )!;
    const bill = {
      kind: 'bill',
      party: { name: 'Harbour Lettings' },
      reference: 'R-77',
      lines: [{ description: 'March', quantity: '1', unitPrice: '1000', taxPercent: '20', accountId: rent.id }],
    };
    const made = await issue(one, await draft(one, bill));
    expect(made).toMatchObject({ number: '', reference: 'R-77', total: '1200' });
    let held = await bookBalances(one);
    expect([held.get('Rent'), held.get('Tax paid on purchases'), held.get('Accounts payable')]).toEqual([
      '1000',
      '200',
      '-1200',
    ]);
    const settings = await one.user.call(documents.settings, { params: { id: one.ledgerId } });
    await one.user.call(documents.updateSettings, {
      params: { id: one.ledgerId },
      body: { version: settings.version, recoverTax: false },
    });
    await issue(one, await draft(one, bill));
    held = await bookBalances(one);
    expect([held.get('Rent'), held.get('Tax paid on purchases')]).toEqual(['2200', '200']);
    const bank = await bankLine(one, '2026-03-28', '-1200', 'Harbour Lettings', {
      categoryId: (await one.user.call(categories.list, { query: { ledgerId: one.ledgerId } })).items.find(
        (row) => row.name === 'Rent',
      )!.id,
    });
    await one.user.call(documents.pay, { params: { id: made.id }, body: { transactionId: bank.id } });
    held = await bookBalances(one);
    expect([held.get('Rent'), held.get('Accounts payable'), held.get('Main account')]).toEqual([
      '2200',
      '-1200',
      '-1200',
    ]);
    expect(
      await one.user.call(documents.overview, {
        params: { id: one.ledgerId },
        query: { from: '2026-01-01', to: '2026-12-31' },
      }),
    ).toMatchObject({ payable: '1200', expenses: '2200', result: '-2200', cash: '-1200' });
    // Each line bears the tax that it made.
    const insurance = await accountNamed(one, 'Insurance');
    await issue(
      one,
      await draft(one, {
        ...bill,
        lines: [
          { ...bill.lines[0], unitPrice: '100' },
          { description: 'Cover', quantity: '1', unitPrice: '900', accountId: insurance.id },
        ],
      }),
    );
    held = await bookBalances(one);
    expect([held.get('Rent'), held.get('Insurance'), held.get('Accounts payable')]).toEqual(['2320', '900', '-2220']);
    // The overview's counts match their links: bills due within a week, drafts of either kind.
    await issue(one, await draft(one, { ...bill, dueDay: '2099-01-31' }));
    await draft(one, bill);
    await draft(one, { ...bill, credit: true });
    const { needs } = await one.user.call(documents.overview, {
      params: { id: one.ledgerId },
      query: { to: '2026-12-31' },
    });
    const listed = async (query: object): Promise<number> =>
      (await one.user.call(documents.list, { query: { ledgerId: one.ledgerId, kind: 'bill', ...query } })).items.length;
    expect(needs).toMatchObject({ billsDue: 2, drafts: 0, draftBills: 1 });
    expect([
      await listed({ status: 'unpaid', dueBy: needs.billsUntil }),
      await listed({ status: 'unpaid' }),
      await listed({ status: 'draft' }),
    ]).toEqual([2, 3, 1]);
    await expectSound(one);
  });
});
