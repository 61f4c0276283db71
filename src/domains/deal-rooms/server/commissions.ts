/** Shares of the cash: splits of a deal, entries of each payment, and statements. */
import type * as z from 'zod';
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { csvRow } from '../../../kernel/csv.ts';
import { decimal } from '../../../kernel/money/index.ts';
import { AppError, invalid } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { mayManage, requireManager } from '../../../records/server/access/managers.ts';
import { presentPeople } from '../../../records/server/workspace.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  currentWorkspaceId,
  deleteRows,
  insertRows,
  query,
  selectRows,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import type { Commission, DealRoom, dealRooms, DealSplits } from '../contract.ts';
import { commissionChanges, type Split } from '../engine/commissions.ts';
import { DEAL_ROOMS } from '../paths.ts';
import { readRoom, requireRoom, tellOfRoom } from './rooms.ts';
import { type InstallmentRow, payableText } from './rows.ts';

/** @throws AppError `forbidden`, `not_found`, `validation` */
export async function saveSplits(
  id: string,
  { splits }: z.output<typeof DealSplits>,
  caller: Caller,
): Promise<DealRoom> {
  await requireManager(caller);
  return transaction(async () => {
    const room = await requireRoom(id, true);
    if (new Set(splits.map(({ role }) => role)).size < splits.length) throw invalid('splits', 'Enter each role once.');
    const present = await presentPeople(splits.map(({ userId }) => userId));
    for (const [index, { userId, percent }] of splits.entries()) {
      if (!present.has(userId)) throw invalid(`splits.${index}.userId`, 'Choose someone who is in the workspace.');
      if (decimal(percent).lte(0n)) throw invalid(`splits.${index}.percent`, 'Enter a percentage above zero.');
    }
    if (splits.reduce((all, { percent }) => all.plus(percent), decimal('0')).gt(100n))
      throw new AppError('validation', 'The shares come to more than 100%.', { field: 'splits' });
    const workspaceId = currentWorkspaceId();
    await deleteRows('deal_splits', { workspaceId, opportunityId: room.opportunityId });
    await insertRows(
      'deal_splits',
      splits.map((split) => ({ ...split, workspaceId, opportunityId: room.opportunityId })),
    );
    await audit({ action: 'deal_room.splits_saved', subject: { type: 'deal_room', id }, details: { splits } });
    await tellOfRoom(room, 'splits_saved');
    return readRoom(id, caller);
  });
}

/**
 * Books what a payment’s cash now earns: the difference to what was booked before. A refund takes back what its payment
 * gave, by the shares of that time. Within the transaction that moved the cash.
 * @param cash of the installment, less refunds
 */
export async function bookCommissions(installment: InstallmentRow, cash: string, day: string): Promise<void> {
  const { id: installmentId, opportunityId, currency } = installment;
  const workspaceId = currentWorkspaceId();
  const booked = await query<Split & { amount: string; base: string }>(
    `select role, user_id as "userId", percent::text, sum(amount)::text as amount, sum(base)::text as base
      from deal_commissions where workspace_id = $1 and installment_id = $2
      group by role, user_id, percent order by role desc`,
    [workspaceId, installmentId],
  );
  const splits: Split[] =
    booked.length > 0
      ? booked
      : (
          await selectRows(
            'deal_splits',
            ['role', 'userId', 'percent'],
            { workspaceId, opportunityId },
            { orderBy: ['-role'] },
          )
        ).map((split) => ({ ...split, role: split.role as Split['role'] }));
  const before = splits.map((_, index) => booked[index]?.amount ?? '0');
  const changes = commissionChanges(cash, splits, before, currency);
  await insertRows(
    'deal_commissions',
    splits.flatMap(({ role, userId, percent }, index) => {
      const base = decimal(cash)
        .minus(booked[index]?.base ?? '0')
        .toFixed();
      const amount = changes[index]!;
      if (decimal(base).isZero() && decimal(amount).isZero()) return [];
      return [
        { id: newId(), workspaceId, opportunityId, installmentId, role, userId, percent, base, amount, currency, day },
      ];
    }),
  );
  await publishPaths(workspaceId, [DEAL_ROOMS.commissions]);
}

/** Every entry of a month; $3 restricts to a person. */
const OF_MONTH = `c.workspace_id = $1 and c.day >= ($2 || '-01')::date and c.day < ($2 || '-01')::date + interval '1 month'
  and ($3::uuid is null or c.user_id = $3)`;
const PERSON = `jsonb_build_object('id', c.user_id, 'name',
  coalesce((select p.name from workspace_people p where p.id = c.user_id), 'Former member'))`;
const ENTRIES = `select c.id, ${PERSON} as person, c.role, o.name as deal, i.label as installment, c.day, c.base::text as base,
    trim_scale(c.percent)::text as percent, c.amount::text as amount, c.currency, c.state
  from deal_commissions c join deal_installments i on i.id = c.installment_id join opportunities o on o.id = c.opportunity_id
  where ${OF_MONTH}`;

/** The person whose entries a caller can see: null for managers, who see everyone's. */
async function visibleTo(caller: Caller, userId: string | undefined): Promise<string | null> {
  return (await mayManage(caller)) ? (userId ?? null) : caller.userId;
}

const shown = (row: Commission): Commission => ({
  ...row,
  base: payableText(row.base, row.currency),
  amount: payableText(row.amount, row.currency),
});

/** @throws AppError `bad_request` */
export async function readStatement(
  { month, userId, cursor, limit }: QueryOf<typeof dealRooms.commissions>,
  caller: Caller,
): Promise<ResponseOf<typeof dealRooms.commissions>> {
  const person = await visibleTo(caller, userId);
  const from = unpackCursor(cursor, UUID);
  const workspaceId = currentWorkspaceId();
  const rows = await query<Commission>(`${ENTRIES} and ($4::uuid is null or c.id < $4) order by c.id desc limit $5`, [
    workspaceId,
    month,
    person,
    from?.[0] ?? null,
    limit + 1,
  ]);
  const totals = await query<ResponseOf<typeof dealRooms.commissions>['totals'][number]>(
    `select ${PERSON} as person, c.currency,
        coalesce(sum(c.amount) filter (where c.state = 'earned'), 0)::text as earned,
        coalesce(sum(c.amount) filter (where c.state = 'approved'), 0)::text as approved,
        coalesce(sum(c.amount) filter (where c.state = 'paid'), 0)::text as paid, sum(c.amount)::text as total
      from deal_commissions c where ${OF_MONTH} group by c.user_id, c.currency order by sum(c.amount) desc limit 200`,
    [workspaceId, month, person],
  );
  const page = pageFrom(rows, limit, ({ id }) => packCursor(id));
  return {
    items: page.items.map(shown),
    next: page.next,
    totals: totals.map((one) => ({
      ...one,
      earned: payableText(one.earned, one.currency),
      approved: payableText(one.approved, one.currency),
      paid: payableText(one.paid, one.currency),
      total: payableText(one.total, one.currency),
    })),
    mayManage: await mayManage(caller),
  };
}

/** Moves entries one step on; those in another state stay. @throws AppError `forbidden` */
export async function moveCommissions(
  ids: readonly string[],
  to: 'approved' | 'paid',
  caller: Caller,
): Promise<{ changed: number }> {
  await requireManager(caller);
  const at = new Date().toISOString();
  const changes =
    to === 'approved' ? { state: to, approvedBy: caller.userId, approvedAt: at } : { state: to, paidAt: at };
  return transaction(async () => {
    const changed = await updateRows('deal_commissions', changes, {
      id: ids,
      workspaceId: currentWorkspaceId(),
      state: to === 'approved' ? 'earned' : 'approved',
    });
    await audit({
      action: `deal_commissions.${to}`,
      subject: { type: 'workspace', id: currentWorkspaceId() },
      details: { ids },
    });
    await publishPaths(currentWorkspaceId(), [DEAL_ROOMS.commissions]);
    return { changed };
  });
}

const EXPORT_PAGE = 500;

/** Lines of the statement as CSV. */
export async function* exportStatement(
  { month, userId }: QueryOf<typeof dealRooms.exportCommissions>,
  caller: Caller,
): AsyncGenerator<string> {
  const person = await visibleTo(caller, userId);
  yield csvRow(['Day', 'Person', 'Role', 'Deal', 'Payment', 'Cash', 'Percent', 'Commission', 'Currency', 'State']);
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await query<Commission>(`${ENTRIES} and c.id > $4 order by c.id limit ${EXPORT_PAGE}`, [
      currentWorkspaceId(),
      month,
      person,
      after,
    ]);
    for (const row of rows.map(shown))
      yield csvRow([
        row.day,
        row.person.name,
        row.role,
        row.deal,
        row.installment,
        row.base,
        row.percent,
        row.amount,
        row.currency,
        row.state,
      ]);
    if (rows.length < EXPORT_PAGE) return;
    after = rows.at(-1)!.id;
  }
}
