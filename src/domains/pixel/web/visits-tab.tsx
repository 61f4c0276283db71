import { usePages } from '../../../web/api/pages.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted, wholeMoney } from '../../../web/ui/format.ts';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { pixelReports, type VisitRow } from '../contract/reports.ts';
import { Journey } from './journey.tsx';
import { durationText } from './labels.ts';
import type { SiteTabProps } from './search.ts';

/** Visits one by one, the latest first. */
export default function VisitsTab({ site, search, onSearch }: SiteTabProps) {
  const { visitor, converted, named, visit } = search;
  const list = usePages(pixelReports.visits, {
    params: { siteId: site.id },
    query: { visitorId: visitor || undefined, converted: converted || undefined, named: named || undefined },
  });
  const narrowed = visitor !== '' || converted || named;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Switch
          label="Only visits with a goal"
          checked={converted}
          onCheckedChange={(on) => onSearch({ converted: on })}
        />
        <Switch
          label="Only people who said who they are"
          checked={named}
          onCheckedChange={(on) => onSearch({ named: on })}
        />
        {visitor && (
          <Button size="sm" onClick={() => onSearch({ visitor: '' })}>
            Show all visitors
          </Button>
        )}
      </div>
      {list.error && <Failure error={list.error} what="Visits" onRetry={list.retry} />}
      {list.loading && <Skeleton className="h-80 w-full animate-appear-late" />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState
          title={narrowed ? 'No visits match' : 'No visits yet'}
          action={
            narrowed && (
              <Button onClick={() => onSearch({ visitor: '', converted: false, named: false })}>Clear filters</Button>
            )
          }
        >
          {narrowed ? 'Clear the filters to see all visits.' : 'Visits appear here seconds after they begin.'}
        </EmptyState>
      )}
      {list.items.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
          {list.items.map((one) => (
            <Row
              key={one.id}
              visit={one}
              currency={site.currency}
              isOpen={one.id === visit}
              onOpen={() => onSearch({ visit: one.id })}
            />
          ))}
          <li>
            <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} label="Older visits" />
          </li>
        </ul>
      )}
      {visit && (
        <Journey
          key={visit}
          site={site}
          visitId={visit}
          onClose={() => onSearch({ visit: '' })}
          onVisitor={(id) => onSearch({ visit: '', visitor: id })}
        />
      )}
    </div>
  );
}

interface RowProps {
  visit: VisitRow;
  currency: string;
  isOpen: boolean;
  onOpen: () => void;
}

function Row({ visit, currency, isOpen, onOpen }: RowProps) {
  const { entryPath, exitPath, source, channel, campaign, device, browser, pageviews, startedAt, lastAt, goals } =
    visit;
  return (
    <li>
      <button
        type="button"
        data-testid="row"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className={cx(
          'flex w-full items-center gap-4 px-4 py-2.5 text-left text-sm hover:bg-hover focus-visible:outline-offset-[-2px]',
          isOpen && 'bg-accent-soft',
        )}
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">
            {visit.person && `${visit.person.name} · `}
            {entryPath || 'No page viewed'}
            {exitPath !== entryPath && <span className="font-normal text-muted"> → {exitPath}</span>}
          </span>
          <span className="block truncate text-xs text-muted">
            {[source || channel, campaign, `${device}, ${browser}`].filter(Boolean).join(' · ')}
          </span>
        </span>
        {goals.map((goal) => (
          <Badge key={goal} tone="success" className="max-sm:hidden">
            {goal}
          </Badge>
        ))}
        {Number(visit.revenue) > 0 && (
          <span className="tabular text-success-ink max-sm:hidden">{wholeMoney(visit.revenue, currency)}</span>
        )}
        <span className="shrink-0 text-right text-xs text-muted">
          <RelativeTime value={startedAt} className="block" />
          <span className="tabular block">
            {counted(pageviews, 'page')}, {durationText((Date.parse(lastAt) - Date.parse(startedAt)) / 1000)}
          </span>
        </span>
      </button>
    </li>
  );
}
