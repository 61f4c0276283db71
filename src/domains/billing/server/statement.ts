/** The statement: what changed the balance, newest first. What is only reserved does not stand in it. */
import { csvRow } from '../../../kernel/csv.ts';
import { query } from '../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor } from '../../../server/paging.ts';
import type { CreditEntry } from '../contract.ts';
import { featureLabel } from './features.ts';

type Row = Omit<CreditEntry, 'featureLabel' | 'person'> & {
  feature: string | null;
  userId: string | null;
  name: string | null;
};

const NUMBER = /^\d{1,18}$/;
const BATCH = 1_000;

const read = (before: string | undefined, limit: number) =>
  query<Row>(
    `select e.id::text, e.kind, e.amount::text, e.balance::text, e.feature, e.user_id as "userId", e.note,
       e.created_at as "createdAt",
       coalesce((select p.name from workspace_people p where p.id = e.user_id),
         case e.kind when 'grant' then g.granted_by_name when 'revoke' then 'Administrator' end) as name
     from credit_entries e left join credit_grants g on g.id = e.grant_id
     where e.amount <> 0 and ($1::bigint is null or e.id < $1) order by e.id desc limit $2`,
    [before ?? null, limit],
  );

const toEntry = ({ feature, userId, name, ...row }: Row): CreditEntry => ({
  ...row,
  featureLabel: feature === null ? null : featureLabel(feature),
  person: userId === null ? null : { id: userId, name: name ?? 'Former member' },
});

/** @throws AppError `bad_request` for a cursor of another list */
export async function listEntries({ cursor, limit }: { cursor?: string | undefined; limit: number }) {
  const rows = await read(unpackCursor(cursor, NUMBER)?.[0], limit + 1);
  const page = pageFrom(rows, limit, ({ id }) => packCursor(id));
  return { items: page.items.map(toEntry), next: page.next };
}

const HEADER = ['Date', 'Type', 'Feature', 'Person', 'Note', 'Credits', 'Balance'];
const TYPES: Record<CreditEntry['kind'], string> = {
  grant: 'Added',
  settle: 'Used',
  expire: 'Expired',
  revoke: 'Revoked',
};

/** The whole statement as CSV with instants in UTC. */
export async function* exportEntries(): AsyncGenerator<string> {
  yield `\uFEFF${csvRow(HEADER)}`;
  for (let before: string | undefined; ;) {
    const rows = await read(before, BATCH);
    for (const { kind, amount, balance, note, createdAt, featureLabel: feature, person } of rows.map(toEntry))
      yield csvRow([createdAt, TYPES[kind], feature ?? '', person?.name ?? '', note, amount, balance]);
    if (rows.length < BATCH) return;
    before = rows.at(-1)!.id;
  }
}
