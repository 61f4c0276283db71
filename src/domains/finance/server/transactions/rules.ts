/**
 * Rules of a ledger. They run on what comes in; on what is there only after someone has seen what they would change.
 */
import { newId } from '../../../../kernel/ids.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import type { ResponseOf } from '../../../../kernel/endpoint.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { NewRule, Rule, RuleUpdate, rules } from '../../contract.ts';
import {
  applyRules,
  compilePattern,
  type Rule as EngineRule,
  type RuleOutcome,
  type Transaction as EngineTransaction,
} from '../../engine/transactions/index.ts';
import { FINANCE } from '../../paths.ts';
import { requireLedger, requireRecord, requireVersion } from '../ledgers/access.ts';
import { categoryNames, requireCategories } from './categories.ts';
import { closedUntil } from '../ledgers/closed-periods.ts';
import { changesBetween } from './changes.ts';
import { searchText, SELECT_TRANSACTIONS, type TransactionRow } from './rows.ts';
import { TRANSACTIONS_CHANGED } from './service.ts';

type Definition = Pick<Rule, 'combine' | 'conditions' | 'actions' | 'stop'>;
interface Row {
  id: string;
  version: number;
  ledger_id: string;
  position: number;
  name: string;
  enabled: boolean;
  definition: Definition;
  created_at: string;
  updated_at: string;
}

const NOUN = 'The rule';
const SELECT =
  'select id, version, ledger_id, position, name, enabled, definition, created_at, updated_at from finance_rules where workspace_id = $1';
/** How many of the latest transactions a rule is tried on. */
const LOOKED_AT = 5000;
const SHOWN = 200;

function toRule({ ledger_id, definition, created_at, updated_at, ...row }: Row): Rule {
  return { ...row, ledgerId: ledger_id, ...definition, createdAt: created_at, updatedAt: updated_at };
}

/** @throws AppError `not_found` */
export async function listRules(ledgerId: string): Promise<{ items: Rule[] }> {
  await requireLedger(ledgerId);
  const rows = await query<Row>(`${SELECT} and ledger_id = $2 order by position, id`, [currentWorkspaceId(), ledgerId]);
  return { items: rows.map(toRule) };
}

/** Patterns must be sound, categories of this ledger. @throws AppError `validation` */
async function requireSound(
  ledgerId: string,
  { conditions, actions }: Pick<Definition, 'conditions' | 'actions'>,
): Promise<void> {
  for (const condition of conditions) if (condition.op === 'matches') compilePattern(condition.value);
  await requireCategories(
    ledgerId,
    actions.map((action, index) => ({
      field: `actions.${index}.categoryId`,
      id: action.kind === 'setCategory' ? action.categoryId : null,
    })),
  );
}

async function readRule(id: string, needed: 'viewer' | 'editor'): Promise<Row> {
  const [row] = await query<Row>(`${SELECT} and id = $2`, [currentWorkspaceId(), id]);
  return requireRecord(row, needed, NOUN);
}

/** @throws AppError `validation`, `not_found`, `forbidden` */
export function createRule({ ledgerId, name, enabled, ...definition }: NewRule): Promise<Rule> {
  return transaction(async () => {
    await requireLedger(ledgerId, 'editor');
    await requireSound(ledgerId, definition);
    const id = newId();
    await query(
      `insert into finance_rules (id, workspace_id, ledger_id, position, name, enabled, definition, created_by)
       values ($1, $2, $3, (select coalesce(max(position), -1) + 1 from finance_rules where workspace_id = $2
          and ledger_id = $3), $4, $5, $6, $7)`,
      [id, currentWorkspaceId(), ledgerId, name, enabled, JSON.stringify(definition), currentUserId()],
    );
    await emit({ type: 'finance.rule.created', subject: { type: 'rule', id }, paths: [FINANCE.rules] });
    return toRule(await readRule(id, 'viewer'));
  });
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale` */
export function updateRule(id: string, { version, name, enabled, ...definition }: RuleUpdate): Promise<Rule> {
  return transaction(async () => {
    const [row] = await query<Row>(`${SELECT} and id = $2 for update`, [currentWorkspaceId(), id]);
    requireVersion(await requireRecord(row, 'editor', NOUN), version, 'this rule');
    await requireSound(row!.ledger_id, definition);
    await query(
      'update finance_rules set name = $3, enabled = $4, definition = $5, version = version + 1, updated_at = now() where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId(), name, enabled, JSON.stringify(definition)],
    );
    await emit({ type: 'finance.rule.updated', subject: { type: 'rule', id }, paths: [FINANCE.rules] });
    return toRule(await readRule(id, 'viewer'));
  });
}

/** @throws AppError `not_found`, `forbidden` */
export function removeRule(id: string): Promise<void> {
  return transaction(async () => {
    await readRule(id, 'editor');
    await query('delete from finance_rules where id = $1 and workspace_id = $2', [id, currentWorkspaceId()]);
    await emit({ type: 'finance.rule.deleted', subject: { type: 'rule', id }, paths: [FINANCE.rules] });
  });
}

/** A rule as the engine runs it, without what it says about categories that were deleted since. */
function toEngineRule({ id, definition }: Pick<Row, 'id' | 'definition'>, categories: ReadonlySet<string>): EngineRule {
  return {
    id,
    ...definition,
    actions: definition.actions.filter((action) => action.kind !== 'setCategory' || categories.has(action.categoryId)),
  };
}

async function categoryIds(ledgerId: string): Promise<Set<string>> {
  const rows = await query<{ id: string }>(
    'select id from finance_categories where workspace_id = $1 and ledger_id = $2',
    [currentWorkspaceId(), ledgerId],
  );
  return new Set(rows.map((row) => row.id));
}

/** The rules that run on what comes in, in their order. */
export async function activeRules(ledgerId: string): Promise<EngineRule[]> {
  const rows = await query<Row>(`${SELECT} and ledger_id = $2 and enabled order by position, id`, [
    currentWorkspaceId(),
    ledgerId,
  ]);
  const categories = await categoryIds(ledgerId);
  return rows.map((row) => toEngineRule(row, categories));
}

export function toEngineTransaction(
  row: Pick<
    TransactionRow,
    'id' | 'account_id' | 'day' | 'amount' | 'currency' | 'payee' | 'notes' | 'category_id' | 'tags'
  >,
): EngineTransaction {
  return {
    id: row.id,
    accountId: row.account_id,
    day: row.day,
    amount: decimal(row.amount),
    currency: row.currency,
    payee: row.payee,
    notes: row.notes,
    tags: row.tags,
    ...(row.category_id ? { categoryId: row.category_id } : {}),
  };
}

interface Change {
  row: TransactionRow;
  outcome: RuleOutcome;
  changes: string[];
}

/** Changes that a rule would make to the latest transactions. */
async function changesOf(rule: Row): Promise<{ looked: number; changes: Change[] }> {
  const rows = await query<TransactionRow>(
    `${SELECT_TRANSACTIONS} and t.ledger_id = $2 and t.deleted_at is null
      order by t.day desc, t.id desc limit ${LOOKED_AT}`,
    [currentWorkspaceId(), rule.ledger_id],
  );
  const engineRule = toEngineRule(rule, await categoryIds(rule.ledger_id));
  const closed = await closedUntil(rule.ledger_id);
  const changes = rows.flatMap((row): Change[] => {
    const outcome = applyRules(toEngineTransaction(row), [engineRule]);
    if (closed !== null && row.day <= closed) keepCategory(row, outcome);
    const changed = describe(row, outcome);
    return changed.length > 0 ? [{ row, outcome, changes: changed }] : [];
  });
  return { looked: rows.length, changes };
}

/** Figures of closed days rest on their categories: those stay, whatever else a rule says. */
function keepCategory(row: TransactionRow, { transaction: after }: RuleOutcome): void {
  if (row.category_id === null) delete after.categoryId;
  else after.categoryId = row.category_id;
}

function describe(row: TransactionRow, { transaction: after }: RuleOutcome): string[] {
  const changed: string[] = [];
  if ((after.categoryId ?? null) !== row.category_id) changed.push('category');
  if ((after.payee ?? '') !== row.payee) changed.push('payee');
  if ((after.notes ?? '') !== row.notes) changed.push('notes');
  if ((after.tags ?? []).length !== row.tags.length) changed.push('tags');
  return changed;
}

function afterRule(row: TransactionRow, { transaction: after }: RuleOutcome): TransactionRow {
  return {
    ...row,
    payee: after.payee ?? '',
    notes: after.notes ?? '',
    category_id: after.categoryId ?? null,
    tags: [...(after.tags ?? [])],
  };
}

/** @throws AppError `not_found` */
export async function previewRule(id: string): Promise<ResponseOf<typeof rules.preview>> {
  const { looked, changes } = await changesOf(await readRule(id, 'viewer'));
  return {
    looked,
    matches: changes
      .slice(0, SHOWN)
      .map(({ row, changes: what }) => ({
        id: row.id,
        day: row.day,
        payee: row.payee,
        amount: decimal(row.amount).toFixed(),
        changes: what,
      })),
  };
}

/** @throws AppError `not_found`, `forbidden` */
export function applyRule(id: string): Promise<{ changed: number }> {
  return transaction(async () => {
    const rule = await readRule(id, 'editor');
    const { changes } = await changesOf(rule);
    const rows = changes.map(({ row, outcome: { transaction: after } }) => ({
      id: row.id,
      version: row.version,
      payee: after.payee ?? '',
      notes: after.notes ?? '',
      category_id: after.categoryId ?? null,
      tags: after.tags ?? [],
      search_text: searchText(after.payee ?? '', after.notes ?? '', row.bank_payee, row.bank_memo, after.tags ?? []),
    }));
    const written = await query<{ id: string }>(
      `update finance_transactions t
        set payee = c.payee, notes = c.notes, category_id = c.category_id,
        tags = array(select jsonb_array_elements_text(c.tags)), search_text = c.search_text,
         rule_ids = t.rule_ids || $3::uuid, version = t.version + 1, updated_at = now()
       from json_to_recordset($2::json) as c(id uuid, version integer, payee text, notes text, category_id uuid,
          tags jsonb, search_text text)
       where t.workspace_id = $1 and t.id = c.id and t.version = c.version returning t.id`,
      [currentWorkspaceId(), JSON.stringify(rows), id],
    );
    const done = new Set(written.map((row) => row.id));
    const names = await categoryNames(rule.ledger_id);
    await emit(
      ...changes
        .filter(({ row }) => done.has(row.id))
        .map(({ row, outcome }) => ({
          type: 'finance.transaction.updated',
          subject: { type: 'transaction', id: row.id },
          data: { by: `Rule “${rule.name}”`, changes: changesBetween(row, afterRule(row, outcome), names) },
        })),
    );
    if (written.length > 0)
      await emit({
        type: 'finance.rule.applied',
        subject: { type: 'rule', id },
        data: { changed: written.length },
        paths: TRANSACTIONS_CHANGED,
      });
    return { changed: written.length };
  });
}
