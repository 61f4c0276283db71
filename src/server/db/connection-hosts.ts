/**
 * Hosts in one connection string, as in libpq: `postgres://user@one:5432,two:5432/gauntlet`. The driver knows one host
 * only, so each connection goes to the last known primary; when that is unreachable or has become a standby, the next
 * host is tried.
 */
import type pg from 'pg';

/** The parts around the hosts: `postgres://user:password@` and `/database?…`. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/;

/** One connection string per host. Each host has its own port; the rest is shared. */
export function splitHosts(text: string): string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(text) ?? [];
  const names = hosts.split(',').filter(Boolean);
  return names.length < 2 ? [text] : names.map((host) => `${before}${host}${withoutTarget(after)}`);
}

/** The server handles this parameter itself; the driver does not know it. */
function withoutTarget(after: string): string {
  const [path = '', search = ''] = after.split('?', 2);
  const rest = search
    .split('&')
    .filter((pair) => pair && !pair.startsWith('target_session_attrs='))
    .join('&');
  return rest ? `${path}?${rest}` : path;
}

export class Hosts {
  readonly #urls: readonly string[];
  #current = 0;

  constructor(connectionString: string) {
    this.#urls = splitHosts(connectionString);
  }

  get count(): number {
    return this.#urls.length;
  }

  /** The connection string of the host to try next. */
  get current(): string {
    return this.#urls[this.#current]!;
  }

  /** Moves on to the next host, unless that already happened since `url`. */
  leave(url: string): void {
    if (this.current === url) this.#current = (this.#current + 1) % this.#urls.length;
  }
}

/** A connection's error for a server that takes no writes; another host may. */
export class StandbyError extends Error {
  override readonly name = 'StandbyError';
  readonly code = '57P03';

  constructor() {
    super('This PostgreSQL is a standby: it takes no writes');
  }
}

/** @throws StandbyError when the server takes no writes */
export async function requirePrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  if (rows[0]!.standby) throw new StandbyError();
}
