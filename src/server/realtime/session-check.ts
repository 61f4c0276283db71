/**
 * A browser's connections end with its session, and when the session moves to another workspace: a visit ended, or
 * someone was removed from a team.
 */
import { log } from '../observability/log.ts';

/** The living sessions among these, each with its workspace. */
export type AliveSessions = (sessionIds: string[]) => Promise<ReadonlyMap<string, string>>;

/** An ended session's connections close within a second. */
const EVERY = 500;

interface Checked<Connection> {
  open: ReadonlySet<Connection>;
  sessionOf(connection: Connection): string;
  /** The workspace whose changes the connection receives. */
  workspaceOf(connection: Connection): string;
  drop(connection: Connection): void;
}

/**
 * Checks twice a second whether the sessions of the open connections still live in their workspaces, and drops the
 * others.
 *
 * @returns a function that stops the check
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
      // Only connections in the question may be dropped: one that arrives meanwhile is in no answer, and lives.
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
