/** Undo: offered in a toast, and with Ctrl/⌘ Z while the page lives. */
import { useEffect } from 'react';
import { isNetworkError, messageFor } from '../api/error.ts';
import { shownTo } from '../api/session.ts';
import { toast } from './toast.ts';

interface Undoable {
  /** The completed action: "3 contacts deleted". */
  title: string;
  description?: string;
  /**
   * Undoes it. Returns false if it failed and reported why, and a sentence where "Undone" is not the whole truth: "2
   * contacts were changed since and stay as they are."
   */
  undo: () => Promise<unknown>;
  /** Keyboard only: for small edits, where each toast would be noise. */
  quiet?: boolean;
}

/** Why something is not undone, in words for the person. */
export class NotUndone extends Error {
  override readonly name = 'NotUndone';
}

/** @throws NotUndone when the value has changed since the action, because undoing would discard someone else's work */
export function onlyIfUnchanged(made: unknown, now: unknown): void {
  if (JSON.stringify(made) !== JSON.stringify(now))
    throw new NotUndone('It was changed again since, so it was not undone.');
}

const KEPT = 20;
let done: Undoable[] = [];
/** User and workspace of the action: the next person in this tab can undo nothing of it. */
const whose = new WeakMap<Undoable, string | null>();
/** Already undone or in progress, by key, toast, or list of messages: only once. */
const taken = new WeakSet<Undoable>();
let turn: Promise<unknown> = Promise.resolve();

/** Records an undoable action and announces it. */
export function offerUndo(act: Undoable): void {
  done = [...done, act].slice(-KEPT);
  whose.set(act, shownTo());
  if (!act.quiet)
    toast({
      type: 'success',
      title: act.title,
      description: act.description,
      action: { label: 'Undo', onSelect: () => takeBack(act) },
    });
}

/** Undoes the signed-in person's last action. @returns whether there is one */
export function undoLast(): boolean {
  const act = done.findLast((one) => whose.get(one) === shownTo());
  if (act) takeBack(act);
  return act !== undefined;
}

/** One after another, in reverse order of dependency. */
function takeBack(act: Undoable): void {
  if (taken.has(act) || whose.get(act) !== shownTo()) return;
  taken.add(act);
  done = done.filter((other) => other !== act);
  turn = turn.then(() => perform(act));
}

async function perform(act: Undoable): Promise<void> {
  try {
    const said = await act.undo();
    if (typeof said === 'string') toast({ type: 'warning', title: 'Partially undone', description: said });
    else if (said !== false) toast({ title: 'Undone', description: act.title });
  } catch (error) {
    const again = isNetworkError(error);
    if (again) {
      taken.delete(act);
      done = [...done, act];
    }
    toast({
      type: 'error',
      title: 'Couldn’t undo',
      description: error instanceof NotUndone ? error.message : messageFor(error, 'The change could not be undone.'),
      ...(again && { action: { label: 'Try again', onSelect: () => takeBack(act) } }),
    });
  }
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input:not([type="checkbox"]), textarea, select, [role="dialog"]') !== null)
  );
}

/** Ctrl/⌘ Z undoes the last action, except in fields, where it belongs to the browser. */
export function useUndoKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.key.toLowerCase() !== 'z' ||
        isTyping(event.target)
      )
        return;
      if (undoLast()) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
