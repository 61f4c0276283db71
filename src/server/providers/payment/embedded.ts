/** Payments without a service: a gateway of our own for test cards. No money moves, and its page says so. */
import * as z from 'zod';
import { invalid } from '../../../kernel/errors.ts';
import { newId, UUID } from '../../../kernel/ids.ts';
import { decimal, parseDecimal, sum, ZERO } from '../../../kernel/money/index.ts';
import { asSystem, insertIfNew, inWorkspace, selectRow, sql, transaction, updateRows } from '../../db/index.ts';
import { emit } from '../../events/emit.ts';
import { publicLink } from '../../public/site.ts';
import { randomToken } from '../../secrets/secrets.ts';
import { defineProvider } from '../define.ts';
import { ProviderError } from '../provider-error.ts';
import { checkPayment, payable, type PaymentClient, type PaymentStatus } from './port.ts';

export const TEST_CARD = '4242 4242 4242 4242';
/** Test cards, and why they are declined; the same numbers as Stripe's. */
const CARDS: Readonly<Record<string, string | null>> = {
  '4242424242424242': null,
  '4000000000000002': 'The card was declined.',
  '4000000000009995': 'The card has insufficient funds.',
};
const OPEN_FOR = 24 * 3_600_000;
const COLUMNS = [
  'id',
  'workspaceId',
  'token',
  'key',
  'amount',
  'currency',
  'description',
  'returnTo',
  'state',
  'refunds',
  'createdAt',
] as const;

type Found = { lock?: 'update' };
const find = (where: { id: string } | { token: string } | { workspaceId: string; key: string }, options: Found = {}) =>
  asSystem(() => selectRow('test_payments', COLUMNS, where, options));
type Row = NonNullable<Awaited<ReturnType<typeof find>>>;

const refundedOf = (row: Row) =>
  payable(sum(Object.values(row.refunds as Record<string, string>).map(decimal)).toString(), row.currency);
const isOver = (row: Row) => row.state === 'open' && Date.now() - Date.parse(row.createdAt) > OPEN_FOR;

async function create(workspaceId: string, payment: Parameters<PaymentClient['create']>[0]) {
  checkPayment(payment);
  const { key, amount, currency, description, returnTo } = payment;
  const row = { id: newId(), workspaceId, token: randomToken(), key, amount, currency, description, returnTo };
  await asSystem(() => insertIfNew('test_payments', row));
  const kept = (await find({ workspaceId, key }))!;
  return { id: kept.id, url: await publicLink(workspaceId, `/p/pay/${kept.token}`) };
}

async function retrieve(workspaceId: string, id: string): Promise<PaymentStatus> {
  const row = UUID.test(id) ? await find({ id }) : undefined;
  if (row?.workspaceId !== workspaceId) throw new ProviderError('refused', 'There is no such payment.');
  return {
    id,
    state: isOver(row) ? 'expired' : row.state,
    amount: payable(row.amount, row.currency),
    currency: row.currency,
    refunded: refundedOf(row),
  };
}

function refund(workspaceId: string, { id, amount, key }: { id: string; amount: string; key: string }) {
  return inWorkspace(workspaceId, null, () =>
    transaction(async () => {
      const row = UUID.test(id) ? await find({ id }, { lock: 'update' }) : undefined;
      if (row?.workspaceId !== workspaceId || row.state !== 'paid')
        throw new ProviderError('refused', 'This payment was not made.');
      const value = parseDecimal(amount);
      if (!value || value.lte(ZERO)) throw invalid('amount', 'Enter an amount above zero.');
      const refunds = row.refunds as Record<string, string>;
      if (refunds[key] !== undefined) return { id: `${id}:${key}` };
      const left = decimal(row.amount).minus(refundedOf(row));
      if (value.gt(left)) throw new ProviderError('refused', `Only ${payable(left.toString(), row.currency)} is left.`);
      const all = { ...refunds, [key]: amount };
      await updateRows('test_payments', { refunds: all }, { id });
      const refunded = refundedOf({ ...row, refunds: all });
      await emit({
        type: 'payment.refunded',
        data: { id, key: row.key, refunded, currency: row.currency, embedded: true },
      });
      return { id: `${id}:${key}` };
    }),
  );
}

export const embeddedPayment = defineProvider({
  port: 'payment',
  id: 'embedded',
  name: 'Test gateway',
  summary: 'Embedded test gateway. Takes test cards on a page of its own. No money moves.',
  embedded: true,
  settings: z.object({}),
  secrets: [],
  open(_, { workspaceId }) {
    const inside = <T>(act: (id: string) => Promise<T>): Promise<T> =>
      workspaceId ? act(workspaceId) : Promise.reject(invalid('workspace', 'Payments are made to a workspace.'));
    return {
      movesMoney: false,
      create: (payment) => inside((id) => create(id, payment)),
      retrieve: (payment) => inside((id) => retrieve(id, payment)),
      refund: (given) => inside((id) => refund(id, given)),
    };
  },
  verify: async () => {},
});

/** Data of the payment page. */
export interface ShownPayment {
  workspaceId: string;
  token: string;
  amount: string;
  currency: string;
  description: string;
  returnTo: string;
  state: PaymentStatus['state'];
}

export async function findPayment(token: string): Promise<ShownPayment | undefined> {
  const row = await find({ token });
  return row && { ...row, amount: payable(row.amount, row.currency), state: isOver(row) ? 'expired' : row.state };
}

/** @returns why the card was not taken; undefined when it paid, or the payment is no longer open */
export async function payWithTestCard(token: string, number: string): Promise<string | undefined> {
  const row = await find({ token });
  if (!row || row.state !== 'open' || isOver(row)) return undefined;
  const digits = number.replace(/[\s-]/g, '');
  const why = CARDS[digits];
  if (why === undefined) return `This is a test. Enter the test card ${TEST_CARD}, and no real one.`;
  const { id, key, currency, workspaceId } = row;
  await inWorkspace(workspaceId, null, () =>
    transaction(async () => {
      if (why !== null) return emit({ type: 'payment.failed', data: { id, key, why, isFinal: false, embedded: true } });
      const paid = await updateRows(
        'test_payments',
        { state: 'paid', card: digits.slice(-4) },
        { id, state: sql`= 'open'` },
      );
      const amount = payable(row.amount, currency);
      if (paid > 0) await emit({ type: 'payment.succeeded', data: { id, key, amount, currency, embedded: true } });
    }),
  );
  return why ?? undefined;
}
