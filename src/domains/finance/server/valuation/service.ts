/** Valuations: entering, changing with every version kept, deleting, bringing back. */
import { notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type {
  LedgerRole,
  NewValuation,
  Valuation,
  ValuationInputs,
  ValuationSummary,
  ValuationUpdate,
  ValuationVersion,
} from '../../contract.ts';
import { VALUATIONS } from '../../paths.ts';
import { requireLedger, requireRecord, requireVersion } from '../ledgers/access.ts';
import { valueOf } from './value.ts';

const NOUN = 'The valuation';
const MAX = 100;
const MAX_VERSIONS = 50;
const COLUMNS = 'id, version, ledger_id, name, notes, inputs, deleted_at, created_at, updated_at';

interface Row {
  id: string;
  version: number;
  ledger_id: string;
  name: string;
  notes: string;
  inputs: ValuationInputs;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
}

const toValuation = (row: Row): Valuation => ({
  id: row.id,
  version: row.version,
  ledgerId: row.ledger_id,
  name: row.name,
  notes: row.notes,
  inputs: row.inputs,
  result: valueOf(row.inputs),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

async function anyValuation(id: string, needed: LedgerRole, lock = ''): Promise<Row> {
  const [row] = await query<Row>(
    `select ${COLUMNS} from finance_valuations where workspace_id = $1 and id = $2 ${lock}`,
    [currentWorkspaceId(), id],
  );
  return requireRecord(row, needed, NOUN);
}

async function present(id: string, needed: LedgerRole, lock = ''): Promise<Row> {
  const row = await anyValuation(id, needed, lock);
  if (row.deleted_at) throw notFound(NOUN);
  return row;
}

/** @throws AppError `not_found` */
export async function listValuations(ledgerId: string): Promise<{ items: ValuationSummary[] }> {
  await requireLedger(ledgerId);
  const rows = await query<Row>(
    `select ${COLUMNS} from finance_valuations where workspace_id = $1 and ledger_id = $2 and deleted_at is null
      order by created_at, id limit ${MAX}`,
    [currentWorkspaceId(), ledgerId],
  );
  return {
    items: rows.map((row) => ({
      id: row.id,
      name: row.name,
      currency: row.inputs.currency,
      asOf: row.inputs.asOf,
      conclusion: valueOf(row.inputs).conclusion,
      updatedAt: row.updated_at,
    })),
  };
}

/** @throws AppError `not_found` */
export const getValuation = async (id: string): Promise<Valuation> => toValuation(await present(id, 'viewer'));

async function emitAndReload(id: string, what: string): Promise<Valuation> {
  const row = await present(id, 'editor');
  if (what !== 'restored') {
    await query(
      'insert into finance_valuation_versions (workspace_id, valuation_id, version, name, notes, inputs, created_by) values ($1, $2, $3, $4, $5, $6, $7)',
      [currentWorkspaceId(), id, row.version, row.name, row.notes, JSON.stringify(row.inputs), currentUserId()],
    );
  }
  await emit({
    type: `finance.valuation.${what}`,
    subject: { type: 'valuation', id },
    data: { version: row.version },
    paths: [VALUATIONS],
  });
  return toValuation(row);
}

/** @throws AppError `validation`, `not_found`, `forbidden` */
export function createValuation({ ledgerId, name, notes = '', inputs }: NewValuation): Promise<Valuation> {
  return transaction(async () => {
    await requireLedger(ledgerId, 'editor');
    const id = newId();
    await query(
      'insert into finance_valuations (id, workspace_id, ledger_id, name, notes, inputs, created_by) values ($1, $2, $3, $4, $5, $6, $7)',
      [id, currentWorkspaceId(), ledgerId, name, notes, JSON.stringify(inputs), currentUserId()],
    );
    return emitAndReload(id, 'created');
  });
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale` */
export function updateValuation(
  id: string,
  { version, name, notes = '', inputs }: ValuationUpdate,
): Promise<Valuation> {
  return transaction(async () => {
    requireVersion(await present(id, 'editor', 'for update'), version, 'this valuation');
    await query(
      'update finance_valuations set name = $3, notes = $4, inputs = $5, version = version + 1, updated_at = now() where workspace_id = $1 and id = $2',
      [currentWorkspaceId(), id, name, notes, JSON.stringify(inputs)],
    );
    return emitAndReload(id, 'updated');
  });
}

/** @throws AppError `not_found`, `forbidden` */
export function removeValuation(id: string): Promise<void> {
  return transaction(async () => {
    await present(id, 'editor', 'for update');
    await query('update finance_valuations set deleted_at = now() where workspace_id = $1 and id = $2', [
      currentWorkspaceId(),
      id,
    ]);
    await emit({ type: 'finance.valuation.deleted', subject: { type: 'valuation', id }, paths: [VALUATIONS] });
  });
}

/** Brings one back; one that is there stays as it is. @throws AppError `not_found`, `forbidden` */
export function restoreValuation(id: string): Promise<Valuation> {
  return transaction(async () => {
    const row = await anyValuation(id, 'editor', 'for update');
    if (!row.deleted_at) return toValuation(row);
    await query('update finance_valuations set deleted_at = null where workspace_id = $1 and id = $2', [
      currentWorkspaceId(),
      id,
    ]);
    return emitAndReload(id, 'restored');
  });
}

/** @throws AppError `not_found` */
export async function listVersions(id: string): Promise<{ items: ValuationVersion[] }> {
  await present(id, 'viewer');
  const rows = await query<{
    version: number;
    name: string;
    notes: string;
    by: string | null;
    created_at: string;
    inputs: ValuationInputs;
  }>(
    `select v.version, v.name, v.notes, p.name as by, v.created_at, v.inputs from finance_valuation_versions v
      left join workspace_people p on p.id = v.created_by
     where v.workspace_id = $1 and v.valuation_id = $2 order by v.version desc limit ${MAX_VERSIONS}`,
    [currentWorkspaceId(), id],
  );
  return {
    items: rows.map(({ version, name, notes, by, created_at: at, inputs }) => ({
      version,
      name,
      notes,
      by: by ?? '',
      at,
      inputs,
      result: valueOf(inputs),
    })),
  };
}
