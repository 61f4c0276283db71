/**
 * Permissions: every cell of call × role is declared in a domain's `domain.permissions.ts` or in `platform.ts`. A missing call fails the
 * test, so a new call needs its permissions in the same change.
 */

/** `in`: the call is processed, whatever the result. Otherwise the status of the refusal. */
export type Cell = 'in' | 401 | 403;

/**
 * `staff`, `opusTeam`, and `admin` belong to the operations workspace, `client` and `owner` to a client's; only `owner`
 * owns one. `key` is an API key of the administrator with every scope except the call's.
 */
export const ROLES = ['visitor', 'staff', 'client', 'owner', 'opusTeam', 'admin', 'key'] as const;
export type Role = (typeof ROLES)[number];

export interface Row {
  cells: Readonly<Record<Role, Cell>>;
  /** The service itself decides after reading the body, so the call is tried with a valid one. */
  byService?: true;
  /** The scope that opens the call to keys; if absent, it is closed to keys. */
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

/** No sign-in: the answer is for everyone, or depends on a secret in the address or the body. */
export const EVERYBODY: Row = { cells: row('in', 'in', 'in', 'in', 'in', 'in', 'in') };
/**
 * Signed-in people, within their workspace. Services decide about single records (ledgers, conversations, comments of
 * others).
 */
export const MEMBERS: Row = { cells: row(401, 'in', 'in', 'in', 'in', 'in', 403) };
/** People who manage a workspace: its owners, and administrators. */
export const MANAGERS: Row = { cells: row(401, 403, 403, 'in', 403, 'in', 403), byService: true };
/** Owners of a client's business. */
export const OWNERS: Row = { cells: row(401, 403, 403, 'in', 403, 403, 403), byService: true };
/** Administrators of the installation. */
export const ADMINS: Row = { cells: row(401, 403, 403, 403, 403, 'in', 403) };
/** Administrators, or the holder of the metrics token. */
export const METRICS: Row = { cells: row(401, 401, 401, 401, 401, 'in', 401) };
/** Callers that can sign the body: none of ours. */
export const SIGNED: Row = { cells: row(401, 401, 401, 401, 401, 401, 401), byService: true };

/**
 * The calls of a row, one path per line with its methods: `GET,PUT /api/contacts/{id}`. A scope opens them to keys that
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

/** Common to every kind of record. */
export function recordTables(...kinds: string[]): Record<string, string> {
  return Object.fromEntries(
    kinds.flatMap((kind) => [
      [`/api/${kind}/{id}`, kind.replaceAll('-', '_')],
      [`/api/${kind}/{id}/comments/{commentId}`, 'record_comments'],
      [`/api/${kind}/{id}/files/{fileId}`, 'record_files'],
      [`/api/${kind}/{id}/notes/{noteId}`, 'record_notes'],
      [`/api/${kind}/bulk/{batchId}`, 'record_batches'],
      [`/api/${kind}/merges/{mergeId}`, 'record_merges'],
    ]),
  );
}
