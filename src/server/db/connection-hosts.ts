/**
 * The hosts that one connection string names, as libpq's do: `postgres://user@one:5432,two:5432/gauntlet`. The driver
 * knows one host only, so each connection is made to the one that was the primary last; when that cannot be reached or
 * has become a standby, the next one is tried.
 */
import type pg from 'pg';

/** What `postgres://user:password@` and `/database?…` stand around. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/;

/** One connection string for each host. A port is each host's own; all else is common to them. */
export function splitHosts(text: string): string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(text) ?? [];
  const names = hosts.split(',').filter(Boolean);
  return names.length < 2 ? [text] : names.map((host) => `${before}${host}${withoutTarget(after)}`);
}

/** Which kind of server is wanted is known here; the driver does not know the parameter. */
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

  /** The connection string of the host that is tried next. */
  get current(): string {
    return this.#urls[this.#current]!;
  }

  /** Goes on to the next host, unless somebody has gone on from `url` already. */
  leave(url: string): void {
    if (this.current === url) this.#current = (this.#current + 1) % this.#urls.length;
  }
}

/** What a connection says of a server that takes no writes; a further host may. */
export class StandbyError extends Error {
  override readonly name = 'StandbyError';
  readonly code = '57P03';

  constructor() {
    super('This PostgreSQL is a standby: it takes no writes');
  }
}

/** @throws StandbyError where the server takes no writes. */
export async function requirePrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  if (rows[0]!.standby) throw new StandbyError();
}
