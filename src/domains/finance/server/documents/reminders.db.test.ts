import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../kernel/ids.ts';
import { asSystem, inWorkspace, query } from '../../../../server/db/index.ts';
import { jobDefinitions } from '../../../../server/jobs/define.ts';
import { mailProvider, mailSender, useMailProvider } from '../../../../server/providers/mail/index.ts';
import { type Business, expectSound, openBusiness } from '../../../../testing/business.ts';
import { draft, get, issue } from '../../../../testing/documents.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { documents } from '../../contract.ts';
import { remindCustomers } from './send-reminders.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const business = (currency = 'USD'): Promise<Business> => openBusiness(system, { currency });

describe('reminders', () => {
  const NOW = new Date('2026-06-05T12:00:00Z');
  const PLAIN = (price: string) => [{ description: 'Hour', quantity: '1', unitPrice: price }];
  const messages = ({ workspaceId }: Business) =>
    asSystem(() =>
      query<{ message: string }>(
        `select payload ->> 'message' as message from jobs where workspace_id = $1 and kind = 'finance.document_mail'
          order by id`,
        [workspaceId],
      ),
    ).then((rows) => rows.map((row) => row.message));

  it('mind the credit that a customer has: they name it with what remains, and stay away where it covers what is due', async () => {
    const one = await business();
    const { version } = await one.user.call(documents.settings, { params: { id: one.ledgerId } });
    await one.user.call(documents.updateSettings, { params: { id: one.ledgerId }, body: { version, remind: true } });
    const made = await issue(one, await draft(one, { lines: PLAIN('100') }));
    const credit = await issue(
      one,
      await draft(one, { credit: true, day: '2026-04-10', dueDay: '2026-04-10', lines: PLAIN('150') }),
    );
    // Of another customer: it does not count.
    await issue(
      one,
      await draft(one, {
        credit: true,
        day: '2026-04-10',
        dueDay: '2026-04-10',
        party: { name: 'Someone else' },
        lines: PLAIN('999'),
      }),
    );
    expect(await get(one, made.id)).toMatchObject({
      partyCredit: { open: '150', names: ['CN-2026-0001'], due: '100', net: '0' },
    });
    expect((await get(one, credit.id)).partyCredit).toBeNull();
    await asSystem(() => remindCustomers(NOW));
    expect((await get(one, made.id)).reminders).toEqual([]);
    // A second invoice makes more due than the credit covers: now both are reminded of, with what remains.
    const second = await issue(one, await draft(one, { lines: PLAIN('80') }));
    await asSystem(() => remindCustomers(NOW));
    await asSystem(() => remindCustomers(NOW));
    expect(
      (await Promise.all([made, second].map(({ id }) => get(one, id)))).map((row) => row.reminders.length),
    ).toEqual([1, 1]);
    const sent = await messages(one);
    expect(sent).toHaveLength(2);
    for (const message of sent)
      expect(message).toContain(
        'You have a credit of USD 150.00 with us (CN-2026-0001), and the total due is USD 180.00. After the credit, USD 30.00 remains.',
      );
    expect(
      await one.user.call(documents.ageing, {
        params: { id: one.ledgerId },
        query: { kind: 'invoice', day: '2026-06-05' },
      }),
    ).toMatchObject({ buckets: ['0', '0', '0', '180', '0'], credit: '-1149', total: '-969' });
    await one.user.call(documents.apply, { params: { id: credit.id }, body: { documentId: second.id } });
    expect(await get(one, made.id)).toMatchObject({ partyCredit: { open: '70', due: '100', net: '30' } });
    await expectSound(one);
  });

  it('that are on their way when a credit comes do not go out', async () => {
    const one = await business();
    const made = await issue(one, await draft(one, { lines: PLAIN('100') }));
    const [provider, from] = [mailProvider(), mailSender()];
    // Mails of other tests may still be on their way.
    const to = 'late@calder.example';
    let sent = 0;
    useMailProvider(
      {
        name: provider.name,
        delivers: true,
        send: (mail) => {
          if (mail.to.some(({ address }) => address === to)) sent++;
          return provider.send(mail);
        },
        verify: () => Promise.resolve(),
        close: () => Promise.resolve(),
      },
      from,
    );
    const remind = () =>
      inWorkspace(one.workspaceId, null, () =>
        jobDefinitions()
          .get('finance.document_mail')!
          .handler({
            payload: { documentId: made.id, to, subject: 'Reminder', message: 'Attached.', reminder: true },
            jobId: newId(),
            attempt: 1,
            state: undefined,
            signal: new AbortController().signal,
            progress: () => undefined,
            turnIsOver: () => false,
            checkpoint: () => Promise.resolve(),
          }),
      );
    try {
      await remind();
      expect(sent).toBe(1);
      await issue(
        one,
        await draft(one, { credit: true, day: '2026-04-10', dueDay: '2026-04-10', lines: PLAIN('100') }),
      );
      await remind();
      expect(sent).toBe(1);
    } finally {
      useMailProvider(provider, from);
    }
  });
});
