/** The SQL that the product really sends for a call, to be run again by the floor: no guess at what it might be. */
import type pg from 'pg';
import { database } from '../src/server/db/index.ts';

export interface CapturedStatement {
  text: string;
  values?: unknown[];
  name?: string;
}

type Send = (statement: CapturedStatement | string, ...rest: unknown[]) => unknown;

/** The statement that puts a connection behind the tenant wall: the floor has no wall. */
const SCOPE_STATEMENT = 'set_scope';

/**
 * Runs `act` on the open database and answers what it sent, without the setting of the scope.
 */
export async function capture(act: () => Promise<unknown>): Promise<CapturedStatement[]> {
  const captured: CapturedStatement[] = [];
  const restored: (() => void)[] = [];
  const record = (client: pg.PoolClient) => {
    const watched = client as unknown as { query: Send };
    const send = watched.query;
    watched.query = (statement, ...rest) => {
      const { text, values, name } = typeof statement === 'string' ? { text: statement } : statement;
      if (name !== SCOPE_STATEMENT) captured.push({ text, ...(values ? { values } : {}), ...(name ? { name } : {}) });
      return send.call(client, statement, ...rest);
    };
    restored.push(() => {
      watched.query = send;
    });
  };
  const { pool } = database();
  pool.on('acquire', record);
  try {
    await act();
  } finally {
    pool.off('acquire', record);
    for (const restore of restored.reverse()) restore();
  }
  return captured;
}
