import { MAX_TEXT } from '../contract.ts';
import { sizeOf } from '../engine/segments.ts';

/** How many segments a carrier bills for a text, and what makes it more. */
export function TextSize({ text }: { text: string }) {
  if (!text.trim()) return null;
  const { segments, characters, special } = sizeOf(text.trim());
  return (
    <p className="px-1 pt-1 text-xs text-muted">
      {characters.toLocaleString('en-US')} of {MAX_TEXT.toLocaleString('en-US')} characters ·{' '}
      {segments === 1 ? '1 segment' : `${segments} segments`}
      {special.length > 0 && ` · ${special.join(' ')} shortens segments to 70 characters`}
    </p>
  );
}
