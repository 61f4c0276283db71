/**
 * The live channel's wire format. The browser holds one event stream (`GET /api/events`, Server-Sent Events). Each
 * message names API paths whose answers changed, and the client invalidates every cached read at or beneath those
 * paths.
 */

/** One change notice. */
export interface LiveChange {
  /** Position in the stream, sent as the SSE id, so that a reconnecting browser can ask for what it missed. */
  seq: number;
  /** API paths without query, for example `/api/contacts`; `*` means everything (the gap was too large to replay). */
  paths: string[];
}

/** Whether a change of `changed` invalidates a cached read of `path`. */
export function isAffected(path: string, changed: string): boolean {
  return changed === '*' || path === changed || path.startsWith(`${changed}/`);
}
