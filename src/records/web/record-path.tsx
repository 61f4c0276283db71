import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { Link } from '../../web/router/link.tsx';
import type { RawSearch } from '../../web/router/page.ts';
import { Breadcrumb } from '../../web/ui/breadcrumb.tsx';
import { IconButton } from '../../web/ui/icon-button.tsx';
import { RecordTools } from './collaboration/record-tools.tsx';
import { KINDS, type RecordKind } from '../contract/kinds.ts';

/** Where the record stands, and the way to the ones beside it. */
export function RecordPath({
  kind,
  id,
  name,
  inTrash = false,
  listSearch,
  position,
}: {
  kind: RecordKind;
  id: string;
  name: string;
  /** No one watches, or keeps near at hand, what lies in the trash. */
  inTrash?: boolean;
  listSearch: RawSearch;
  position: {
    previous: { name: string } | null;
    next: { name: string } | null;
    goPrevious: () => void;
    goNext: () => void;
  };
}) {
  const { one, title, page } = KINDS[kind];
  return (
    <div className="flex min-h-control items-center justify-between gap-2" data-noprint>
      <Breadcrumb
        items={[
          <Link key="list" to={page} search={listSearch} className="hover:text-ink hover:underline">
            {title}
          </Link>,
          name,
        ]}
      />
      <div className="flex shrink-0">
        {!inTrash && <RecordTools of={{ kind, id }} name={name} />}
        <IconButton
          label={position.previous ? `Previous: ${position.previous.name}` : `No previous ${one}`}
          shortcut="K"
          icon={<ChevronUp />}
          aria-keyshortcuts="k"
          disabled={!position.previous}
          onClick={position.goPrevious}
        />
        <IconButton
          label={position.next ? `Next: ${position.next.name}` : `No next ${one}`}
          shortcut="J"
          icon={<ChevronDown />}
          aria-keyshortcuts="j"
          disabled={!position.next}
          onClick={position.goNext}
        />
      </div>
    </div>
  );
}
