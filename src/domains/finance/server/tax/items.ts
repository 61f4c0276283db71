/** Figures entered by hand, and estimated payments. */
import { invalid, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import type { BodyOf } from '../../../../kernel/endpoint.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import type { NewTaxEntry, NewTaxPayment, tax, TaxEntry, TaxPayment } from '../../contract.ts';
import { requireVersion } from '../ledgers/access.ts';
import { requireProfile, taxChanged } from './profiles.ts';

interface ItemRow {
  id: string;
  version: number;
  year: number;
  kind: 'entry' | 'payment';
  line: TaxEntry['line'] | null;
  replaces: boolean;
  day: string | null;
  amount: string;
  label: string;
  deleted_at: string | null;
}

const COLUMNS = 'id, version, year, kind, line, replaces, day, amount, label, deleted_at';
const MOST = 500;

const toEntry = ({ id, version, year, line, amount, label, replaces }: ItemRow): TaxEntry => ({
  id,
  version,
  year,
  line: line!,
  amount: decimal(amount).toFixed(),
  label,
  replaces,
});
const toPayment = ({ id, version, year, day, amount, label }: ItemRow): TaxPayment => ({
  id,
  version,
  year,
  day: day!,
  amount: decimal(amount).toFixed(),
  label,
});

/** Of a profile that the caller may see already. */
export async function itemsOf(
  profileId: string,
  year: number,
): Promise<{ entries: TaxEntry[]; payments: TaxPayment[] }> {
  const rows = await query<ItemRow>(
    `select ${COLUMNS} from finance_tax_items
      where workspace_id = $1 and profile_id = $2 and year = $3 and deleted_at is null
      order by day, created_at, id limit ${MOST}`,
    [currentWorkspaceId(), profileId, year],
  );
  return {
    entries: rows.filter((row) => row.kind === 'entry').map(toEntry),
    payments: rows.filter((row) => row.kind === 'payment').map(toPayment),
  };
}

/** @throws AppError `not_found` */
export async function listEntries(profileId: string, year: number): Promise<{ items: TaxEntry[] }> {
  await requireProfile(profileId);
  return { items: (await itemsOf(profileId, year)).entries };
}

async function itemOf(profileId: string, id: string, kind?: ItemRow['kind']): Promise<ItemRow> {
  const [row] = await query<ItemRow>(
    `select ${COLUMNS} from finance_tax_items where workspace_id = $1 and profile_id = $2 and id = $3 for update`,
    [currentWorkspaceId(), profileId, id],
  );
  if (!row || (kind && (row.kind !== kind || row.deleted_at))) throw notFound('The figure');
  return row;
}

async function insert(
  profileId: string,
  kind: ItemRow['kind'],
  values: {
    year: number;
    line?: string;
    replaces?: boolean | undefined;
    day?: string;
    amount: string;
    label?: string | undefined;
  },
): Promise<ItemRow> {
  await requireProfile(profileId, 'editor');
  const { entries, payments } = await itemsOf(profileId, values.year);
  if (entries.length + payments.length >= MOST) throw invalid('year', `A year holds at most ${MOST} figures.`);
  const [row] = await query<ItemRow>(
    `insert into finance_tax_items (id, workspace_id, profile_id, year, kind, line, replaces, day, amount, label,
      created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${COLUMNS}`,
    [
      newId(),
      currentWorkspaceId(),
      profileId,
      values.year,
      kind,
      values.line ?? null,
      values.replaces ?? false,
      values.day ?? null,
      values.amount,
      values.label ?? '',
      currentUserId(),
    ],
  );
  await taxChanged(`${kind}_added`, profileId, { year: values.year });
  return row!;
}

/** @throws AppError `validation`, `not_found`, `forbidden` */
export const addEntry = (profileId: string, body: NewTaxEntry): Promise<TaxEntry> =>
  transaction(async () => toEntry(await insert(profileId, 'entry', body)));

/** @throws AppError `validation`, `not_found`, `forbidden` */
export const addPayment = (profileId: string, body: NewTaxPayment): Promise<TaxPayment> =>
  transaction(async () => toPayment(await insert(profileId, 'payment', body)));

async function change(
  profileId: string,
  id: string,
  kind: ItemRow['kind'],
  version: number,
  values: { line?: string; replaces?: boolean | undefined; day?: string; amount: string; label?: string | undefined },
): Promise<ItemRow> {
  await requireProfile(profileId, 'editor');
  requireVersion(await itemOf(profileId, id, kind), version, 'this figure');
  const [row] = await query<ItemRow>(
    `update finance_tax_items set line = $3, replaces = $4, day = $5, amount = $6, label = $7, version = version + 1,
      updated_at = now() where workspace_id = $1 and id = $2 returning ${COLUMNS}`,
    [
      currentWorkspaceId(),
      id,
      values.line ?? null,
      values.replaces ?? false,
      values.day ?? null,
      values.amount,
      values.label ?? '',
    ],
  );
  await taxChanged(`${kind}_updated`, profileId, { version: row!.version });
  return row!;
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale` */
export const updateEntry = (
  profileId: string,
  id: string,
  { version, ...values }: BodyOf<typeof tax.updateEntry>,
): Promise<TaxEntry> => transaction(async () => toEntry(await change(profileId, id, 'entry', version, values)));

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale` */
export const updatePayment = (
  profileId: string,
  id: string,
  { version, ...values }: BodyOf<typeof tax.updatePayment>,
): Promise<TaxPayment> => transaction(async () => toPayment(await change(profileId, id, 'payment', version, values)));

/** Deletes a figure or payment, or brings it back. @throws AppError `not_found`, `forbidden` */
export function setItemDeleted(profileId: string, id: string, deleted: boolean): Promise<void> {
  return transaction(async () => {
    await requireProfile(profileId, 'editor');
    const row = await itemOf(profileId, id);
    if (deleted && row.deleted_at) throw notFound('The figure');
    await query(
      'update finance_tax_items set deleted_at = case when $3 then now() end, version = version + 1, updated_at = now() where workspace_id = $1 and id = $2',
      [currentWorkspaceId(), id, deleted],
    );
    await taxChanged(`${row.kind}_${deleted ? 'deleted' : 'restored'}`, profileId);
  });
}
