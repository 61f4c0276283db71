/**
 * Which line of the year a category, or an account of a business's books, belongs to. What its name suggests is
 * proposed; it counts once someone has confirmed it.
 */
import { notFound } from '../../../../kernel/errors.ts';
import type { BodyOf } from '../../../../kernel/endpoint.ts';
import { type Decimal, roundMoney, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import type { tax, TaxCategory } from '../../contract.ts';
import { proposedLine, type TaxLine } from '../../engine/tax/us/index.ts';
import { flowsOf } from '../reports/flows.ts';
import { bookYear } from './book-accounts.ts';
import type { PlacedCategory, YearOfLedger } from './line-assignment.ts';
import { type ProfileRow, requireProfile, type SourceLedger, sourcesOf, taxChanged } from './profiles.ts';

export interface PlacedCategories {
  categories: PlacedCategory[];
  /** Uncategorized amounts, by ledger. */ uncategorised: { source: SourceLedger; amount: Decimal }[];
  missingRates: string[];
}

/**
 * What came and went between two days in the ledgers that the caller sees: of a business by the accounts of its books,
 * whatever the entries were made from; of people by the categories of what moved at the bank.
 */
export async function placedCategories(profile: ProfileRow, from: string, to: string): Promise<PlacedCategories> {
  const found: PlacedCategories = { categories: [], uncategorised: [], missingRates: [] };
  const missing = new Set<string>();
  for (const source of await sourcesOf(profile)) {
    const { placed, unsorted, missingRates } = await (source.ledgerKind === 'business' ? bookYear : categoryYear)(
      profile.id,
      source,
      from,
      to,
    );
    found.categories.push(...placed);
    if (!unsorted.isZero()) found.uncategorised.push({ source, amount: unsorted });
    for (const currency of missingRates) missing.add(currency);
  }
  return { ...found, missingRates: [...missing].sort() };
}

async function categoryYear(profileId: string, source: SourceLedger, from: string, to: string): Promise<YearOfLedger> {
  const rows = await query<{
    id: string;
    name: string;
    kind: 'income' | 'expense';
    line: TaxLine | null;
    confirmed: boolean;
  }>(
    `select c.id, c.name, c.kind, m.line, m.category_id is not null as confirmed from finance_categories c
      left join finance_tax_mappings m on m.workspace_id = c.workspace_id and m.profile_id = $3 and m.category_id = c.id
     where c.workspace_id = $1 and c.ledger_id = $2 order by c.kind desc, lower(c.name), c.id`,
    [currentWorkspaceId(), source.ledgerId, profileId],
  );
  const { flows, missing } = from <= to ? await flowsOf(source.ledgerId, from, to, 'USD') : { flows: [], missing: [] };
  const totals = Map.groupBy(flows, (flow) => flow.categoryId);
  const totalOf = (id: string | null): Decimal => sumOf(totals.get(id) ?? [], (flow) => flow.in.plus(flow.out));
  return {
    placed: rows.map((row) => ({
      categoryId: row.id,
      accountId: null,
      name: row.name,
      kind: row.kind,
      source,
      amount: totalOf(row.id),
      line: row.line,
      confirmed: row.confirmed,
      proposed: proposedLine(source.ledgerKind, row.name) ?? null,
    })),
    unsorted: totalOf(null),
    missingRates: missing,
  };
}

/** @throws AppError `not_found` */
export async function listCategoriesForTax(profileId: string, year: number): Promise<{ items: TaxCategory[] }> {
  const { categories } = await placedCategories(await requireProfile(profileId), `${year}-01-01`, `${year}-12-31`);
  return {
    items: categories.map(({ categoryId, accountId, name, kind, source, amount, line, confirmed, proposed }) => ({
      categoryId,
      accountId,
      ledgerId: source.ledgerId,
      ledger: source.name,
      name,
      kind,
      amount: roundMoney(amount.isZero() ? ZERO : amount, 'USD').toFixed(),
      line,
      confirmed,
      proposed,
    })),
  };
}

/** @throws AppError `validation`, `not_found`, `forbidden` */
export function placeCategories(profileId: string, { items }: BodyOf<typeof tax.place>): Promise<void> {
  return transaction(async () => {
    const profile = await requireProfile(profileId, 'editor', 'for update');
    const ledgerIds = (await sourcesOf(profile)).map((one) => one.ledgerId);
    await place(
      'category',
      profileId,
      ledgerIds,
      items.flatMap(({ categoryId, line }) => (categoryId ? [{ id: categoryId, line }] : [])),
    );
    await place(
      'account',
      profileId,
      ledgerIds,
      items.flatMap(({ accountId, line }) => (accountId ? [{ id: accountId, line }] : [])),
    );
    await taxChanged('categories_placed', profileId, { count: items.length });
  });
}

const PLACES = {
  category: { of: 'finance_categories', kept: 'finance_tax_mappings', column: 'category_id', noun: 'The category' },
  account: { of: 'finance_book_accounts', kept: 'finance_tax_accounts', column: 'account_id', noun: 'The account' },
} as const;

async function place(
  what: keyof typeof PLACES,
  profileId: string,
  ledgerIds: readonly string[],
  items: readonly { id: string; line: TaxLine | null }[],
): Promise<void> {
  const { of, kept, column, noun } = PLACES[what];
  const last = new Map(items.map((one) => [one.id, one]));
  const known = await query(`select 1 from ${of} where workspace_id = $1 and ledger_id = any($2) and id = any($3)`, [
    currentWorkspaceId(),
    ledgerIds,
    [...last.keys()],
  ]);
  if (known.length < last.size) throw notFound(noun);
  await query(
    `insert into ${kept} (workspace_id, profile_id, ${column}, line, confirmed_by) select $1, $2, i.id, i.line, $4
      from json_to_recordset($3::json) as i(id uuid, line text)
     on conflict (profile_id, ${column}) do update
        set line = excluded.line, confirmed_by = excluded.confirmed_by, confirmed_at = now()`,
    [currentWorkspaceId(), profileId, JSON.stringify([...last.values()]), currentUserId()],
  );
}
