/** The database for all code: `query()` and `transaction()` in the ambient scope. */
export {
  afterCommit,
  database,
  execute,
  isUniqueViolation,
  query,
  queryForLibrary,
  savepoint,
  sightOf,
  transaction,
  type Database,
} from './database.ts';
export {
  asSystem,
  currentScope,
  currentTransaction,
  currentUserId,
  currentWorkspaceId,
  inScope,
  inWorkspace,
  outsideTransaction,
  withAllRecords,
} from './context.ts';
export {
  countRows,
  deleteRows,
  insertIfNew,
  insertRow,
  insertRows,
  selectRow,
  selectRows,
  updateRow,
  updateRows,
  upsertRow,
  type SqlRow,
} from './rows.ts';
export { NEXT_VERSION, NOW, sql } from './sql.ts';
