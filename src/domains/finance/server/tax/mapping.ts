/** Which line of the year a category belongs to. What its name suggests is proposed; it counts once somebody has confirmed it. */
import { notFound } from '../../../../kernel/errors.ts';
import type { BodyOf } from '../../../../kernel/endpoint.ts';
import { type Decimal, roundMoney, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import type { tax, TaxCategory } from '../../contract.ts';
import { proposedLine, type TaxLine } from '../../engine/tax/us/index.ts';
import { flowsOf } from '../reports/flows.ts';
import { type ProfileRow, requireProfile, type SourceLedger, sourcesOf, taxChanged } from './profiles.ts';

export interface PlacedCategory { categoryId: string; name: string; kind: 'income' | 'expense'; source: SourceLedger; /** In dollars; money out is below zero. */ amount: Decimal; line: TaxLine | null; confirmed: boolean }

export interface PlacedCategories { categories: PlacedCategory[]; /** Without a category, by ledger. */ uncategorised: { source: SourceLedger; amount: Decimal }[]; missingRates: string[] }

/** Categories of the ledgers that the caller sees, with what came and went between two days. */
export async function placedCategories(profile: ProfileRow, from: string, to: string): Promise<PlacedCategories> {
  const sources = await sourcesOf(profile);
  const rows = await query<{ id: string; ledger_id: string; name: string; kind: 'income' | 'expense'; line: TaxLine | null; confirmed: boolean }>(
    `select c.id, c.ledger_id, c.name, c.kind, m.line, m.category_id is not null as confirmed from finance_categories c left join finance_tax_mappings m on m.workspace_id = c.workspace_id and m.profile_id = $3 and m.category_id = c.id
     where c.workspace_id = $1 and c.ledger_id = any($2) order by c.kind desc, lower(c.name), c.id`, [currentWorkspaceId(), sources.map((one) => one.ledgerId), profile.id],
  );
  const categories: PlacedCategory[] = [];
  const uncategorised: PlacedCategories['uncategorised'] = [];
  const missing = new Set<string>();
  for (const source of sources) {
    const { flows, missing: unknown } = from <= to ? await flowsOf(source.ledgerId, from, to, 'USD') : { flows: [], missing: [] };
    for (const currency of unknown) missing.add(currency);
    const totals = Map.groupBy(flows, (flow) => flow.categoryId);
    const totalOf = (id: string | null): Decimal => sumOf(totals.get(id) ?? [], (flow) => flow.in.plus(flow.out));
    for (const row of rows) if (row.ledger_id === source.ledgerId) categories.push({ categoryId: row.id, name: row.name, kind: row.kind, source, amount: totalOf(row.id), line: row.line, confirmed: row.confirmed });
    if (totals.has(null)) uncategorised.push({ source, amount: totalOf(null) });
  }
  return { categories, uncategorised, missingRates: [...missing].sort() };
}

/** @throws AppError `not_found` */
export async function listCategoriesForTax(profileId: string, year: number): Promise<{ items: TaxCategory[] }> {
  const { categories } = await placedCategories(await requireProfile(profileId), `${year}-01-01`, `${year}-12-31`);
  return {
    items: categories.map(({ categoryId, name, kind, source, amount, line, confirmed }) => ({
      categoryId, ledgerId: source.ledgerId, ledger: source.name, name, kind, amount: roundMoney(amount.isZero() ? ZERO : amount, 'USD').toFixed(), line, confirmed, proposed: proposedLine(source.ledgerKind, name) ?? null,
    })),
  };
}

/** @throws AppError `validation`, `not_found`, `forbidden` */
export function placeCategories(profileId: string, { items }: BodyOf<typeof tax.place>): Promise<void> {
  return transaction(async () => {
    const profile = await requireProfile(profileId, 'editor', 'for update');
    const known = await query<{ id: string }>('select id from finance_categories where workspace_id = $1 and ledger_id = any($2) and id = any($3)', [
      currentWorkspaceId(), (await sourcesOf(profile)).map((one) => one.ledgerId), items.map((one) => one.categoryId),
    ]);
    if (known.length < new Set(items.map((one) => one.categoryId)).size) throw notFound('The category');
    await query(
      `insert into finance_tax_mappings (workspace_id, profile_id, category_id, line, confirmed_by)
       select $1, $2, i.category, i.line, $4 from json_to_recordset($3::json) as i(category uuid, line text)
       on conflict (profile_id, category_id) do update set line = excluded.line, confirmed_by = excluded.confirmed_by, confirmed_at = now()`,
      [currentWorkspaceId(), profileId, JSON.stringify([...new Map(items.map((one) => [one.categoryId, { category: one.categoryId, line: one.line }])).values()]), currentUserId()],
    );
    await taxChanged('categories_placed', profileId, { count: items.length });
  });
}
