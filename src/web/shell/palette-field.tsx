import { useState, type KeyboardEvent } from 'react';
import { keepDraft, returnFocus } from './palette-state.ts';

/** The looks that the palette shares with what stands in for it while its code is on its way. Nothing moves in: one would see it twice. */
export const PALETTE = {
  scrim: 'fixed inset-0 z-50 bg-scrim',
  panel: 'fixed inset-x-2 top-2 z-50 mx-auto max-w-xl overflow-hidden rounded-xl bg-raised shadow-pop outline-none sm:top-[12vh]',
  bar: 'flex items-center gap-2.5 border-b border-line px-4',
  field: 'h-12 min-w-0 flex-1 bg-transparent text-[1rem] outline-none sm:text-base',
  label: 'Search or go to',
  placeholder: 'Search or go to…',
};

/** The palette's field at once: what is typed is kept, and goes on in the palette when it is there. */
export function PaletteField({ failed, onClose }: { failed: boolean; onClose: () => void }) {
  const [text, setText] = useState('');
  const close = () => {
    returnFocus();
    onClose();
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') close();
  };
  return (
    <>
      <div className={PALETTE.scrim} onClick={close} aria-hidden="true" />
      <div role="dialog" aria-modal="true" aria-label={PALETTE.label} className={PALETTE.panel}>
        <div className={PALETTE.bar}>
          {/* The room of the palette's icon. */}
          <span className="size-4 shrink-0" />
          <input
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              keepDraft(target.value);
            }}
            onKeyDown={onKeyDown} autoFocus autoComplete="off" spellCheck={false} placeholder={PALETTE.placeholder}
            role="combobox" aria-label={PALETTE.label} aria-expanded={false} className={PALETTE.field}
          />
        </div>
        {failed && <p role="alert" className="px-4 py-8 text-center text-sm text-muted">The search could not be loaded. Check your connection and open it again.</p>}
      </div>
    </>
  );
}
