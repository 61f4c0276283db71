import { useEffect, useRef } from 'react';
import { Badge } from '../../../web/ui/badge.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { RelativeTime } from '../../../web/ui/time.tsx';
import type { Approval, ApprovalKind } from '../contract.ts';
import { STATE_WORDS } from './labels.ts';

interface QueueListProps {
  items: readonly Approval[];
  kinds: ReadonlyMap<string, ApprovalKind>;
  openId: string | undefined;
  selected: ReadonlySet<string>;
  /** Absent where nothing can be decided on together. */
  onSelect?: (id: string) => void;
  onOpen: (id: string) => void;
}

/** The requests as rows; the open one is marked and kept in sight. */
export function QueueList({ items, kinds, openId, selected, onSelect, onOpen }: QueueListProps) {
  const current = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (openId) current.current?.scrollIntoView({ block: 'nearest' });
  }, [openId]);
  return (
    <ul aria-label="Requests" className="divide-y divide-line">
      {items.map((item) => {
        const open = item.id === openId;
        return (
          <li
            key={item.id}
            ref={open ? current : undefined}
            data-testid="row"
            className={cx('flex items-start gap-1 px-2 py-2 sm:px-3', open ? 'bg-accent-soft' : 'hover:bg-hover')}
          >
            {onSelect && (
              <Checkbox
                aria-label={`Select ${item.title}`}
                checked={selected.has(item.id)}
                onChange={() => onSelect(item.id)}
                className="-mt-0.5"
              />
            )}
            <button
              type="button"
              aria-current={open || undefined}
              onClick={() => onOpen(item.id)}
              className="min-w-0 flex-1 rounded-sm text-left"
            >
              <span className="flex items-start justify-between gap-2">
                <span className="min-w-0 truncate text-sm font-medium" title={item.title}>
                  {item.title}
                </span>
                {item.state !== 'pending' && (
                  <Badge tone={STATE_WORDS[item.state].tone}>{STATE_WORDS[item.state].text}</Badge>
                )}
              </span>
              <span className="block truncate text-xs text-muted">
                {kinds.get(item.kind)?.label ?? item.kind}
                {' · '}
                <RelativeTime
                  value={item.state === 'pending' ? item.requestedAt : (item.decidedAt ?? item.requestedAt)}
                />
                {item.decidedBy && ` · ${item.decidedBy.name}`}
                {item.rule && ` · ${item.rule.name}`}
                {item.edited && ' · changed'}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
