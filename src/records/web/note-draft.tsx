import { loadDraft } from '../../web/form/draft.ts';
import { Banner } from '../../web/ui/banner.tsx';
import { Button } from '../../web/ui/button.tsx';

/**
 * A note or comment as it was when its kept draft was begun: what was typed on an earlier visit was typed into that.
 */
export function asDrafted<T extends { version: number }>(one: T, draftName: string): T {
  const version = loadDraft(draftName)?.['version'];
  return typeof version === 'number' ? { ...one, version } : one;
}

/** What became of a note or comment while it was edited here. */
export function TheirsBanner({ title, text, onTake }: { title: string; text: string; onTake: () => void }) {
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
      <p className="mt-1 whitespace-pre-wrap">{text}</p>
      <p className="mt-1">Save again to replace it with yours.</p>
    </Banner>
  );
}
