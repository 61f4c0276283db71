/**
 * The live channel's wire format. The browser holds one event stream (`GET /api/events`, Server-Sent Events); each
 * message names API paths whose answers changed, and the client invalidates every cached read whose path is one of them
 * or lies beneath one of them.
 */

/** One change notice. */
export interface LiveChange {
  /** Position in the stream; sent as the SSE id, so that a reconnecting browser asks for what it missed. */
  seq: number;
  /** API paths without query, for example `/api/contacts`; `*` means everything (the gap was too large to replay). */
  paths: string[];
}

/** Whether a cached read of `path` is outdated by a change of `changed`. */
export function isAffected(path: string, changed: string): boolean {
  return changed === '*' || path === changed || path.startsWith(`${changed}/`);
}
