/** The appearance on the server: it follows the person to other browsers, and every change is saved there. */
import { useEffect } from 'react';
import { API } from '../api/paths.ts';
import { createSaver } from '../api/saver.ts';
import { send } from '../api/send.ts';
import { appearance, parseAppearance, setAppearance, type Appearance } from './theme.ts';
import { toast } from './toast.ts';

/** The user whose appearance this tab has loaded. */
const FETCHED_FOR = 'appearanceOf';

const save = createSaver<Appearance>({
  save: (body) => send<Appearance>('PUT', API.appearance, { body }),
  show: setAppearance,
  onSaved: () => toast({ type: 'success', title: 'Appearance updated' }),
  onFailed: () => toast({ type: 'error', title: 'Update failed', description: 'Failed to update appearance settings' }),
});

/**
 * Changes part of the appearance at once and saves it on the server; reverts it with a message on failure. For a
 * signed-in user.
 */
export function changeAppearance(change: Partial<Appearance>): Promise<void> {
  return save({ ...appearance(), ...change }, appearance());
}

/** Loads the user's appearance from the server, once per tab, so that a new browser looks right. */
export function useServerAppearance(userId: string | undefined): void {
  useEffect(() => {
    if (userId)
      adoptServerAppearance(userId).catch((error: unknown) => console.warn('The appearance could not be read', error));
  }, [userId]);
}

async function adoptServerAppearance(userId: string): Promise<void> {
  if (sessionStorage.getItem(FETCHED_FOR) === userId) return;
  const before = appearance();
  const kept = parseAppearance(await send('GET', API.appearance));
  sessionStorage.setItem(FETCHED_FOR, userId);
  // A choice made while the answer was pending is newer.
  if (appearance() === before) setAppearance(kept);
}
