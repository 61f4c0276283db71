import { lazy, type ReactNode, Suspense } from 'react';
import { useMediaQuery } from '../../web/table/use-environment.ts';
import { Skeleton } from '../../web/ui/skeleton.tsx';
import { Tabs } from '../../web/ui/tabs.tsx';
import type { RecordOf } from './record-ref.ts';

/** From this width on details stand beside the rest; below, they are one more tab. */
const WIDE = '(min-width: 1024px)';

const Comments = lazy(() => import('./collaboration/comments.tsx'));

interface RecordBodyProps {
  of: RecordOf;
  /** Accessible name of the tabs: "Parts of the contact". */
  label: string;
  details: ReactNode;
  /** As it stands in the address. */
  tab: unknown;
  onTab: (tab: string | undefined) => void;
  /** The first one is open where details have room beside it. */
  tabs: readonly { value: string; label: string; content: ReactNode }[];
}

/**
 * Details, and comments behind the other tabs, as every record has them. Details beside the tabs where there is room,
 * else as the first of them.
 */
export function RecordBody({ of, label, details, tab, onTab, tabs: own }: RecordBodyProps) {
  const wide = useMediaQuery(WIDE);
  const tabs = [
    ...own,
    {
      value: 'comments',
      label: 'Comments',
      content: (
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <Comments of={of} />
        </Suspense>
      ),
    },
  ];
  const items = wide ? tabs : [{ value: 'details', label: 'Details', content: details }, ...tabs];
  const first = items[0]!.value;
  const shown = items.find(({ value }) => value === tab)?.value ?? first;
  const parts = (
    <Tabs
      label={label}
      value={shown}
      onValueChange={(value) => onTab(value === first ? undefined : value)}
      items={[...items]}
    />
  );
  if (!wide) return <div className="mt-4">{parts}</div>;
  return (
    <div className="mt-5 grid grid-cols-[24rem_minmax(0,1fr)] items-start gap-8">
      <div className="border-r border-line pr-6">{details}</div>
      <div className="min-w-0">{parts}</div>
    </div>
  );
}
