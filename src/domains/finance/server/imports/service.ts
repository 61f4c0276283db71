/** An import before and after its run: upload, options, preview, start, taking back. */
import type { FastifyRequest } from 'fastify';
import { AppError, invalid } from '../../../../kernel/errors.ts';
import { addDays } from '../../../../kernel/days.ts';
import { newId } from '../../../../kernel/ids.ts';
import { sumOf } from '../../../../kernel/money/index.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { storableJson } from '../../../../server/db/storable.ts';
import { publishPaths } from '../../../../server/events/emit.ts';
import { cleanFileName, files } from '../../../../server/files/index.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import type { BodyOf } from '../../../../kernel/endpoint.ts';
import {
  type BankImport,
  type BankImportOptions,
  type BankImportPreview,
  type bankImports,
  MAX_BANK_FILE,
} from '../../contract.ts';
import { FINANCE } from '../../paths.ts';
import { requireVersion } from '../ledgers/access.ts';
import { editableAccount, getAccount } from '../accounts/accounts.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import { type ImportPlan, planFile, readStoredFile } from './plan.ts';
import { bankImportJob, bankRevertJob, finishRevert, undoLines } from './run.ts';
import { type ImportRow, lockImport, readImport, toImport } from './store.ts';

const SHOWN = 200;

async function readUpload(request: FastifyRequest): Promise<{ name: string; key: string; size: number }> {
  const part = await request.file({ limits: { fileSize: MAX_BANK_FILE + 1 } }).catch(() => {
    throw invalid('file', 'Send the file as multipart/form-data.');
  });
  if (!part) throw invalid('file', 'Choose a file to import.');
  const { key, size } = await files().put(part.file, {
    prefix: `finance/${currentWorkspaceId()}`,
    limit: MAX_BANK_FILE,
  });
  return { name: cleanFileName(part.filename), key, size };
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `too_large`, `unsupported_media_type`, `storage_full` */
export async function uploadBankFile(accountId: string, request: FastifyRequest): Promise<BankImport> {
  const account = await editableAccount(accountId);
  const { name, key, size } = await readUpload(request);
  try {
    const plan = await planFile(await readStoredFile(key, {}, account.currency), account, {});
    if (plan.lines.length === 0 && plan.problems.length === 0)
      throw invalid('file', 'There is no transaction in this file.');
    const id = newId();
    await query(
      `insert into finance_imports (id, workspace_id, ledger_id, account_id, file_name, size, storage_key, format,
        state, problems, counts, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'ready', $9, $10, $11)`,
      [
        id,
        currentWorkspaceId(),
        account.ledger_id,
        account.id,
        name,
        size,
        key,
        plan.file.format,
        storableJson(plan.problems),
        JSON.stringify(plan.counts),
        currentUserId(),
      ],
    );
    await publishPaths(currentWorkspaceId(), [FINANCE.imports]);
    return toImport(await readImport(id));
  } catch (error) {
    await files().delete(key);
    throw error;
  }
}

async function planOf(record: ImportRow, options: BankImportOptions = record.options): Promise<ImportPlan> {
  const account = await editableAccount(record.account_id);
  return planFile(await readStoredFile(record.storage_key, options, account.currency), account, options);
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `conflict`, `stale` */
export function setImportOptions(
  id: string,
  { version, options }: BodyOf<typeof bankImports.setOptions>,
): Promise<BankImport> {
  return transaction(async () => {
    const record = await lockImport(id, ['ready', 'failed'], 'changed');
    requireVersion(record, version, 'this import');
    const { counts, problems } = await planOf(record, options);
    await query(
      'update finance_imports set options = $3, counts = $4, problems = $5, version = version + 1 where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId(), JSON.stringify(options), JSON.stringify(counts), storableJson(problems)],
    );
    await publishPaths(currentWorkspaceId(), [FINANCE.imports]);
    return toImport(await readImport(id));
  });
}

/** Today's balance before and after, so that a file of years ago does not move net worth unseen. */
async function balanceAfter(accountId: string, plan: ImportPlan): Promise<BankImportPreview['balance']> {
  const account = await getAccount(accountId);
  const today = await todayHere();
  const added = plan.lines.filter(({ action }) => action.kind === 'add').map(({ line }) => line);
  const counted = added.filter((line) => !line.pending && line.day <= today);
  const days = added.map((line) => line.day).sort();
  const [{ first } = { first: null }] = await query<{ first: string | null }>(
    'select min(day) as first from finance_transactions where workspace_id = $1 and account_id = $2 and deleted_at is null',
    [currentWorkspaceId(), accountId],
  );
  const last = days.at(-1);
  return {
    currency: account.currency,
    before: account.balance,
    after: sumOf(counted, (line) => line.amount)
      .plus(account.balance)
      .toFixed(),
    from: days[0] ?? null,
    to: last ?? null,
    old: last !== undefined && (last < addDays(today, -366) || (first !== null && last < first)),
  };
}

/** @throws AppError `not_found`; `conflict` once it has run */
export async function previewImport(id: string): Promise<BankImportPreview> {
  const record = await readImport(id, 'editor');
  if (record.state !== 'ready' && record.state !== 'failed')
    throw new AppError('conflict', 'This import has run; its transactions are in the account.', {
      details: { state: record.state },
    });
  const plan = await planOf(record);
  const csv = 'layout' in plan.file ? plan.file : undefined;
  const roles = new Map(Object.entries(csv?.layout.columns ?? {}).map(([role, column]) => [column, role]));
  return {
    statements: plan.file.statements.map((one) => ({
      number: one.account.number ?? '',
      name: one.account.name ?? '',
      currency: one.currency,
      lines: one.lines.length,
      closingBalance: one.closing?.amount.toFixed() ?? null,
    })),
    statement: plan.statement,
    columns: (csv?.columnNames ?? []).map((name, index) => ({ name, role: roles.get(index) ?? null })),
    balance: await balanceAfter(record.account_id, plan),
    dateOrder: csv?.layout.dateOrder ?? plan.file.dateOrder ?? null,
    rows: plan.lines
      .slice(0, SHOWN)
      .map(({ line, action }) => ({
        day: line.day,
        amount: line.amount.toFixed(),
        payee: line.payee ?? '',
        memo: line.memo ?? '',
        valueDay: line.valueDay ?? null,
        original: line.original ? { amount: line.original.amount.toFixed(), currency: line.original.currency } : null,
        outcome: action.kind,
      })),
  };
}

/** @throws AppError `not_found`, `forbidden`, `conflict` */
export function startImport(id: string): Promise<BankImport> {
  return transaction(async () => {
    const record = await lockImport(id, ['ready', 'failed'], 'started');
    const jobId = await enqueue(bankImportJob, { importId: id, fileName: record.file_name });
    await query(
      `update finance_imports set state = 'queued', job_id = $3, error = null, finished_at = null,
        version = version + 1 where id = $1 and workspace_id = $2`,
      [id, currentWorkspaceId(), jobId],
    );
    await publishPaths(currentWorkspaceId(), [FINANCE.imports]);
    return toImport(await readImport(id));
  });
}

/** So many lines go while someone waits; more go in a job. */
const AT_ONCE = 2000;

/** @throws AppError `not_found`, `forbidden`, `conflict` */
export function revertImport(id: string): Promise<BankImport> {
  return transaction(async () => {
    const record = await lockImport(id, ['done'], 'undone');
    await query('update finance_imports set error = null where id = $1 and workspace_id = $2', [
      id,
      currentWorkspaceId(),
    ]);
    if (record.counts.added > AT_ONCE) {
      const jobId = await enqueue(bankRevertJob, { importId: id, fileName: record.file_name });
      await query(
        `update finance_imports set state = 'reverting', job_id = $3, version = version + 1
          where id = $1 and workspace_id = $2`,
        [id, currentWorkspaceId(), jobId],
      );
      await publishPaths(currentWorkspaceId(), [FINANCE.imports]);
    } else {
      await undoLines(id);
      await finishRevert(id);
    }
    return toImport(await readImport(id));
  });
}
