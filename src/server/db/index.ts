/** The database, for everyone: `query()`, `transaction()` in the ambient scope. */
export { afterCommit, database, execute, isUniqueViolation, query, queryForLibrary, savepoint, transaction, type Database } from './database.ts';
export {
  asSystem, currentScope, currentTransaction, currentUserId, currentWorkspaceId, inScope, inWorkspace, outsideTransaction,
} from './context.ts';
