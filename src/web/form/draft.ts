/**
 * What is typed but not saved, kept by the browser tab: it survives a reload and a lost session, for the one who typed
 * it. Whoever else signs in here finds nothing of it, and it is gone when they sign out.
 */
import { lastUser } from '../api/renewal.ts';
import { hasLeftOnPurpose } from '../api/session.ts';

const PREFIX = 'draft:';

/** While a session is lost, what is still on screen is theirs who had it. */
let owner: string | null = null;

function keyOf(name: string): string {
  owner = lastUser.get() ?? owner;
  return `${PREFIX}${owner ?? ''}:${name}`;
}

export function loadDraft(name: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

export function saveDraft(name: string, values: unknown): void {
  // A page that a sign-out takes away would leave its draft behind.
  if (hasLeftOnPurpose()) return;
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(values));
  } catch {
    // Storage is full or closed: the draft then lives as long as the page.
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // As above: nothing was stored either.
  }
}

/** Drops every draft of this tab, whoever typed it. */
export function dropDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}
