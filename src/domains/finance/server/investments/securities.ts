/** Securities of a ledger, and the prices that are known of them. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import type { QueryOf, ResponseOf } from '../../../../kernel/endpoint.ts';
import { newId } from '../../../../kernel/ids.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { fold } from '../../../../kernel/text.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import {
  type NewPrice,
  type NewSecurity,
  type securities,
  type Security,
  type SecurityPrice,
  type SecurityUpdate,
} from '../../contract.ts';
import { HUNDREDTHS } from '../../contract/shared.ts';
import { requireLedger, requireRecord, requireVersion } from '../ledgers/access.ts';
import { INVESTMENTS_CHANGED } from './changed.ts';

interface Row {
  id: string;
  version: number;
  ledger_id: string;
  name: string;
  ticker: string;
  isin: string;
  cusip: string;
  kind: Security['kind'];
  currency: string;
  quoted_in: string;
  sector: string;
  region: string;
  notes: string;
  price_day: string | null;
  price: string | null;
  price_source: SecurityPrice['source'] | null;
  created_at: string;
  updated_at: string;
}

const NOUN = 'The security';
const SELECT = `select s.id, s.version, s.ledger_id, s.name, s.ticker, s.isin, s.cusip, s.kind, s.currency, s.quoted_in, s.sector,
  s.region, s.notes, p.day as price_day, p.price, p.source as price_source, s.created_at, s.updated_at
  from finance_securities s
  left join lateral (select day, price, source from finance_security_prices where workspace_id = s.workspace_id
    and security_id = s.id order by day desc limit 1) p on true
  where s.workspace_id = $1`;

/** A stored price as the security is quoted. */
const quoted = (price: string, quotedIn: string): string =>
  (quotedIn ? decimal(price).times(100n) : decimal(price)).toFixed();

function toSecurity(row: Row): Security {
  return {
    id: row.id,
    version: row.version,
    ledgerId: row.ledger_id,
    name: row.name,
    ticker: row.ticker,
    isin: row.isin,
    cusip: row.cusip,
    kind: row.kind,
    currency: row.currency,
    quotedIn: row.quoted_in,
    sector: row.sector,
    region: row.region,
    notes: row.notes,
    price: row.price_day
      ? { day: row.price_day, price: quoted(row.price!, row.quoted_in), source: row.price_source! }
      : null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const ANY_TEXT = /^[\s\S]*$/;

/** @throws AppError `not_found`, `bad_request` */
export async function listSecurities({
  ledgerId,
  search = '',
  kind,
  cursor,
  limit,
}: QueryOf<typeof securities.list>): Promise<ResponseOf<typeof securities.list>> {
  await requireLedger(ledgerId);
  const after = unpackCursor(cursor, ANY_TEXT, UUID);
  const words = fold(search).split(' ').filter(Boolean);
  const rows = await query<Row>(
    `${SELECT} and s.ledger_id = $2 and ($3::text is null or s.kind = $3)
      and ($4::text is null or (s.name, s.id) > ($4, $5::uuid))
       and not exists (select 1 from unnest($6::text[]) w
          where strpos(unaccented(s.name || ' ' || s.ticker || ' ' || s.isin || ' ' || s.cusip), w) = 0)
     order by s.name, s.id limit ${limit + 1}`,
    [currentWorkspaceId(), ledgerId, kind ?? null, after?.[0] ?? null, after?.[1] ?? null, words],
  );
  const page = pageFrom(rows, limit, (row) => packCursor(row.name, row.id));
  return { items: page.items.map(toSecurity), next: page.next };
}

/** @throws AppError `not_found` */
export async function getSecurity(id: string): Promise<Security> {
  const [row] = await query<Row>(`${SELECT} and s.id = $2`, [currentWorkspaceId(), id]);
  return toSecurity(await requireRecord(row, 'viewer', NOUN));
}

/** @throws AppError `not_found`, `forbidden` */
export function createSecurity(input: NewSecurity): Promise<Security> {
  return transaction(async () => {
    await requireLedger(input.ledgerId, 'editor');
    const id = newId();
    await query(
      `insert into finance_securities (id, workspace_id, ledger_id, name, ticker, isin, cusip, kind, currency, sector,
        region, notes, created_by, quoted_in)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        id,
        currentWorkspaceId(),
        input.ledgerId,
        input.name,
        input.ticker ?? '',
        input.isin ?? '',
        input.cusip ?? '',
        input.kind,
        HUNDREDTHS[input.currency] ?? input.currency,
        input.sector ?? '',
        input.region ?? '',
        input.notes ?? '',
        currentUserId(),
        HUNDREDTHS[input.currency] ? input.currency : '',
      ],
    );
    await emit({ type: 'finance.security.created', subject: { type: 'security', id }, paths: INVESTMENTS_CHANGED });
    return getSecurity(id);
  });
}

interface Locked {
  ledger_id: string;
  version: number;
  currency: string;
  quoted_in: string;
}

/** The security, locked, once the caller may change it. @throws AppError `not_found`, `forbidden` */
async function lockSecurity(id: string): Promise<Locked> {
  const [row] = await query<Locked>(
    'select ledger_id, version, currency, quoted_in from finance_securities where id = $1 and workspace_id = $2 for update',
    [id, currentWorkspaceId()],
  );
  return requireRecord(row, 'editor', NOUN);
}

/** @throws AppError `not_found`, `forbidden`, `stale` */
export function updateSecurity(id: string, { version, ...fields }: SecurityUpdate): Promise<Security> {
  return transaction(async () => {
    requireVersion(await lockSecurity(id), version, 'this security');
    await query(
      `update finance_securities
        set name = coalesce($3, name), ticker = coalesce($4, ticker), isin = coalesce($5, isin),
        cusip = coalesce($6, cusip), kind = coalesce($7, kind), sector = coalesce($8, sector),
         region = coalesce($9, region), notes = coalesce($10, notes), version = version + 1, updated_at = now()
            where id = $1 and workspace_id = $2`,
      [
        id,
        currentWorkspaceId(),
        fields.name ?? null,
        fields.ticker ?? null,
        fields.isin ?? null,
        fields.cusip ?? null,
        fields.kind ?? null,
        fields.sector ?? null,
        fields.region ?? null,
        fields.notes ?? null,
      ],
    );
    await emit({
      type: 'finance.security.updated',
      subject: { type: 'security', id },
      data: { version: version + 1 },
      paths: INVESTMENTS_CHANGED,
    });
    return getSecurity(id);
  });
}

/** @throws AppError `not_found`, `forbidden`; `conflict` while activities speak of it */
export function removeSecurity(id: string): Promise<void> {
  return transaction(async () => {
    await lockSecurity(id);
    // A deleted activity may come back: it needs its security.
    const used = await query(
      `select 1 from finance_activities
        where workspace_id = $1 and (security_id = $2 or terms->>'newSecurityId' = $2::text) limit 1`,
      [currentWorkspaceId(), id],
    );
    if (used.length > 0)
      throw new AppError('conflict', 'Activities speak of this security. It stays as long as they are known.');
    await query('delete from finance_securities where id = $1 and workspace_id = $2', [id, currentWorkspaceId()]);
    await emit({ type: 'finance.security.deleted', subject: { type: 'security', id }, paths: INVESTMENTS_CHANGED });
  });
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** @throws AppError `not_found`, `bad_request` */
export async function listPrices(
  id: string,
  { cursor, limit }: QueryOf<typeof securities.prices>,
): Promise<ResponseOf<typeof securities.prices>> {
  const { quotedIn } = await getSecurity(id);
  const after = unpackCursor(cursor, DAY);
  const rows = await query<SecurityPrice>(
    `select day, price, source from finance_security_prices
      where workspace_id = $1 and security_id = $2 and ($3::date is null or day < $3::date)
      order by day desc limit ${limit + 1}`,
    [currentWorkspaceId(), id, after?.[0] ?? null],
  );
  const page = pageFrom(rows, limit, (row) => packCursor(row.day));
  return { items: page.items.map((row) => ({ ...row, price: quoted(row.price, quotedIn) })), next: page.next };
}

/** @throws AppError `not_found`, `forbidden` */
export function setPrice(id: string, { day, price }: NewPrice): Promise<SecurityPrice> {
  return transaction(async () => {
    const { quoted_in: quotedIn } = await lockSecurity(id);
    const stored = quotedIn ? decimal(price).div(100n) : decimal(price);
    await query(
      `insert into finance_security_prices (workspace_id, security_id, day, price, source)
        values ($1, $2, $3, $4, 'manual')
       on conflict (security_id, day) do update set price = excluded.price, source = 'manual', import_id = null`,
      [currentWorkspaceId(), id, day, stored.toFixed()],
    );
    await emit({
      type: 'finance.price.set',
      subject: { type: 'security', id },
      data: { day },
      paths: INVESTMENTS_CHANGED,
    });
    return { day, price: decimal(price).toFixed(), source: 'manual' };
  });
}

/** @throws AppError `not_found`, `forbidden` */
export function removePrice(id: string, day: string): Promise<void> {
  return transaction(async () => {
    await lockSecurity(id);
    const gone = await query(
      'delete from finance_security_prices where workspace_id = $1 and security_id = $2 and day = $3 returning day',
      [currentWorkspaceId(), id, day],
    );
    if (gone.length === 0) throw notFound('The price');
    await emit({
      type: 'finance.price.deleted',
      subject: { type: 'security', id },
      data: { day },
      paths: INVESTMENTS_CHANGED,
    });
  });
}
