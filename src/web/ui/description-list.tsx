import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** Names and values, one row each: the facts of a record. */
export function DescriptionList({ items, className }: { items: readonly { term: ReactNode; description: ReactNode }[]; className?: string }) {
  return (
    <dl className={cx('grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-4 gap-y-2 text-sm', className)}>
      {items.map((item, index) => (
        <div key={index} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-muted">{item.term}</dt>
          <dd className="min-w-0 break-words text-ink">{item.description}</dd>
        </div>
      ))}
    </dl>
  );
}
