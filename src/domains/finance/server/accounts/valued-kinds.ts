/** Kinds of accounts that are things of value, as a list in SQL. */
import { VALUED_KINDS } from '../../contract.ts';

export const VALUED_KINDS_SQL = `(${VALUED_KINDS.map((kind) => `'${kind}'`).join(', ')})`;
