/** The database, for everyone: `query()`, `db()`, `transaction()` in the ambient scope. */
export { afterCommit, database, db, execute, isUniqueViolation, query, queryForLibrary, savepoint, transaction, type Database } from './database.ts';
export {
  asSystem, currentScope, currentTransaction, currentUserId, currentWorkspaceId, inScope, inWorkspace, outsideTransaction,
} from './context.ts';
