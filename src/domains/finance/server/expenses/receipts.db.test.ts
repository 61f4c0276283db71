import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../../testing/client.ts';
import { asSystem, query } from '../../../../server/db/index.ts';
import { enter, entry, office } from '../../../../testing/expenses.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { expenseReceipts, type ExpenseReceipt, expenses } from '../../contract.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

describe('a receipt', () => {
  const bytes = (name: string) => readFileSync(new URL(`../../../../testing/receipts/${name}`, import.meta.url));
  async function send(client: TestClient, content: Uint8Array<ArrayBuffer>, name: string) {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    return client.send<ExpenseReceipt & { code?: string; message?: string }>('POST', '/api/finance/expense-receipts', {
      raw: form,
    });
  }
  async function readOut(client: TestClient, id: string): Promise<ExpenseReceipt> {
    for (let tries = 0; tries < 600; tries++) {
      const one = await client.call(expenseReceipts.get, { params: { id } });
      if (one.state !== 'queued' && one.state !== 'reading') return one;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('The receipt was never read');
  }

  it('is read on this machine, proposed, attached, and no one else’s', { timeout: 90_000 }, async () => {
    const { owner, staff, colleague, stranger } = await office(system);
    const sent = await send(staff, bytes('receipt.png'), 'lunch.png');
    expect(sent.status).toBe(201);
    const one = await readOut(staff, sent.body.id);
    expect(one).toMatchObject({
      state: 'read',
      type: 'image/png',
      share: 100,
      proposal: {
        merchant: { value: 'Harbor Hardware' },
        total: { value: '34.08' },
        tax: { value: '2.60' },
        day: { value: '2024-03-14' },
        cardLast4: { value: '4417' },
      },
    });
    const params = { id: one.id };
    for (const client of [colleague, stranger]) {
      expect((await client.tryCall(expenseReceipts.get, { params })).status).toBe(404);
      expect((await client.send('GET', `/api/finance/expense-receipts/${one.id}/file`)).status).toBe(404);
      expect((await client.tryCall(expenseReceipts.remove, { params })).status).toBe(404);
      expect((await client.tryCall(expenseReceipts.read, { params })).status).toBe(404);
      expect((await client.tryCall(expenses.create, { body: entry({ receiptId: one.id }) })).status).toBe(404);
    }
    const file = await owner.open('GET', `/api/finance/expense-receipts/${one.id}/file`);
    // The browser keeps none: whoever comes after them at it, or after they have lost their place, would get it
    // unasked.
    expect([file.status, file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'no-store',
    ]);
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes('receipt.png'))).toBe(true);
    expect((await staff.call(expenseReceipts.list, { query: {} })).items.map((row) => row.id)).toEqual([one.id]);
    const expense = await enter(staff, { receiptId: one.id, amount: '34.08', merchant: 'Harbor Hardware' });
    expect(expense.receipt).toMatchObject({ id: one.id, name: 'lunch.png' });
    expect((await staff.call(expenseReceipts.list, { query: {} })).items).toEqual([]);
    expect((await staff.tryCall(expenses.create, { body: entry({ receiptId: one.id }) })).status).toBe(409);
    // Of a draft that is deleted it waits again, and is there for another; or goes back with the draft.
    await staff.call(expenses.remove, { params: { id: expense.id } });
    expect((await staff.call(expenseReceipts.list, { query: {} })).items.map((row) => row.id)).toEqual([one.id]);
    expect((await staff.call(expenses.setup)).counts.receipts).toBe(1);
    await staff.call(expenses.restore, { params: { id: expense.id } });
    expect((await staff.call(expenseReceipts.list, { query: {} })).items).toEqual([]);
    await staff.call(expenses.submit, { body: { ids: [expense.id] } });
    expect((await staff.tryCall(expenseReceipts.remove, { params })).status).toBe(409);
    const again = await send(staff, bytes('receipt.png'), 'twice.png');
    expect(again.body.sameAs).toMatchObject({
      id: one.id,
      name: 'lunch.png',
      why: 'file',
      merchant: 'Harbor Hardware',
      expenseId: expense.id,
    });
    expect((await staff.call(expenseReceipts.cancel, { params: { id: again.body.id } })).state).toBe('cancelled');
    expect((await staff.tryCall(expenseReceipts.cancel, { params: { id: again.body.id } })).status).toBe(409);
    // Another photograph of the same: what is read says so. Of someone else's receipts nothing is said.
    await asSystem(() =>
      query(
        `update expense_receipts set sha256 = 'another', proposal =
          (select proposal from expense_receipts where id = $2) where id = $1`,
        [again.body.id, one.id],
      ),
    );
    const second = () => staff.call(expenseReceipts.get, { params: { id: again.body.id } });
    expect((await second()).sameAs).toMatchObject({ id: one.id, why: 'read', day: expense.day });
    expect(
      (await colleague.tryCall(expenseReceipts.keep, { params: { id: again.body.id }, body: { kept: true } })).status,
    ).toBe(404);
    expect(
      (await staff.call(expenseReceipts.keep, { params: { id: again.body.id }, body: { kept: true } })).sameAs,
    ).toBeNull();
    expect(
      (await staff.call(expenseReceipts.keep, { params: { id: again.body.id }, body: { kept: false } })).sameAs,
    ).not.toBeNull();
    expect((await send(colleague, bytes('receipt.png'), 'mine.png')).body.sameAs).toBeNull();
    expect((await staff.call(expenseReceipts.read, { params: { id: again.body.id } })).state).toBe('queued');
    await staff.call(expenseReceipts.remove, { params: { id: again.body.id } });
  });

  it('is judged by its bytes; a damaged one says so and does not hang', { timeout: 90_000 }, async () => {
    const { staff } = await office(system);
    for (const content of ['<html>no receipt</html>', ''])
      expect((await send(staff, Buffer.from(content), 'a.png')).status).toBe(400);
    const huge = Buffer.from(bytes('receipt.png'));
    huge.writeUInt32BE(900_000, 16);
    expect((await send(staff, huge, 'bomb.png')).body.message).toMatch(/million pixels/);
    const broken = Buffer.from(bytes('receipt.png'));
    broken.fill(7, 64);
    const sent = await send(staff, broken, 'broken.png');
    expect(await readOut(staff, sent.body.id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('manually'),
    });
    const layered = await send(staff, bytes('text-layer.pdf'), 'invoice.pdf');
    expect(await readOut(staff, layered.body.id)).toMatchObject({
      state: 'read',
      proposal: { total: { value: '34.08', confidence: 0.98 } },
    });
  });
});
