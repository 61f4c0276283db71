/**
 * What is open to a browser ends with its session, and when the session works in another workspace: a visit is over,
 * somebody was taken out of a team.
 */
import { log } from '../observability/log.ts';

/** Those of these sessions that are still alive, each with the workspace that it works in. */
export type AliveSessions = (sessionIds: string[]) => Promise<ReadonlyMap<string, string>>;

/** An ended session's connections are let go within a second of it. */
const EVERY = 500;

interface Checked<Connection> {
  open: ReadonlySet<Connection>;
  sessionOf(connection: Connection): string;
  /** The workspace that the connection hears of. */
  workspaceOf(connection: Connection): string;
  drop(connection: Connection): void;
}

/**
 * Asks twice a second whether the sessions of the open connections are still alive where they are open, and drops those
 * that are not.
 *
 * @returns ends the checking
 */
export function checkSessions<Connection>(
  aliveSessions: AliveSessions,
  { open, sessionOf, workspaceOf, drop }: Checked<Connection>,
): () => void {
  let checking = false;

  async function check(): Promise<void> {
    if (checking || open.size === 0) return;
    checking = true;
    try {
      // Only those that are asked about may be dropped: a connection that comes meanwhile is in no answer, and lives.
      const asked = [...open];
      const alive = await aliveSessions([...new Set(asked.map(sessionOf))]);
      for (const connection of asked)
        if (open.has(connection) && alive.get(sessionOf(connection)) !== workspaceOf(connection)) drop(connection);
    } catch (error) {
      log().warn({ err: error }, 'sessions of open connections could not be checked');
    } finally {
      checking = false;
    }
  }

  const timer = setInterval(() => void check(), EVERY).unref();
  return () => clearInterval(timer);
}
