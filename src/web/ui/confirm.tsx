import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useId, useState, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { Input } from './input.tsx';
import { useReturnFocus } from './return-focus.ts';

export interface ConfirmOptions {
  /** The question, naming the thing and how many: "Delete 2,013 contacts for good?" */
  title: string;
  description?: ReactNode;
  /** The verb on the button: "Delete 2,013 contacts". Never "OK". */
  action: string;
  cancel?: string;
  tone?: 'danger' | 'primary';
  /** A word to type before the button works: for what hits many records and cannot be undone. */
  typed?: string;
}

interface Pending extends ConfirmOptions {
  answer: (yes: boolean) => void;
}

let pending: Pending | null = null;
const listeners = new Set<() => void>();

function setPending(next: Pending | null) {
  pending = next;
  for (const listener of listeners) listener();
}

/** Asks before something that cannot be undone. Resolves to false when cancelled, or when another question replaces it. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  pending?.answer(false);
  return new Promise((resolve) => {
    setPending({
      ...options,
      answer: (yes) => {
        setPending(null);
        resolve(yes);
      },
    });
  });
}

/** Draws the question of `confirm()`; mount it once. */
export function ConfirmHost() {
  const question = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, () => pending);
  return question && <Question key={question.title} {...question} />;
}

function Question({ title, description, action, cancel = 'Cancel', tone = 'danger', typed, answer }: Pending) {
  const [text, setText] = useState('');
  const inputId = useId();
  const returnFocus = useReturnFocus();
  const ready = !typed || text.trim().toLowerCase() === typed.toLowerCase();
  return (
    <AlertDialog.Root open onOpenChange={(open) => { if (!open) answer(false); }}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 animate-fade-in bg-scrim" />
        <AlertDialog.Content
          {...returnFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className="fixed inset-x-4 top-[max(24px,20vh)] z-50 mx-auto max-w-md animate-pop-in rounded-xl bg-raised p-5 shadow-pop outline-none"
        >
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          {description && <AlertDialog.Description asChild><div className="mt-2 text-sm text-muted">{description}</div></AlertDialog.Description>}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (ready) answer(true);
            }}
          >
            {typed && (
              <div className="mt-4 flex flex-col gap-1">
                <label htmlFor={inputId} className="text-sm">Type <strong className="font-semibold">{typed}</strong> to go on</label>
                <Input id={inputId} value={text} onChange={(event) => setText(event.target.value)} autoComplete="off" />
              </div>
            )}
            <div className="mt-5 flex flex-wrap justify-end gap-2">
              <AlertDialog.Cancel asChild><Button>{cancel}</Button></AlertDialog.Cancel>
              <Button type="submit" variant={tone} disabled={!ready}>{action}</Button>
            </div>
          </form>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
