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
