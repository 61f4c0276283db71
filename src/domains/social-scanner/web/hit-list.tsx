import { useEffect, useRef } from 'react';
import { Badge } from '../../../web/ui/badge.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { RelativeTime } from '../../../web/ui/time.tsx';
import type { Hit } from '../contract.ts';
import { headOf, HIT_STATES, INTENT_FROM, moodOf } from './labels.ts';

interface HitListProps {
  items: readonly Hit[];
  openId: string | undefined;
  /** Beside each post where posts of several states are shown. */
  showsState: boolean;
  onOpen: (id: string) => void;
}

/** The posts in their order, each followed by the others of its conversation. */
export function byConversation(items: readonly Hit[]): Hit[] {
  const groups = new Map<string, Hit[]>();
  for (const hit of items) {
    const key = hit.conversation || hit.id;
    const group = groups.get(key);
    if (group) group.push(hit);
    else groups.set(key, [hit]);
  }
  return [...groups.values()].flat();
}

/** Posts as rows; the open one is marked and kept in sight. */
export function HitList({ items, openId, showsState, onOpen }: HitListProps) {
  const current = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (openId) current.current?.scrollIntoView({ block: 'nearest' });
  }, [openId]);
  return (
    <ul aria-label="Posts" className="divide-y divide-line">
      {items.map((hit, at) => {
        /** It belongs to the post above. */
        const isFollowing = at > 0 && hit.conversation !== '' && items[at - 1]!.conversation === hit.conversation;
        const isOpen = hit.id === openId;
        const mood = moodOf(hit.sentiment);
        return (
          <li
            key={hit.id}
            ref={isOpen ? current : undefined}
            data-testid="row"
            className={isOpen ? 'bg-accent-soft' : 'hover:bg-hover'}
          >
            <button
              type="button"
              aria-current={isOpen || undefined}
              onClick={() => onOpen(hit.id)}
              className={cx(
                'grid w-full grid-cols-[minmax(0,1fr)] gap-0.5 rounded-sm py-2 pr-3 text-left focus-visible:outline-offset-[-2px]',
                isFollowing ? 'border-l-2 border-line pl-6' : 'pl-3',
              )}
            >
              <span className="flex items-start gap-2">
                <span className="min-w-0 flex-1 truncate text-sm font-medium">{headOf(hit)}</span>
                <IntentBadge intent={hit.intent} />
              </span>
              {hit.title && hit.text && <span className="line-clamp-2 text-xs text-muted">{hit.text}</span>}
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
                <span className="max-w-full truncate">
                  {[hit.author, hit.site || hit.sourceTitle].filter(Boolean).join(' · ')}
                </span>
                <RelativeTime value={hit.postedAt} />
                {mood && <Badge tone={mood.tone}>{mood.label}</Badge>}
                {hit.related > 0 && <span>+{hit.related} in thread</span>}
                {showsState && <Badge tone={HIT_STATES[hit.state].tone}>{HIT_STATES[hit.state].label}</Badge>}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Intent as a number, and in words for those who cannot see the color. */
export function IntentBadge({ intent }: { intent: number }) {
  return (
    <span
      className={cx(
        'tabular inline-flex min-w-8 justify-center rounded-sm px-1.5 py-0.5 text-2xs font-semibold',
        intent >= INTENT_FROM ? 'bg-accent-soft text-accent-ink ring-1 ring-accent' : 'bg-hover text-muted',
      )}
    >
      <span className="sr-only">Intent </span>
      {intent}
    </span>
  );
}
