import { Banner } from '../../web/ui/banner.tsx';
import { KINDS, type RecordKind } from '../contract/kinds.ts';

/** Notice that the record is in the trash, with a button to restore it. */
export function TrashBanner({ kind, onRestore }: { kind: RecordKind; onRestore: () => void }) {
  return (
    <Banner
      tone="warning"
      action={
        <button
          type="button"
          className="font-medium underline underline-offset-2 hover:no-underline pointer-coarse:min-h-11"
          onClick={onRestore}
        >
          Restore
        </button>
      }
    >
      This {KINDS[kind].one} is in the trash. Restore it with its notes, files, and timeline.
    </Banner>
  );
}
