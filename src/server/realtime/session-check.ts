/** What is open to a browser ends with its session. */
import { log } from '../observability/log.ts';

/** Which of these sessions are still alive. */
export type AliveSessions = (sessionIds: string[]) => Promise<ReadonlySet<string>>;

/** An ended session's connections are let go within a second of it. */
const EVERY = 500;

interface Checked<Connection> {
  open: ReadonlySet<Connection>;
  sessionOf(connection: Connection): string;
  drop(connection: Connection): void;
}

/**
 * Asks twice a second whether the sessions of the open connections are still alive, and drops those that are not.
 *
 * @returns ends the checking
 */
export function checkSessions<Connection>(aliveSessions: AliveSessions, { open, sessionOf, drop }: Checked<Connection>): () => void {
  let checking = false;

  async function check(): Promise<void> {
    if (checking || open.size === 0) return;
    checking = true;
    try {
      // Only those that are asked about may be dropped: a connection that comes meanwhile is in no answer, and lives.
      const asked = [...open];
      const alive = await aliveSessions([...new Set(asked.map(sessionOf))]);
      for (const connection of asked) if (open.has(connection) && !alive.has(sessionOf(connection))) drop(connection);
    } catch (error) {
      log().warn({ err: error }, 'sessions of open connections could not be checked');
    } finally {
      checking = false;
    }
  }

  const timer = setInterval(() => void check(), EVERY).unref();
  return () => clearInterval(timer);
}
