/** What can be taken back: offered in a toast, and by Ctrl/⌘ Z for as long as the page lives. */
import { useEffect } from 'react';
import { messageFor } from '../api/error.ts';
import { toast } from './toast.ts';

interface Undoable {
  /** What was done: "3 contacts deleted". */
  title: string;
  description?: string;
  /** Takes it back. */
  undo: () => Promise<unknown>;
  /** Keep it to the keyboard: for small edits, where a toast each time would be noise. */
  quiet?: boolean;
}

const KEPT = 20;
let done: Undoable[] = [];

/** Remembers an act that can be taken back, and says so. */
export function offerUndo(act: Undoable): void {
  done = [...done, act].slice(-KEPT);
  if (!act.quiet) toast({ type: 'success', title: act.title, description: act.description, action: { label: 'Undo', onSelect: () => void takeBack(act) } });
}

async function takeBack(act: Undoable | undefined): Promise<void> {
  if (!act) return;
  done = done.filter((other) => other !== act);
  try {
    await act.undo();
    toast({ title: 'Undone', description: act.title });
  } catch (error) {
    toast({ type: 'error', title: 'Not undone', description: messageFor(error, 'It could not be taken back. Try again.') });
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.closest('input:not([type="checkbox"]), textarea, select, [role="dialog"]') !== null);
}

/** Ctrl/⌘ Z takes back the last act, except in fields, where it is the browser's. */
export function useUndoKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z' || isTyping(event.target) || done.length === 0) return;
      event.preventDefault();
      void takeBack(done.at(-1));
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
