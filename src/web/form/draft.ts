/**
 * Typed but unsaved text, kept by the browser tab: it survives a reload and a lost session, for its author. Another
 * user who signs in here sees nothing of it, and signing out deletes it.
 */
import { lastUser } from '../api/renewal.ts';
import { hasLeftOnPurpose } from '../api/session.ts';

const PREFIX = 'draft:';

/** While a session is lost, the text on the screen still belongs to its user. */
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
  // A page removed by a sign-out would leave its draft behind.
  if (hasLeftOnPurpose()) return;
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(values));
  } catch {
    // Storage is full or blocked, so the draft lives as long as the page.
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // Nothing was stored either.
  }
}

/** Deletes every draft of this tab, regardless of its author. */
export function dropDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // See above.
  }
}
