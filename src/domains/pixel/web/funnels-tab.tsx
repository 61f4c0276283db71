import { lazy, Suspense, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Filter from 'lucide-react/icons/filter';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { messageFor } from '../../../web/api/error.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { type FunnelReport, type FunnelResult, pixelFunnels } from '../contract/funnel-reports.ts';
import type { PixelSite } from '../contract/sites.ts';
import { GOAL_KIND_LABELS, shareText, WINDOW_LABELS } from './labels.ts';
import { RangeBar } from './range-bar.tsx';
import { daysOf, type SiteTabProps } from './search.ts';
import { todayIn } from './use-today.ts';

const FunnelDialog = lazy(() => import('./funnel-dialog.tsx'));

/** Milliseconds after which a report is read again: counting follows the events by some seconds. */
const AGAIN_AFTER = 5_000;

/** How many visitors take each of some steps, and where they are lost. */
export default function FunnelsTab(props: SiteTabProps) {
  const { site, search, onSearch } = props;
  const [edited, setEdited] = useState<FunnelReport | 'new' | null>(null);
  const { data, error, refetch } = useQuery(read(pixelFunnels.list, { params: { siteId: site.id } }));
  const funnels = data?.items ?? [];
  const funnel = funnels.find(({ id }) => id === search.funnel) ?? funnels[0];
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setEdited('new')}>
      Add funnel
    </Button>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {error && !data && <Failure error={error} what="Funnels" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-72 w-full animate-appear-late" />}
      {data && !funnel && (
        <EmptyState icon={<Filter />} title="See where visitors drop off" action={add}>
          A funnel is a row of steps, such as home page, pricing, and sign-up. It shows how many visitors take each
          step, from every source. Visits that are stored already count, too.
        </EmptyState>
      )}
      {funnel && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              {funnels.length > 1 && (
                <Select
                  aria-label="Funnel"
                  className="w-48"
                  options={funnels.map(({ id, name }) => ({ value: id, label: name }))}
                  value={funnel.id}
                  onChange={(event) => onSearch({ funnel: event.target.value })}
                />
              )}
              <RangeBar {...props} compares={false} />
            </div>
            {add}
          </div>
          <Report key={funnel.id} {...props} funnel={funnel} onEdit={() => setEdited(funnel)} />
        </>
      )}
      {edited && (
        <Suspense>
          <FunnelDialog
            site={site}
            funnel={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(null)}
            onSaved={(id) => {
              setEdited(null);
              onSearch({ funnel: id });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function Report({ site, search, funnel, onEdit }: SiteTabProps & { funnel: FunnelReport; onEdit: () => void }) {
  const client = useQueryClient();
  const params = { siteId: site.id, id: funnel.id };
  const { data, error, refetch } = useQuery({
    ...read(pixelFunnels.result, { params, query: daysOf(search, todayIn(site.timeZone)) }),
    placeholderData: (previous) => previous,
    refetchInterval: AGAIN_AFTER,
  });
  const remove = async () => {
    const yes = await confirm({
      title: `Delete “${funnel.name}”?`,
      description: 'The report and its counts are deleted. Visits and events stay.',
      action: 'Delete funnel',
    });
    if (!yes) return;
    try {
      await call(pixelFunnels.remove, { params });
      toast({ type: 'success', title: `“${funnel.name}” deleted` });
    } catch (problem) {
      toast({ type: 'error', title: 'Funnel not deleted', description: messageFor(problem, 'Try again.') });
    }
    await client.invalidateQueries({ queryKey: readKey(pixelFunnels.list, { params: { siteId: site.id } }) });
  };
  return (
    <>
      <Card>
        <CardHeader
          title={funnel.name}
          description={`All steps within ${WINDOW_LABELS[funnel.windowHours]} of the first. ${recognition(site, funnel)}`}
          actions={
            <>
              <IconButton label={`Edit “${funnel.name}”`} icon={<Pencil />} onClick={onEdit} />
              <IconButton
                label={`Delete “${funnel.name}”`}
                icon={<Trash2 />}
                tone="danger"
                onClick={() => void remove()}
              />
            </>
          }
        />
        <CardBody className="grid gap-3">
          {error && !data && <Failure error={error} what="The funnel" onRetry={() => void refetch()} />}
          {error && data && <Banner tone="warning">The figures could not be updated.</Banner>}
          {!data && !error && <Skeleton className="h-48 w-full animate-appear-late" />}
          {data?.counting && <Banner tone="info">Stored events are being counted. The figures still grow.</Banner>}
          {data && <Steps funnel={funnel} reached={data.reached} />}
        </CardBody>
      </Card>
      {data && data.sources.length > 0 && <Sources funnel={funnel} sources={data.sources} />}
    </>
  );
}

/** Who can be followed over the window. */
function recognition({ consentMode }: PixelSite, { windowHours }: FunnelReport): string {
  if (windowHours <= 24) return '';
  return consentMode === 'cookieless'
    ? 'Cookieless visitors are followed for one day.'
    : 'Visitors without consent are followed for one day.';
}

function Steps({ funnel, reached }: { funnel: FunnelReport; reached: readonly number[] }) {
  const started = reached[0] ?? 0;
  return (
    <>
      {started === 0 && <p className="text-sm text-muted">No visitor started in this period.</p>}
      <ol className="grid gap-2">
        {funnel.steps.map((step, place) => {
          const count = reached[place] ?? 0;
          const lost = (reached[place - 1] ?? 0) - count;
          return (
            <li key={`${place} ${step.kind} ${step.matches}`} data-testid="funnel-step" className="text-sm">
              <p className="flex items-baseline justify-between gap-3">
                <span className="min-w-0">
                  <span className="block truncate font-medium" title={step.matches}>
                    {place + 1}. {step.matches}
                  </span>
                  <span className="block truncate text-xs text-muted">{GOAL_KIND_LABELS[step.kind]}</span>
                </span>
                <span className="shrink-0 text-right">
                  <span className="tabular block font-semibold">
                    {count.toLocaleString()} <span className="font-normal text-muted">{shareText(count, started)}</span>
                  </span>
                  <span className="tabular block text-xs text-muted">
                    {place === 0
                      ? 'started'
                      : `${lost.toLocaleString()} lost (${shareText(lost, reached[place - 1] ?? 0)})`}
                  </span>
                </span>
              </p>
              <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" className="mt-1 h-2.5 w-full">
                <rect width="100" height="1" className="fill-hover" />
                <rect width={started > 0 ? (count / started) * 100 : 0} height="1" className="fill-accent" />
              </svg>
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Sources({ funnel, sources }: { funnel: FunnelReport; sources: FunnelResult['sources'] }) {
  const cell = 'tabular py-1.5 pl-3 text-right whitespace-nowrap';
  const last = funnel.steps.length - 1;
  return (
    <Card>
      <CardHeader title="By source" description="Source of the visit that started the funnel. Top 20." />
      <CardBody>
        <table className="w-full text-sm">
          <thead className="text-xs text-muted">
            <tr className="border-b border-line">
              <th scope="col" className="py-1.5 text-left font-medium">
                Source
              </th>
              <th scope="col" className={`${cell} font-medium`}>
                Started
              </th>
              {funnel.steps.slice(1, -1).map((step, place) => (
                <th key={`${place} ${step.matches}`} scope="col" className={`${cell} font-medium max-sm:hidden`}>
                  Step {place + 2}
                </th>
              ))}
              <th scope="col" className={`${cell} font-medium`}>
                Finished
              </th>
              <th scope="col" className={`${cell} font-medium`}>
                Conversion
              </th>
            </tr>
          </thead>
          <tbody>
            {sources.map(({ source, reached }) => (
              <tr key={source} data-testid="row">
                <th scope="row" className="max-w-0 w-full truncate py-1.5 text-left font-normal">
                  {source || 'Direct'}
                </th>
                {reached.map((count, place) => (
                  <td
                    // Steps have no name of their own.
                    key={funnel.steps[place]!.matches + String(place)}
                    className={`${cell} ${place > 0 && place < last ? 'max-sm:hidden' : ''}`}
                  >
                    {count.toLocaleString()}
                  </td>
                ))}
                <td className={`${cell} text-muted`}>{shareText(reached[last] ?? 0, reached[0] ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </CardBody>
    </Card>
  );
}
