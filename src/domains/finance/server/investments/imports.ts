/** Taking CSV of activities and prices in, and taking it back. */
import { AppError } from '../../../../kernel/errors.ts';
import type { QueryOf } from '../../../../kernel/endpoint.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { storableJson } from '../../../../server/db/storable.ts';
import { emit } from '../../../../server/events/emit.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import {
  type InvestmentFile,
  type InvestmentImport,
  type investmentImports,
  type InvestmentPreview,
  TRADES,
} from '../../contract.ts';
import { requireLedger, requireRecord } from '../ledgers/access.ts';
import { editableAccount } from '../accounts/accounts.ts';
import type { CsvKind, CsvRow } from '../../engine/investments/index.ts';
import type { Terms } from './activity-rows.ts';
import { moveCash, takeCashBack } from './cash.ts';
import { INVESTMENTS_CHANGED, touchAccount } from './changed.ts';
import { shortened } from './holdings.ts';
import { type InvestmentPlan, planInvestmentFile, type PlannedRow } from './import-plan.ts';

interface Row {
  id: string;
  ledger_id: string;
  account_id: string | null;
  content: InvestmentImport['content'];
  file_name: string;
  state: InvestmentImport['state'];
  counts: InvestmentImport['counts'];
  created_at: string;
  reverted_at: string | null;
}
interface Target {
  ledgerId: string;
  account: { id: string; ledger_id: string; currency: string } | undefined;
}

const SHOWN = 100;
const NOUN = 'The import';
const SELECT =
  'select id, ledger_id, account_id, content, file_name, state, counts, created_at, reverted_at from finance_investment_imports where workspace_id = $1';

function toImport(row: Row): InvestmentImport {
  return {
    id: row.id,
    ledgerId: row.ledger_id,
    accountId: row.account_id,
    content: row.content,
    fileName: row.file_name,
    state: row.state,
    counts: row.counts,
    createdAt: row.created_at,
    revertedAt: row.reverted_at,
  };
}

/** @throws AppError `not_found`, `forbidden` */
async function targetOf(file: InvestmentFile): Promise<Target> {
  if (file.content === 'prices') {
    await requireLedger(file.ledgerId, 'editor');
    return { ledgerId: file.ledgerId, account: undefined };
  }
  const account = await editableAccount(file.accountId);
  return { ledgerId: account.ledger_id, account };
}

/** @throws AppError `validation`, `not_found`, `forbidden` */
export async function previewInvestmentFile(file: InvestmentFile): Promise<InvestmentPreview> {
  const { ledgerId, account } = await targetOf(file);
  const { csv, rows, counts } = await planInvestmentFile(file, ledgerId, account);
  return {
    columns: csv.columns.map(({ name, role }) => ({ name, role })),
    dateOrder: csv.dateOrder,
    warnings: csv.warnings,
    counts,
    // Rows that need attention come first.
    rows: rows
      .toSorted((a, b) => Number(a.outcome === 'add') - Number(b.outcome === 'add'))
      .slice(0, SHOWN)
      .map(({ csv: one, outcome, message, security }) => ({
        row: one.row,
        outcome,
        message,
        day: one.day ?? null,
        kind: one.kind ?? one.kindText,
        security: one.security || one.ticker || one.isin,
        newSecurity: security !== undefined && 'key' in security,
        quantity: one.quantity ? shortened(one.quantity) : '',
        price: one.price ? shortened(one.price) : '',
        amount: one.amount?.toFixed() ?? '',
      })),
  };
}

/** @throws AppError `validation`, `not_found`, `forbidden` */
export function runInvestmentImport(file: InvestmentFile): Promise<InvestmentImport> {
  return transaction(async () => {
    const target = await targetOf(file);
    const plan = await planInvestmentFile(file, target.ledgerId, target.account);
    if (plan.counts.added === 0)
      throw new AppError(
        'validation',
        plan.counts.known > 0
          ? 'Everything in this file is known already.'
          : 'There is nothing in this file that could be taken in.',
        { field: 'text' },
      );
    const id = newId();
    await query(
      'insert into finance_investment_imports (id, workspace_id, ledger_id, account_id, content, file_name, counts, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8)',
      [
        id,
        currentWorkspaceId(),
        target.ledgerId,
        target.account?.id ?? null,
        file.content,
        file.fileName,
        JSON.stringify(plan.counts),
        currentUserId(),
      ],
    );
    if (target.account) await writeActivities(id, target.account, plan);
    else await writePrices(id, plan);
    await emit({
      type: 'finance.investment_import.finished',
      subject: { type: 'investment_import', id },
      data: { ...plan.counts },
      paths: INVESTMENTS_CHANGED,
    });
    return toImport(await readImport(id));
  });
}

async function readImport(id: string, lock = ''): Promise<Row> {
  const [row] = await query<Row>(`${SELECT} and id = $2 ${lock}`, [currentWorkspaceId(), id]);
  return requireRecord(row, lock ? 'editor' : 'viewer', NOUN);
}

async function enterSecurities(ledgerId: string, plan: InvestmentPlan): Promise<Map<string, string>> {
  const rows = plan.newSecurities.map((one) => ({ id: newId(), ...one }));
  await query(
    `insert into finance_securities (id, workspace_id, ledger_id, name, ticker, isin, kind, currency, quoted_in,
        created_by)
     select s.id, $1, $2, s.name, s.ticker, s.isin, 'other', s.currency, s."quotedIn", $3
        from json_to_recordset($4::json) as s(id uuid, name text, ticker text, isin text, currency text,
          "quotedIn" text)`,
    [currentWorkspaceId(), ledgerId, currentUserId(), JSON.stringify(rows)],
  );
  return new Map(rows.map((row) => [row.key, row.id]));
}

/** A known security that the file quotes in a hundredth is quoted that way from now on. */
async function keepQuotations({ rows }: InvestmentPlan): Promise<void> {
  const quoted = rows.flatMap(({ outcome, csv, security }) =>
    outcome === 'add' && csv.quotation && security && 'id' in security
      ? [{ id: security.id, code: csv.quotation }]
      : [],
  );
  for (const { id, code } of new Map(quoted.map((one) => [one.id, one])).values())
    await query(
      "update finance_securities set quoted_in = $3, version = version + 1, updated_at = now() where workspace_id = $1 and id = $2 and quoted_in = ''",
      [currentWorkspaceId(), id, code],
    );
}

/** Activities without a quantity, and those without an amount either. */
const CORPORATE: ReadonlySet<string> = new Set<CsvKind>(['split', 'spinOff', 'merger', 'worthless', 'returnOfCapital']);
const TERMS_ONLY: ReadonlySet<string> = new Set<CsvKind>(['split', 'spinOff', 'merger', 'worthless']);

function termsOf({ kind, ratio, costShare, cashPerUnit, newPrice }: CsvRow, newSecurityId: string | null): Terms {
  if (!ratio) return {};
  if (kind === 'split') return { newUnits: ratio.newUnits.toFixed(), oldUnits: ratio.oldUnits.toFixed() };
  if ((kind !== 'spinOff' && kind !== 'merger') || !newSecurityId) return {};
  const unitsPerUnit = shortened(ratio.newUnits.div(ratio.oldUnits));
  return kind === 'spinOff'
    ? { newSecurityId, unitsPerUnit, costShare: shortened(costShare!) }
    : {
        newSecurityId,
        unitsPerUnit,
        ...(cashPerUnit && { cashPerUnit: shortened(cashPerUnit) }),
        ...(newPrice && { newPrice: shortened(newPrice) }),
      };
}

async function writeActivities(
  importId: string,
  account: { id: string; ledger_id: string; currency: string },
  plan: InvestmentPlan,
): Promise<void> {
  const entered = await enterSecurities(account.ledger_id, plan);
  await keepQuotations(plan);
  const idOf = (security: PlannedRow['security']): string | null =>
    security ? ('id' in security ? security.id : entered.get(security.key)!) : null;
  const rows = plan.rows
    .filter((row) => row.outcome === 'add')
    .map(({ csv, security, other, fingerprint }) => ({
      id: newId(),
      security_id: idOf(security),
      terms: termsOf(csv, idOf(other)),
      day: csv.day,
      kind: csv.kind,
      currency: security?.currency ?? account.currency,
      quantity: csv.quantity && !CORPORATE.has(csv.kind!) ? shortened(csv.quantity) : null,
      price: csv.price && !CORPORATE.has(csv.kind!) ? shortened(csv.price) : null,
      amount: TRADES.includes(csv.kind!) || TERMS_ONLY.has(csv.kind!) ? null : (csv.amount?.toFixed() ?? null),
      fee: csv.fee.toFixed(),
      tax: csv.tax.toFixed(),
      notes: csv.notes,
      fingerprint,
    }));
  await query(
    `insert into finance_activities (id, workspace_id, ledger_id, account_id, import_id, created_by, source,
      security_id, day, kind, currency, quantity, price, amount, fee, tax, terms, notes, fingerprint)
     select a.id, $1, $2, $3, $4, $5, 'import', a.security_id, a.day, a.kind, a.currency, a.quantity, a.price, a.amount,
        a.fee, a.tax, a.terms, a.notes, a.fingerprint
     from json_to_recordset($6::json) as a(id uuid, security_id uuid, day date, kind text, currency text,
        quantity numeric, price numeric, amount numeric, fee numeric, tax numeric, terms jsonb, notes text,
        fingerprint text)`,
    [currentWorkspaceId(), account.ledger_id, account.id, importId, currentUserId(), storableJson(rows)],
  );
  await moveCash(
    account,
    rows.map((row) => row.id),
  );
  await touchAccount(account, null);
}

async function writePrices(importId: string, plan: InvestmentPlan): Promise<void> {
  const rows = plan.rows.flatMap((row) =>
    row.outcome === 'add' && row.security && 'id' in row.security
      ? [{ security_id: row.security.id, day: row.csv.day, price: shortened(row.csv.price!) }]
      : [],
  );
  const given = JSON.stringify(rows);
  await query(
    `insert into finance_price_images (workspace_id, import_id, security_id, day, price, source)
     select $1, $2, p.security_id, p.day, p.price, p.source
        from json_to_recordset($3::json) as g(security_id uuid, day date)
        join finance_security_prices p on p.workspace_id = $1 and p.security_id = g.security_id and p.day = g.day`,
    [currentWorkspaceId(), importId, given],
  );
  await query(
    `insert into finance_security_prices (workspace_id, security_id, day, price, source, import_id)
     select $1, g.security_id, g.day, g.price, 'import', $2
        from json_to_recordset($3::json) as g(security_id uuid, day date, price numeric)
     on conflict (security_id, day) do update
        set price = excluded.price, source = excluded.source, import_id = excluded.import_id`,
    [currentWorkspaceId(), importId, given],
  );
}

/** @throws AppError `not_found`, `forbidden`, `conflict` */
export function revertInvestmentImport(id: string): Promise<InvestmentImport> {
  return transaction(async () => {
    const row = await readImport(id, 'for update');
    if (row.state !== 'done') throw new AppError('conflict', 'This import was already undone.');
    if (row.account_id) {
      await takeCashBack(id);
      await query('delete from finance_activities where workspace_id = $1 and import_id = $2', [
        currentWorkspaceId(),
        id,
      ]);
      await touchAccount({ id: row.account_id, ledger_id: row.ledger_id }, null);
    } else {
      await query('delete from finance_security_prices where workspace_id = $1 and import_id = $2', [
        currentWorkspaceId(),
        id,
      ]);
      await query(
        `insert into finance_security_prices (workspace_id, security_id, day, price, source)
          select workspace_id, security_id, day, price, source from finance_price_images
          where workspace_id = $1 and import_id = $2
         on conflict (security_id, day) do nothing`,
        [currentWorkspaceId(), id],
      );
    }
    await query(
      `update finance_investment_imports set state = 'reverted', reverted_at = now(), version = version + 1
        where id = $1 and workspace_id = $2`,
      [id, currentWorkspaceId()],
    );
    await emit({
      type: 'finance.investment_import.reverted',
      subject: { type: 'investment_import', id },
      paths: INVESTMENTS_CHANGED,
    });
    return toImport(await readImport(id));
  });
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** @throws AppError `not_found`, `bad_request` */
export async function listInvestmentImports({
  ledgerId,
  cursor,
  limit,
}: QueryOf<typeof investmentImports.list>): Promise<{ items: InvestmentImport[]; next: string | null }> {
  await requireLedger(ledgerId);
  const after = unpackCursor(cursor, INSTANT, UUID);
  const rows = await query<Row>(
    `${SELECT} and ledger_id = $2 and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::uuid))
      order by created_at desc, id desc limit ${limit + 1}`,
    [currentWorkspaceId(), ledgerId, after?.[0] ?? null, after?.[1] ?? null],
  );
  const page = pageFrom(rows, limit, (row) => packCursor(row.created_at, row.id));
  return { items: page.items.map(toImport), next: page.next };
}
