/**
 * Runs an import as a job: all of the file comes in, or none of it. On PostgreSQL that is one transaction. The embedded
 * engine has one connection, so there the import runs in pieces, and a failed one is reverted in pieces (decision 1).
 */
import * as z from 'zod';
import { AppError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, database, query, transaction } from '../../../../server/db/index.ts';
import { storableJson } from '../../../../server/db/storable.ts';
import { emit } from '../../../../server/events/emit.ts';
import { forgetHistory } from '../../../../server/events/history.ts';
import { defineJob, type JobContext } from '../../../../server/jobs/define.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import { InterruptedError } from '../../../../server/jobs/run.ts';
import { applyRules } from '../../engine/transactions/index.ts';
import { moveCashInto } from '../investments/cash.ts';
import { settleParts } from '../transactions/parts.ts';
import { FINANCE } from '../../paths.ts';
import { editableAccount } from '../accounts/accounts.ts';
import { closedPeriod } from '../ledgers/closed-periods.ts';
import { activeRules, toEngineTransaction } from '../transactions/rules.ts';
import { searchText } from '../transactions/rows.ts';
import { TRANSACTIONS_CHANGED } from '../transactions/service.ts';
import { planFile, type PlannedLine, readStoredFile } from './plan.ts';
import { type ImportRow, lockImport, readImport } from './store.ts';

export const bankImportJob = defineJob<{ importId: string; fileName: string }>({
  name: 'finance.import',
  payload: z.object({ importId: z.uuid(), fileName: z.string() }),
  title: ({ fileName }) => `Import of ${fileName}`,
  asker: 'member',
  handler: async (job) => runImport(job.payload.importId, job),
  // An import that is still waiting has written nothing, unless a server stopped midway: then it runs again.
  ended: ({ importId }, { error }) =>
    fail(importId, new AppError('conflict', `${error} Nothing of it was kept; it can be started again.`)),
});

type Watched = Pick<JobContext<unknown, unknown>, 'progress' | 'signal'>;

/** Whether others read only between our transactions: then none may last. */
const isShared = (): boolean => database().engine === 'pglite';

/** Writes that belong together. On a shared connection, each transaction inside is separate. */
const together = <T>(work: () => Promise<T>): Promise<T> => (isShared() ? work() : transaction(work));

async function runImport(id: string, job: Watched): Promise<void> {
  try {
    const { storage_key, options, account_id } = await readImport(id, 'editor');
    const file = await readStoredFile(storage_key, options, (await editableAccount(account_id)).currency);
    await together(async () => {
      const { record, account, plan } = await transaction(() => begin(id, file));
      await writeLines(record, account, plan.lines, job);
      await transaction(async () => {
        await changeKnown(record, plan.lines);
        await query(
          `update finance_imports set state = 'done', counts = $3, error = null, finished_at = now(),
            version = version + 1 where id = $1 and workspace_id = $2`,
          [id, currentWorkspaceId(), JSON.stringify(plan.counts)],
        );
        await emit({
          type: 'finance.import.finished',
          subject: { type: 'import', id },
          data: { ...plan.counts },
          paths: [FINANCE.imports, ...TRANSACTIONS_CHANGED],
        });
      });
    });
  } catch (thrown) {
    if (job.signal.aborted) {
      // Stopped by a person it is over; cut off from outside it comes back by itself.
      if (job.signal.reason instanceof InterruptedError && job.signal.reason.why === 'cancelled')
        await fail(
          id,
          new AppError('conflict', 'The import was stopped. Nothing of it was kept; it can be started again.'),
        );
      throw thrown;
    }
    const error = closedBecomesRefusal(thrown);
    // It ran already: the job came a second time.
    if (error instanceof AppError && error.code === 'conflict') return;
    if (error instanceof AppError && error.code === 'unavailable') throw error;
    await fail(id, error);
    if (!(error instanceof AppError)) throw error;
  }
}

/** Planned again: what the account holds may have changed since the preview. The lock keeps a second import out. */
async function begin(id: string, file: Awaited<ReturnType<typeof readStoredFile>>) {
  const record = await lockImport(id, ['queued'], 'run');
  const account = await editableAccount(record.account_id);
  await query('select 1 from finance_accounts where id = $1 and workspace_id = $2 for update', [
    account.id,
    currentWorkspaceId(),
  ]);
  const plan = await planFile(file, account, record.options);
  // Pieces of it are there already where a server ended in the middle.
  const [{ own } = { own: 0 }] = await query<{ own: number }>(
    'select count(*)::int as own from finance_transactions where workspace_id = $1 and import_id = $2 and deleted_at is null',
    [currentWorkspaceId(), id],
  );
  return {
    record,
    account,
    plan: {
      ...plan,
      counts: { ...plan.counts, added: plan.counts.added + own, known: Math.max(0, plan.counts.known - own) },
    },
  };
}

/** Apart from the conflict of a job that comes a second time: lines in a closed period are the file's own trouble. */
function closedBecomesRefusal(error: unknown): unknown {
  const closed = closedPeriod(error);
  return closed ? new AppError('validation', closed.message) : error;
}

async function fail(id: string, error: unknown): Promise<void> {
  const message =
    error instanceof AppError
      ? error.message
      : 'The import broke off because of an unexpected error. Nothing of it was kept; it can be started again.';
  await transaction(async () => {
    const [left] = await query<{ file_name: string }>(
      `select file_name from finance_imports i where workspace_id = $1 and id = $2 and state = 'queued'
         and (exists (select 1 from finance_transactions t where t.workspace_id = $1 and t.import_id = i.id) or exists
            (select 1 from finance_import_images g where g.workspace_id = $1 and g.import_id = i.id))`,
      [currentWorkspaceId(), id],
    );
    // Pieces that were kept go as they came; the message stays, and says afterwards that it failed.
    const jobId = left && (await enqueue(bankRevertJob, { importId: id, fileName: left.file_name }));
    await query(
      `update finance_imports set state = $4, error = $3, job_id = coalesce($5, job_id), finished_at = now(),
        version = version + 1 where id = $1 and workspace_id = $2 and state = 'queued'`,
      [id, currentWorkspaceId(), message, left ? 'reverting' : 'failed', jobId ?? null],
    );
    await emit({ type: 'finance.import.failed', subject: { type: 'import', id }, paths: [FINANCE.imports] });
  });
}

/** Lines in one statement; on a shared connection so many as take a quarter of a second. */
const BATCH = 2000;
const PIECE = 400;

async function writeLines(
  record: ImportRow,
  account: { id: string; ledger_id: string; currency: string },
  lines: readonly PlannedLine[],
  { progress, signal }: Watched,
): Promise<void> {
  const categories = await categoriesByName(account.ledger_id);
  const rules = await activeRules(account.ledger_id);
  const added = lines.filter(({ action }) => action.kind === 'add');
  const size = isShared() ? PIECE : BATCH;
  for (let at = 0; at < added.length; at += size) {
    signal.throwIfAborted();
    progress(at, added.length);
    const { rows, parts } = rowsOf(added.slice(at, at + size), account, categories, rules);
    await transaction(async () => {
      await keepImages(record.id, 't.deleted_at is not null and t.account_id = $3 and t.fingerprint = any($4)', [
        account.id,
        rows.map((row) => row.fingerprint),
      ]);
      await insertAdded(record, account, rows);
      await insertParts(parts);
    });
  }
  signal.throwIfAborted();
  progress(added.length, added.length);
}

/** Lines as the ledger keeps them, as its rules have them, with the parts that the file tells of. */
function rowsOf(
  lines: readonly PlannedLine[],
  account: { id: string; currency: string },
  categories: ReadonlyMap<string, string>,
  rules: Awaited<ReturnType<typeof activeRules>>,
) {
  const parts: Part[] = [];
  const rows = lines.map(({ line, fingerprint }) => {
    const payee = line.payee ?? line.memo ?? '';
    const id = newId();
    const categoryOf = (category: string | undefined): string | undefined =>
      category ? categories.get(leaf(category).toLowerCase()) : undefined;
    const named = categoryOf(line.category);
    for (const [position, part] of (line.splits ?? []).entries())
      parts.push({
        id: newId(),
        transaction_id: id,
        position,
        amount: part.amount.toFixed(),
        category_id: categoryOf(part.category) ?? null,
        notes: part.memo ?? '',
      });
    const { transaction: after, applied } = applyRules(
      toEngineTransaction({
        id,
        account_id: account.id,
        day: line.day,
        amount: line.amount.toFixed(),
        currency: account.currency,
        payee,
        notes: '',
        category_id: named ?? null,
        tags: [],
      }),
      rules,
    );
    return {
      id,
      day: line.day,
      amount: line.amount.toFixed(),
      payee: after.payee ?? '',
      notes: after.notes ?? '',
      category_id: after.categoryId ?? null,
      tags: after.tags ?? [],
      pending: line.pending ?? false,
      check_number: line.checkNumber ?? '',
      booked_day: line.bookedDay,
      value_day: line.valueDay ?? null,
      original_amount: line.original?.amount.toFixed() ?? null,
      original_currency: line.original?.currency ?? null,
      bank_payee: line.payee ?? '',
      bank_memo: line.memo ?? '',
      bank_id: line.bankId ?? null,
      fingerprint,
      rule_ids: applied.map((one) => one.ruleId),
      search_text: searchText(
        after.payee ?? '',
        after.notes ?? '',
        line.payee ?? '',
        line.memo ?? '',
        after.tags ?? [],
      ),
    };
  });
  return { rows, parts };
}

/** Files name categories by their path; a category of the ledger with the name of its last part is taken for it. */
function leaf(category: string): string {
  return category.split(':').at(-1)!.trim();
}

async function categoriesByName(ledgerId: string): Promise<Map<string, string>> {
  const rows = await query<{ id: string; name: string }>(
    'select id, name from finance_categories where workspace_id = $1 and ledger_id = $2',
    [currentWorkspaceId(), ledgerId],
  );
  return new Map(rows.map((row) => [row.name.toLowerCase(), row.id]));
}

async function insertAdded(
  record: ImportRow,
  account: { id: string; ledger_id: string },
  rows: readonly object[],
): Promise<void> {
  // A line that was deleted here and is wanted again is the deleted one, brought back.
  await query(
    `insert into finance_transactions (id, workspace_id, ledger_id, account_id, import_id, created_by, day, amount,
      payee, notes, category_id, tags, pending, check_number, bank_payee, bank_memo, bank_id, fingerprint, rule_ids,
      search_text, booked_day, value_day, original_amount, original_currency)
     select t.id, $1, $2, $3, $4, $5, t.day, t.amount, t.payee, t.notes, t.category_id,
        array(select jsonb_array_elements_text(t.tags)), t.pending, t.check_number, t.bank_payee, t.bank_memo,
        t.bank_id, t.fingerprint,
       array(select jsonb_array_elements_text(t.rule_ids)::uuid), t.search_text, t.booked_day, t.value_day,
       t.original_amount, t.original_currency
     from json_to_recordset($6::json) as t(id uuid, day date, amount numeric, payee text, notes text, category_id uuid,
        tags jsonb, pending boolean, check_number text, bank_payee text, bank_memo text, bank_id text,
       fingerprint text, rule_ids jsonb, search_text text, booked_day date, value_day date, original_amount numeric,
       original_currency text)
     on conflict (workspace_id, account_id, fingerprint) where fingerprint is not null do update
        set deleted_at = null, version = finance_transactions.version + 1, updated_at = now()`,
    [currentWorkspaceId(), account.ledger_id, account.id, record.id, currentUserId(), storableJson(rows)],
  );
}

interface Part {
  id: string;
  transaction_id: string;
  position: number;
  amount: string;
  category_id: string | null;
  notes: string;
}

/**
 * Parts that the file itself tells. A line that was brought back keeps those that it had; where a file's do not sum to
 * their line, the difference is a part of its own.
 */
async function insertParts(parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return;
  await query(
    `insert into finance_splits (id, workspace_id, transaction_id, position, amount, category_id, notes)
     select s.id, $1, s.transaction_id, s.position, s.amount, s.category_id, s.notes
        from json_to_recordset($2::json) as s(id uuid, transaction_id uuid, position integer, amount numeric,
        category_id uuid, notes text)
     join finance_transactions t on t.workspace_id = $1 and t.id = s.transaction_id`,
    [currentWorkspaceId(), storableJson(parts)],
  );
  await settleParts([...new Set(parts.map((part) => part.transaction_id))]);
}

/** Remembers how transactions are before the import changes them. @param values from `$3` on */
async function keepImages(importId: string, where: string, values: readonly unknown[]): Promise<void> {
  await query(
    `insert into finance_import_images (workspace_id, import_id, transaction_id, image)
     select $1, $2, t.id, jsonb_build_object('day', t.day, 'amount', t.amount::text, 'pending', t.pending, 'bank_payee',
        t.bank_payee, 'bank_memo', t.bank_memo, 'bank_id', t.bank_id, 'fingerprint', t.fingerprint,
       'check_number', t.check_number, 'deleted_at', t.deleted_at, 'booked_day', t.booked_day, 'value_day', t.value_day,
        'original_amount', t.original_amount::text, 'original_currency', t.original_currency,
        'other_fingerprints', t.other_fingerprints)
     from finance_transactions t where t.workspace_id = $1 and ${where} on conflict do nothing`,
    [currentWorkspaceId(), importId, ...values],
  );
}

const CHANGES = `json_to_recordset($2::json) as c(id uuid, day date, amount numeric, bank_payee text, bank_memo text,
  bank_id text, fingerprint text, check_number text, booked_day date, value_day date, original_amount numeric,
  original_currency text, posts boolean)`;

/**
 * Pending ones that are booked now, and entries of people that the bank tells of: they become the bank's, and keep what
 * people made of them.
 */
async function changeKnown(record: ImportRow, lines: readonly PlannedLine[]): Promise<void> {
  const changes = lines.flatMap(({ line, fingerprint, action }) =>
    action.kind === 'post' || action.kind === 'link'
      ? [
          {
            id: action.id,
            day: line.day,
            amount: line.amount.toFixed(),
            bank_payee: line.payee ?? '',
            bank_memo: line.memo ?? '',
            bank_id: line.bankId ?? null,
            fingerprint,
            check_number: line.checkNumber ?? '',
            booked_day: line.bookedDay,
            value_day: line.valueDay ?? null,
            original_amount: line.original?.amount.toFixed() ?? null,
            original_currency: line.original?.currency ?? null,
            posts: action.kind === 'post',
          },
        ]
      : [],
  );
  if (changes.length === 0) return;
  await keepImages(record.id, 't.id = any($3)', [changes.map((change) => change.id)]);
  await query(
    `update finance_transactions t
      set day = c.day, amount = c.amount, pending = false, bank_payee = c.bank_payee, bank_memo = c.bank_memo,
        bank_id = c.bank_id, fingerprint = c.fingerprint,
        check_number = case when c.check_number = '' then t.check_number else c.check_number end,
        booked_day = c.booked_day, value_day = coalesce(c.value_day, t.value_day),
        original_amount = coalesce(c.original_amount, t.original_amount),
        original_currency = coalesce(c.original_currency, t.original_currency),
        version = t.version + 1, updated_at = now()
     from ${CHANGES}
     where t.workspace_id = $1 and t.id = c.id and (c.posts or t.fingerprint is null)`,
    [currentWorkspaceId(), storableJson(changes)],
  );
  // A transaction from another format keeps its day and name, and gets the other name, and an id if it had none.
  await query(
    `update finance_transactions t
      set other_fingerprints = t.other_fingerprints || c.fingerprint, bank_id = coalesce(t.bank_id, c.bank_id),
        check_number = case when t.check_number = '' then c.check_number else t.check_number end,
        value_day = coalesce(t.value_day, c.value_day),
        original_amount = coalesce(t.original_amount, c.original_amount),
        original_currency = coalesce(t.original_currency, c.original_currency),
        version = t.version + 1, updated_at = now()
     from ${CHANGES}
     where t.workspace_id = $1 and t.id = c.id and not c.posts and t.fingerprint is not null
       and t.fingerprint <> c.fingerprint and not t.other_fingerprints @> array[c.fingerprint]`,
    [currentWorkspaceId(), storableJson(changes)],
  );
  await settleParts(changes.map(({ id }) => id));
}

const REVERT_BATCH = 5000;
const REVERT_PIECE = 500;

/** A transaction that a connected bank has reported since belongs to the bank and stays. */
const NOT_THE_BANKS = `(t.fingerprint is null or t.fingerprint not like 'bank:%')`;

/**
 * Removes what the import added and puts back what it changed. In batches: the checks of every reference to so many
 * lines outlast what one statement may take.
 */
export async function undoLines(importId: string, watched?: Watched): Promise<void> {
  const rows = await query<{ id: string }>(
    `select t.id from finance_transactions t where t.workspace_id = $1 and t.import_id = $2 and ${NOT_THE_BANKS}`,
    [currentWorkspaceId(), importId],
  );
  const ids = rows.map((row) => row.id);
  const size = isShared() ? REVERT_PIECE : REVERT_BATCH;
  for (let at = 0; at < ids.length; at += size) {
    watched?.signal.throwIfAborted();
    watched?.progress(at, ids.length);
    await transaction(() => removeLines(ids.slice(at, at + size)));
  }
  watched?.signal.throwIfAborted();
  watched?.progress(ids.length, ids.length);
  await transaction(async () => {
    await query('update finance_transactions set import_id = null where workspace_id = $1 and import_id = $2', [
      currentWorkspaceId(),
      importId,
    ]);
    await restoreImages(importId);
    // Activities whose cash was among these lines move it themselves again.
    const [record] = await query<{ account_id: string }>(
      'select account_id from finance_imports where workspace_id = $1 and id = $2',
      [currentWorkspaceId(), importId],
    );
    if (record) await moveCashInto([record.account_id]);
  });
}

async function restoreImages(importId: string): Promise<void> {
  const back = await query<{ id: string }>(
    `update finance_transactions t
      set day = (i.image->>'day')::date, amount = (i.image->>'amount')::numeric,
      pending = (i.image->>'pending')::boolean, bank_payee = i.image->>'bank_payee', bank_memo = i.image->>'bank_memo',
       bank_id = i.image->>'bank_id', fingerprint = i.image->>'fingerprint', check_number = i.image->>'check_number',
          deleted_at = (i.image->>'deleted_at')::timestamptz, booked_day = (i.image->>'booked_day')::date,
          value_day = (i.image->>'value_day')::date, original_amount = (i.image->>'original_amount')::numeric,
          original_currency = i.image->>'original_currency',
          other_fingerprints = coalesce((select array_agg(x) from
            jsonb_array_elements_text(coalesce(i.image->'other_fingerprints', '[]')) x), '{}'), version = t.version + 1, updated_at = now()
     from finance_import_images i where i.workspace_id = $1 and i.import_id = $2 and t.workspace_id = $1
        and t.id = i.transaction_id and ${NOT_THE_BANKS} returning t.id`,
    [currentWorkspaceId(), importId],
  );
  await settleParts(back.map(({ id }) => id));
  await query('delete from finance_import_images where workspace_id = $1 and import_id = $2', [
    currentWorkspaceId(),
    importId,
  ]);
}

async function removeLines(ids: readonly string[]): Promise<void> {
  // Parts go first, while their transactions still say which month and category they were taken from.
  await query('delete from finance_splits where workspace_id = $1 and transaction_id = any($2)', [
    currentWorkspaceId(),
    ids,
  ]);
  await query(
    'update finance_transactions set transfer_id = null where workspace_id = $1 and transfer_id in (select transfer_id from finance_transactions where workspace_id = $1 and id = any($2) and transfer_id is not null)',
    [currentWorkspaceId(), ids],
  );
  await query('delete from finance_transactions where workspace_id = $1 and id = any($2)', [currentWorkspaceId(), ids]);
  await forgetHistory(ids);
}

export const bankRevertJob = defineJob<{ importId: string; fileName: string }>({
  name: 'finance.import-revert',
  payload: z.object({ importId: z.uuid(), fileName: z.string() }),
  title: ({ fileName }) => `Taking back of ${fileName}`,
  handler: async (job) => runRevert(job.payload.importId, job),
});

/** All of it is gone, or all of it is still there; on a shared connection what was not reached when it was stopped. */
async function runRevert(id: string, job: Watched): Promise<void> {
  try {
    await together(async () => {
      await transaction(() => lockImport(id, ['reverting'], 'undone'));
      await undoLines(id, job);
      await transaction(() => finishRevert(id));
    });
  } catch (thrown) {
    const error = closedBecomesRefusal(thrown);
    // It ran already: the job came a second time.
    if (error instanceof AppError && error.code === 'conflict') return;
    if (error instanceof AppError && error.code === 'unavailable') throw error;
    if (job.signal.aborted && !(job.signal.reason instanceof InterruptedError && job.signal.reason.why === 'cancelled'))
      throw thrown;
    const rest = isShared() ? 'The rest is still there. You can undo it again.' : 'Everything is still there.';
    await keepImport(
      id,
      job.signal.aborted
        ? `It was stopped. ${rest}`
        : error instanceof AppError
          ? error.message
          : `The import could not be undone because of an unexpected error. ${rest}`,
    );
    if (!(error instanceof AppError)) throw error;
  }
}

async function keepImport(id: string, message: string): Promise<void> {
  await transaction(async () => {
    await query(
      `update finance_imports set state = 'done', error = $3, version = version + 1
        where id = $1 and workspace_id = $2 and state = 'reverting'`,
      [id, currentWorkspaceId(), message],
    );
    await emit({ type: 'finance.import.revert-failed', subject: { type: 'import', id }, paths: [FINANCE.imports] });
  });
}

/** With the last of the lines. One that broke off while it was taken in says so still. */
export async function finishRevert(id: string): Promise<void> {
  await query(
    `update finance_imports set state = case when error is null then 'reverted' else 'failed' end,
      version = version + 1 where id = $1 and workspace_id = $2`,
    [id, currentWorkspaceId()],
  );
  await emit({
    type: 'finance.import.reverted',
    subject: { type: 'import', id },
    paths: [FINANCE.imports, ...TRANSACTIONS_CHANGED],
  });
}
