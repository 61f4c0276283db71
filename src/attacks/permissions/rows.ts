/**
 * Who may make which call: every cell of call × role is declared here and in the tables beside this file. A call that
 * stands in no table fails the test, so whoever adds one says in the same change who may make it.
 */

/** `in`: the call is looked at, whatever comes of it. Else the status of the refusal. */
export type Cell = 'in' | 401 | 403;

/**
 * `staff`, `opusTeam` and `admin` are of the operations workspace, `client` and `owner` of a client's; none but `owner`
 * is an owner. `key` is an API key of the administrator that holds every scope but the one that opens the call.
 */
export const ROLES = ['visitor', 'staff', 'client', 'owner', 'opusTeam', 'admin', 'key'] as const;
export type Role = (typeof ROLES)[number];

export interface Row {
  cells: Readonly<Record<Role, Cell>>;
  /** The service itself decides, after the body was read: the call is tried with a fitting one. */
  byService?: true;
  /** The scope of keys that opens the call; absent: it is closed to keys. */
  scope?: string;
}

const row = (visitor: Cell, staff: Cell, client: Cell, owner: Cell, opusTeam: Cell, admin: Cell, key: Cell) => ({
  visitor,
  staff,
  client,
  owner,
  opusTeam,
  admin,
  key,
});

/** Nobody has to sign in; what it answers is for everybody, or hangs on a secret in the address or the body. */
export const EVERYBODY: Row = { cells: row('in', 'in', 'in', 'in', 'in', 'in', 'in') };
/**
 * Whoever is signed in, within their workspace. What they may see of one record, its service says (ledgers,
 * conversations, comments of others).
 */
export const MEMBERS: Row = { cells: row(401, 'in', 'in', 'in', 'in', 'in', 403) };
/** Who looks after a workspace: its owners, and administrators. */
export const MANAGERS: Row = { cells: row(401, 403, 403, 'in', 403, 'in', 403), byService: true };
/** Owners of a client's business. */
export const OWNERS: Row = { cells: row(401, 403, 403, 'in', 403, 403, 403), byService: true };
/** Administrators of the installation. */
export const ADMINS: Row = { cells: row(401, 403, 403, 403, 403, 'in', 403) };
/** Administrators, or whoever has the token of the metrics. */
export const METRICS: Row = { cells: row(401, 401, 401, 401, 401, 'in', 401) };
/** Whoever can sign the body: nobody of ours. */
export const SIGNED: Row = { cells: row(401, 401, 401, 401, 401, 401, 401), byService: true };

/**
 * The calls of a row, one path a line with its methods: `GET,PUT /api/contacts/{id}`. A scope opens them to keys that
 * have it.
 */
export function rows(kind: Row, lines: string): Record<string, Row>;
export function rows(kind: Row, scope: string, lines: string): Record<string, Row>;
export function rows(kind: Row, first: string, second?: string): Record<string, Row> {
  const calls = second ?? first;
  const cells: Row = second === undefined ? kind : { ...kind, scope: first };
  return Object.fromEntries(
    calls
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [methods = '', path = ''] = line.trim().split(' ');
        return methods.split(',').map((method) => [`${method} ${path}`, cells]);
      }),
  );
}
