import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useState } from 'react';
import { isSafeHref } from '../../kernel/rich-text-links.ts';
import { Button } from '../ui/button.tsx';
import { Input } from '../ui/input.tsx';

/** A typed link address: without a scheme it is a web page, or an email address if it contains an @. */
export function addressOf(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^(https?|mailto|tel):/i.test(text)
    ? text
    : /^[^/]+@/.test(text)
      ? `mailto:${text}`
      : `https://${text}`;
  return isSafeHref(address) ? address : undefined;
}

/** Where the selected words lead to. Without a selection the address itself is put in. */
export function LinkRow({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const present = editor.getAttributes('link')['href'] as string | undefined;
  const [typed, setTyped] = useState(present ?? '');
  const [invalid, setInvalid] = useState(false);
  const apply = () => {
    const href = addressOf(typed);
    if (!href) return setInvalid(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !present)
      chain.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Enter would send the form around the editor.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') apply();
    else onDone();
  };
  return (
    <div className="grid gap-1 border-b border-line p-1.5">
      <div className="flex flex-wrap items-center gap-1.5">
        <Input
          autoFocus
          aria-label="Link address"
          placeholder="example.com"
          inputMode="url"
          className="min-w-40 flex-1"
          value={typed}
          aria-invalid={invalid ? true : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            setInvalid(false);
          }}
          onKeyDown={onKeyDown}
        />
        <Button size="sm" variant="primary" onClick={apply}>
          Apply link
        </Button>
        {present && (
          <Button
            size="sm"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run();
              onDone();
            }}
          >
            Remove link
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
      {invalid && (
        <p role="alert" className="text-xs text-danger-ink">
          Enter a web address, an email address, or tel: and a phone number.
        </p>
      )}
    </div>
  );
}
