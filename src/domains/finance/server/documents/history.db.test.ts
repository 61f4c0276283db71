import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decimal, sumOf } from '../../../../kernel/money/index.ts';
import { bankLine, type Business, expectSound, openBusiness } from '../../../../testing/business.ts';
import { draft, get, issue } from '../../../../testing/documents.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { documents, transactions } from '../../contract.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const business = (currency = 'USD'): Promise<Business> => openBusiness(system, { currency });

/** The same history at every run: a small generator with a fixed seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

describe('books after a random history', () => {
  it.each([1, 2, 3])('are in balance, and agree with what is due (history %i)', async (seed) => {
    const one = await business();
    const roll = dice(seed);
    const known: string[] = [];
    const days = ['2026-02-20', '2026-03-02', '2026-03-17', '2026-04-05', '2026-05-11'];
    const deleted: string[] = [];
    for (let step = 0; step < 40; step++) {
      const id = known[roll(Math.max(1, known.length))];
      const day = days[roll(days.length)]!;
      const current = id ? await get(one, id) : undefined;
      switch (roll(12)) {
        case 0:
        case 1: {
          const lines = Array.from({ length: 1 + roll(3) }, (_, n) => ({
            description: `Line ${n}`,
            quantity: String(1 + roll(4)),
            unitPrice: `${1 + roll(900)}.${10 + roll(89)}`,
            taxPercent: ['0', '7', '19.5'][roll(3)]!,
          }));
          const made = await draft(one, {
            kind: roll(3) === 0 ? 'bill' : 'invoice',
            lines,
            discount: roll(2) ? { type: 'percent', percent: '3.5' } : null,
            discountWhen: roll(2) ? 'afterTax' : 'beforeTax',
          });
          known.push((await issue(one, made)).id);
          break;
        }
        case 2:
        case 3: {
          if (!current || current.due === '0') break;
          const half = decimal(current.due).times('0.5').toFixed();
          const amount = roll(2) && half.split('.')[1]?.length !== 3 ? half : current.due;
          if (roll(2))
            await one.user.tryCall(documents.pay, { params: { id: current.id }, body: { day: '2026-06-01', amount } });
          else
            await one.user.tryCall(documents.pay, {
              params: { id: current.id },
              body: {
                transactionId: (
                  await bankLine(
                    one,
                    day,
                    (current.kind === 'invoice') !== current.credit ? amount : `-${amount}`,
                    'Payment',
                  )
                ).id,
              },
            });
          break;
        }
        case 4:
          if (current?.payments[0])
            await one.user.tryCall(documents.unpay, {
              params: { id: current.id, paymentId: current.payments[roll(current.payments.length)]!.id },
            });
          break;
        case 6: {
          const whole = roll(2) === 0 && current && !current.credit;
          const lines = whole
            ? current.lines.map(({ description, quantity, unitPrice, taxPercent }) => ({
                description,
                quantity,
                unitPrice,
                taxPercent: taxPercent ?? '0',
              }))
            : [
                {
                  description: 'Taken back',
                  quantity: '1',
                  unitPrice: `${1 + roll(400)}.${10 + roll(89)}`,
                  taxPercent: '19.5',
                },
              ];
          const made = await draft(one, {
            kind: current?.kind ?? 'invoice',
            credit: true,
            creditsId: whole ? current.id : null,
            day: '2026-03-20',
            dueDay: '2026-03-20',
            lines,
          });
          if (
            (await one.user.tryCall(documents.issue, { params: { id: made.id }, body: { version: made.version } }))
              .status === 200
          )
            known.push(made.id);
          break;
        }
        case 7: {
          const other = known[roll(Math.max(1, known.length))];
          if (current && other)
            await one.user.tryCall(documents.apply, {
              params: { id: current.id },
              body: { documentId: other, day: '2026-06-01' },
            });
          break;
        }
        case 8:
          if (current && !current.credit && current.due !== '0')
            await one.user.tryCall(documents.credit, {
              params: { id: current.id },
              body: { day: '2026-06-01', reason: 'Chance' },
            });
          break;
        case 5:
          if (current)
            await one.user.tryCall(documents.void, {
              params: { id: current.id },
              body: { version: current.version, day: ['2026-04-15', '2026-06-02'][roll(2)]!, reason: 'Chance' },
            });
          break;
        case 10: {
          const id = deleted[roll(Math.max(1, deleted.length))];
          if (id) await one.user.tryCall(transactions.restore, { params: { id } });
          break;
        }
        default: {
          const all = (await one.user.call(transactions.list, { query: { ledgerId: one.ledgerId, limit: 50 } })).items;
          const line = all[roll(Math.max(1, all.length))];
          if (!line) break;
          if (roll(2))
            await one.user.tryCall(transactions.update, {
              params: { id: line.id },
              body: { version: line.version, day },
            });
          else if ((await one.user.tryCall(transactions.remove, { params: { id: line.id } })).status < 300)
            deleted.push(line.id);
        }
      }
    }
    await expectSound(one, [...days, '2026-06-01']);
    // The amount owed: invoices minus payments and credits, plus refunds; each document reports its own part.
    for (const kind of ['invoice', 'bill'] as const) {
      const every = (await Promise.all(known.map((id) => get(one, id)))).filter(
        (row) => row.kind === kind && row.status !== 'void',
      );
      const sums = (credit: boolean) => {
        const own = every.filter((row) => row.credit === credit);
        const settled = own.flatMap((row) => row.payments.filter((payment) => payment.against === null));
        return {
          total: sumOf(own, (row) => decimal(row.total)),
          settled: sumOf(settled, (payment) => decimal(payment.amount)),
        };
      };
      const [made, credits] = [sums(false), sums(true)];
      const owed = made.total.minus(made.settled).minus(credits.total).plus(credits.settled);
      expect(
        (await one.user.call(documents.ageing, { params: { id: one.ledgerId }, query: { kind, day: '2099-12-31' } }))
          .total,
      ).toBe(owed.toFixed());
    }
  });
});
