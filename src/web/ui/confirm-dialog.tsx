import { AlertDialog } from 'radix-ui';
import { useId, useState } from 'react';
import { Button } from './button.tsx';
import type { PendingQuestion } from './confirm.ts';
import { Input } from './input.tsx';
import { useReturnFocus } from './return-focus.ts';
import { Scrim } from './scrim.tsx';

/** One question with its buttons. */
export default function ConfirmDialog({
  title,
  description,
  action,
  cancel = 'Cancel',
  tone = 'danger',
  typed,
  answer,
}: PendingQuestion) {
  const [text, setText] = useState('');
  const inputId = useId();
  const returnFocus = useReturnFocus();
  const ready = !typed || text.trim().toLowerCase() === typed.toLowerCase();
  return (
    <AlertDialog.Root
      open
      onOpenChange={(open) => {
        if (!open) answer(false);
      }}
    >
      <AlertDialog.Portal>
        <Scrim />
        <AlertDialog.Content
          {...returnFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className="fixed inset-x-4 top-[max(24px,20vh)] z-50 mx-auto max-h-[calc(100dvh-max(24px,20vh)-16px)] max-w-md overflow-y-auto animate-pop-in rounded-xl bg-raised p-5 shadow-pop outline-none"
        >
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          {description && (
            <AlertDialog.Description asChild>
              <div className="mt-2 text-sm text-muted">{description}</div>
            </AlertDialog.Description>
          )}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (ready) answer(true);
            }}
          >
            {typed && (
              <div className="mt-4 flex flex-col gap-1">
                <label htmlFor={inputId} className="text-sm">
                  Type <strong className="font-semibold">{typed}</strong> to continue
                </label>
                <Input id={inputId} value={text} onChange={(event) => setText(event.target.value)} autoComplete="off" />
              </div>
            )}
            <div className="mt-5 flex flex-wrap justify-end gap-2">
              <AlertDialog.Cancel asChild>
                <Button>{cancel}</Button>
              </AlertDialog.Cancel>
              <Button type="submit" variant={tone} disabled={!ready}>
                {action}
              </Button>
            </div>
          </form>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
