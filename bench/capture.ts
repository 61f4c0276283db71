/** The SQL that the product really sends for a call, to be repeated by the floor. */
import type pg from 'pg';
import { database } from '../src/server/db/index.ts';

export interface CapturedStatement {
  text: string;
  values?: unknown[];
  name?: string;
}

type Send = (statement: CapturedStatement | string, ...rest: unknown[]) => unknown;

/** The statement that sets a connection's scope: the floor has no tenant isolation. */
const SCOPE_STATEMENT = 'set_scope';
/** Role of a connection that serves no workspace. */
const OWNER = 'none';

/** Runs `act` on the open database and returns its SQL, without the setting of the scope. */
export async function capture(act: () => Promise<unknown>): Promise<CapturedStatement[]> {
  const recorder = startRecorder();
  try {
    return (await recorder.during(act)).map(({ statement }) => statement);
  } finally {
    recorder.stop();
  }
}

interface Recorded {
  statement: CapturedStatement;
  /** Sent for a workspace, and not by the server for itself: sign-in, sessions, limits. */
  isWalled: boolean;
}

/** Records all connections of the open database's pool until it is stopped. */
export function startRecorder(): { during: (act: () => Promise<unknown>) => Promise<Recorded[]>; stop: () => void } {
  let heard: Recorded[] = [];
  const roles = new WeakMap<pg.PoolClient, string>();
  const restored = new Map<pg.PoolClient, () => void>();
  const record = (client: pg.PoolClient) => {
    if (restored.has(client)) return;
    const watched = client as unknown as { query: Send };
    const send = watched.query;
    watched.query = (statement, ...rest) => {
      const { text, values, name } = typeof statement === 'string' ? { text: statement } : statement;
      if (name === SCOPE_STATEMENT) roles.set(client, String(values?.[0]));
      else
        heard.push({
          statement: { text, ...(values ? { values } : {}), ...(name ? { name } : {}) },
          isWalled: roles.get(client) !== OWNER,
        });
      return send.call(client, statement, ...rest);
    };
    restored.set(client, () => {
      watched.query = send;
    });
  };
  const { pool } = database();
  pool.on('acquire', record);
  return {
    async during(act) {
      heard = [];
      await act();
      return heard;
    },
    stop() {
      pool.off('acquire', record);
      for (const restore of restored.values()) restore();
    },
  };
}
