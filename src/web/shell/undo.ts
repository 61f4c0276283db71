/** What can be taken back: offered in a toast, and by Ctrl/⌘ Z for as long as the page lives. */
import { useEffect } from 'react';
import { isNetworkError, messageFor } from '../api/error.ts';
import { shownTo } from '../api/session.ts';
import { toast } from './toast.ts';

interface Undoable {
  /** What was done: "3 contacts deleted". */
  title: string;
  description?: string;
  /**
   * Takes it back. Answers false where it failed and has said why, and a sentence where "Undone" would not be the whole
   * truth: "2 contacts were changed since and stay as they are."
   */
  undo: () => Promise<unknown>;
  /** Keep it to the keyboard: for small edits, where a toast each time would be noise. */
  quiet?: boolean;
}

/** Why something is not taken back, in words for the person. */
export class NotUndone extends Error {
  override readonly name = 'NotUndone';
}

/**
 * @throws NotUndone where something is not what the act made of it any more: it would be somebody else's work that is
 *   undone.
 */
export function onlyIfUnchanged(made: unknown, now: unknown): void {
  if (JSON.stringify(made) !== JSON.stringify(now))
    throw new NotUndone('It was changed again since, and stays as it is now.');
}

const KEPT = 20;
let done: Undoable[] = [];
/** Whose act it was, and in which workspace: who signs in next in this tab takes nothing of it back. */
const whose = new WeakMap<Undoable, string | null>();
/** Taken back, or about to be: by the key, in the toast or in the list of messages, but once. */
const taken = new WeakSet<Undoable>();
let turn: Promise<unknown> = Promise.resolve();

/** Remembers an act that can be taken back, and says so. */
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

/** Takes back the last act of whoever is signed in. @returns whether there is one */
export function undoLast(): boolean {
  const act = done.findLast((one) => whose.get(one) === shownTo());
  if (act) takeBack(act);
  return act !== undefined;
}

/** One after the other: what is built on something is gone before that is taken back. */
function takeBack(act: Undoable): void {
  if (taken.has(act) || whose.get(act) !== shownTo()) return;
  taken.add(act);
  done = done.filter((other) => other !== act);
  turn = turn.then(() => perform(act));
}

async function perform(act: Undoable): Promise<void> {
  try {
    const said = await act.undo();
    if (typeof said === 'string') toast({ type: 'warning', title: 'Undone in part', description: said });
    else if (said !== false) toast({ title: 'Undone', description: act.title });
  } catch (error) {
    const again = isNetworkError(error);
    if (again) {
      taken.delete(act);
      done = [...done, act];
    }
    toast({
      type: 'error',
      title: 'Not undone',
      description: error instanceof NotUndone ? error.message : messageFor(error, 'It could not be taken back.'),
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

/** Ctrl/⌘ Z takes back the last act, except in fields, where it is the browser's. */
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
