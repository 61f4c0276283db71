import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { InTab } from './in-tab.ts';
import { showWithin, useHiddenEdges } from './use-hidden-edges.ts';

export interface TabItem {
  value: string;
  label: ReactNode;
  /** A count after the label. */
  count?: number;
  content: ReactNode;
}

/** Parts of one record or setting. Keep `value` in the address, so that a reload or a link shows the same part. */
export function Tabs({
  label,
  value,
  onValueChange,
  items,
}: {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  items: readonly TabItem[];
}) {
  const list = useRef<HTMLDivElement>(null);
  useHiddenEdges(list);
  // On a phone the strip is wider than the screen: the open tab is scrolled into view, also when the address names it.
  useLayoutEffect(
    () =>
      showWithin(
        list.current,
        list.current?.querySelector<HTMLElement>(`[role="tab"][id$="-trigger-${CSS.escape(value)}"]`),
      ),
    [value],
  );
  return (
    <Radix.Root value={value} onValueChange={onValueChange}>
      <Radix.List ref={list} aria-label={label} className="fade-edges flex gap-4 strip border-b border-line">
        {items.map((item) => (
          <Radix.Trigger
            key={item.value}
            value={item.value}
            // Radix focuses the tab itself, which browsers would show like a focus by keyboard.
            onMouseDown={(event) => event.currentTarget.focus({ focusVisible: false })}
            onFocus={(event) => {
              // The arrow keys open the tab they reach. A focus that returns after a question opens nothing.
              if (!list.current?.contains(event.relatedTarget)) event.preventDefault();
            }}
            className="-mb-px flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-sm font-medium text-muted hover:text-ink focus-visible:outline-offset-[-2px] aria-selected:border-accent aria-selected:text-ink pointer-coarse:h-11"
          >
            {item.label}
            {item.count !== undefined && (
              <span className="tabular text-xs text-faint">{item.count.toLocaleString()}</span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {items.map((item) => (
        <Radix.Content key={item.value} value={item.value} className="pt-4">
          <InTab value>{item.content}</InTab>
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
