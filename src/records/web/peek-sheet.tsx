import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Maximize2 from 'lucide-react/icons/maximize-2';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useGo } from '../../web/router/link.tsx';
import type { Column } from '../../web/table/columns.ts';
import { buttonClass } from '../../web/ui/button.tsx';
import { IconButton } from '../../web/ui/icon-button.tsx';
import { Sheet } from '../../web/ui/sheet.tsx';
import { KINDS, type RecordKind } from '../contract/kinds.ts';
import { ACTIVITY_WORDS } from '../../domains/crm/web/activities/field-labels.ts';
import { COMPANY_WORDS } from '../../domains/crm/web/companies/company-kit.ts';
import { LEAD_WORDS } from '../../domains/crm/web/leads/lead-labels.tsx';
import { LICENSE_WORDS } from '../../domains/crm/web/licenses/license-fields.ts';
import { OPPORTUNITY_WORDS } from '../../domains/crm/web/opportunities/labels.ts';
import { CONTACT_WORDS } from '../../domains/crm/web/contacts/field-labels.ts';
import { type KindWords, useFieldWords } from './field-labels.ts';
import type { ListKit, ListRow } from './list-kit.ts';
import { leaveFieldFirst, PeekFacts } from './peek-facts.tsx';
import { Timeline, type TimelineFilter } from './timeline.tsx';

interface PeekSheetProps<Row extends ListRow> {
  kit: ListKit<Row>;
  row: Row;
  columns: readonly Column<Row>[];
  /** Search that the record's own page carries along. */
  recordSearch: Record<string, unknown>;
  onClose: () => void;
  /** Shows the row after or before this one; absent where there is none. */
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
  /** Saves a field as the cell of the list does; absent where nothing can be changed. */
  onEdit?: ((row: Row, columnId: string, value: string) => void) | undefined;
}

const WORDS: Readonly<Record<RecordKind, KindWords>> = {
  contact: CONTACT_WORDS,
  company: COMPANY_WORDS,
  lead: LEAD_WORDS,
  opportunity: OPPORTUNITY_WORDS,
  activity: ACTIVITY_WORDS,
  business_license: LICENSE_WORDS,
};

/**
 * A record beside its list: what its columns say, shown or not, to be changed in its place, and what happened. The list
 * stays where it is.
 */
export default function PeekSheet<Row extends ListRow>({
  kit,
  row,
  columns,
  recordSearch,
  onClose,
  onNext,
  onPrevious,
  onEdit,
}: PeekSheetProps<Row>) {
  const { one, page } = KINDS[kit.kind];
  const [filter, setFilter] = useState<TimelineFilter>();
  const words = useFieldWords(kit.kind, WORDS[kit.kind]);
  const go = useGo();
  const address = `${page}/${row.id}`;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      (event.target as HTMLElement).closest('input, textarea, select, [contenteditable="true"]')
    )
      return;
    const pencil =
      (event.target as HTMLElement).closest<HTMLElement>('[data-edit]') ??
      event.currentTarget.querySelector<HTMLElement>('[data-edit]');
    const acts: Record<string, (() => void) | undefined> = {
      j: onNext,
      k: onPrevious,
      o: () => void go(address, { search: recordSearch }),
      e: pencil ? () => pencil.click() : undefined,
    };
    const act = acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  // A field that closes leaves the focus on nothing for a moment; keys still belong to the sheet then.
  const steps = useRef({ onNext, onPrevious });
  steps.current = { onNext, onPrevious };
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.target !== document.body || event.altKey || event.ctrlKey || event.metaKey) return;
      const step = { j: steps.current.onNext, k: steps.current.onPrevious }[event.key.toLowerCase()];
      step?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <Sheet
      open
      // The list stays usable: a click on another row shows that one instead.
      modal={false}
      inAddress
      onOpenChange={onClose}
      onKeyDown={onKeyDown}
      onEscapeKeyDown={leaveFieldFirst}
      title={kit.nameOf(row)}
      footer={
        <div className="flex w-full items-center gap-1">
          <IconButton
            label={onPrevious ? `Previous ${one}` : `No previous ${one}`}
            shortcut="K"
            aria-keyshortcuts="k"
            icon={<ChevronUp />}
            disabled={!onPrevious}
            onClick={onPrevious}
          />
          <IconButton
            label={onNext ? `Next ${one}` : `No next ${one}`}
            shortcut="J"
            aria-keyshortcuts="j"
            icon={<ChevronDown />}
            disabled={!onNext}
            onClick={onNext}
          />
          <Link to={address} search={recordSearch} className={buttonClass({ className: 'ml-auto' })}>
            <Maximize2 size={16} aria-hidden="true" />
            Open {one}
          </Link>
        </div>
      }
    >
      <div key={row.id} data-testid="record">
        <PeekFacts row={row} columns={columns} onEdit={onEdit} />
        <Timeline of={{ kind: kit.kind, id: row.id }} filter={filter} onFilter={setFilter} words={words} />
      </div>
    </Sheet>
  );
}
