import { checkRichText } from '../../kernel/rich-text.ts';
import { plainToRichText } from '../../kernel/rich-text-render.ts';
import type { RichText } from '../../kernel/rich-text-types.ts';
import { loadDraft } from '../../web/form/draft.ts';
import { Banner } from '../../web/ui/banner.tsx';
import { Button } from '../../web/ui/button.tsx';
import type { Person } from '../engine/mentions.ts';
import { NoteText } from './collaboration/note-text.tsx';

/**
 * A note or comment as it was when its kept draft was begun: what was typed on an earlier visit was typed into that.
 */
export function asDrafted<T extends { version: number }>(one: T, draftName: string): T {
  const version = loadDraft(draftName)?.['version'];
  return typeof version === 'number' ? { ...one, version } : one;
}

/** A stored draft; drafts of earlier releases are plain text. Undefined if nothing is stored. */
export function draftedText(draftName: string): RichText | undefined {
  const { body, text } = loadDraft(draftName) ?? {};
  const checked = body === undefined ? undefined : checkRichText(body);
  if (checked && 'doc' in checked) return checked.doc;
  return typeof text === 'string' ? plainToRichText(text) : undefined;
}

/** Shown when someone else changes or deletes a note or comment during the edit. */
export function TheirsBanner({
  title,
  said,
  onTake,
}: {
  title: string;
  said: { text: string; body: RichText | null; mentions: readonly Person[] };
  onTake: () => void;
}) {
  return (
    <Banner
      tone="warning"
      className="mb-2"
      action={
        <Button size="sm" onClick={onTake}>
          Use theirs
        </Button>
      }
    >
      <p className="font-medium">{title} Current version:</p>
      <NoteText said={said} className="mt-1" />
      <p className="mt-1">Save again to replace it with yours.</p>
    </Banner>
  );
}
