/** The appearance on the server: it comes along to other browsers, and every change is kept there too. */
import { useEffect } from 'react';
import { API } from '../api/paths.ts';
import { createSaver } from '../api/saver.ts';
import { send } from '../api/send.ts';
import { appearance, parseAppearance, setAppearance, type Appearance } from './theme.ts';
import { toast } from './toast.ts';

/** Whose appearance this browser tab has fetched already. */
const FETCHED_FOR = 'appearanceOf';

const save = createSaver<Appearance>({
  save: (body) => send<Appearance>('PUT', API.appearance, { body }),
  show: setAppearance,
  onSaved: () => toast({ type: 'success', title: 'Appearance updated' }),
  onFailed: () => toast({ type: 'error', title: 'Update failed', description: 'Failed to update appearance settings' }),
});

/**
 * Changes some of the appearance at once and keeps it on the server; goes back and says so when that fails. For a
 * signed-in user.
 */
export function changeAppearance(change: Partial<Appearance>): Promise<void> {
  return save({ ...appearance(), ...change }, appearance());
}

/**
 * Takes over what the server holds for the user, once in each tab: a browser that is new to them looks as they like it.
 */
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
  // What the person chose while the answer was on its way is newer.
  if (appearance() === before) setAppearance(kept);
}
