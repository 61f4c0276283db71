import { lazy, Suspense, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import Upload from 'lucide-react/icons/upload';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { dateFormat, money } from '../../../web/ui/format.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { type ChannelCost, pixelCosts } from '../contract/costs.ts';
import type { PixelSite } from '../contract/sites.ts';
import { PIXEL } from '../paths.ts';

const CostDialog = lazy(() => import('./cost-dialog.tsx'));
const CostFileDialog = lazy(() => import('./cost-file-dialog.tsx'));
const monthFormat = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' });
const FEW = 12;

/** What was spent, month by month. */
export function CostsCard({ site, months }: { site: PixelSite; months: { from: string; to: string } }) {
  const client = useQueryClient();
  const [open, setOpen] = useState<ChannelCost | 'new' | 'file' | null>(null);
  const [all, setAll] = useState(false);
  const params = { siteId: site.id };
  const { data, error, refetch } = useQuery(read(pixelCosts.list, { params, query: months }));
  const changed = () =>
    Promise.all(
      ['costs', 'returns'].map((what) => client.invalidateQueries({ queryKey: [`${PIXEL.sites}/${site.id}/${what}`] })),
    );
  const remove = async (cost: ChannelCost) => {
    try {
      await call(pixelCosts.remove, { params: { ...params, id: cost.id } });
      const { month, channel, campaign, amount } = cost;
      toast({
        type: 'success',
        title: 'Cost deleted',
        action: {
          label: 'Undo',
          onSelect: () =>
            void call(pixelCosts.save, { params, body: { month, channel: channel as never, campaign, amount } }).then(
              changed,
              () => toast({ type: 'error', title: 'Cost not restored' }),
            ),
        },
      });
    } catch (problem) {
      toast({ type: 'error', title: 'Cost not deleted', description: messageFor(problem, 'Try again.') });
    }
    await changed();
  };
  const items = data?.items ?? [];
  return (
    <Card>
      <CardHeader
        title="Costs"
        description={`Monthly costs in ${site.currency}, used for customer acquisition cost (CAC) and return on ad spend (ROAS).`}
        actions={
          <>
            <Button size="sm" icon={<Upload />} onClick={() => setOpen('file')}>
              Import costs
            </Button>
            <Button size="sm" icon={<Plus />} onClick={() => setOpen('new')}>
              Add cost
            </Button>
          </>
        }
      />
      <CardBody>
        {error && !data && <Failure error={error} what="Costs" onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-24 w-full animate-appear-late" />}
        {data && items.length === 0 && (
          <p className="py-4 text-center text-sm text-muted">No costs in these months. Add one, or import a file.</p>
        )}
        <ul className="divide-y divide-line">
          {items.slice(0, all ? undefined : FEW).map((cost) => {
            const name = [cost.channel, cost.campaign].filter(Boolean).join(' · ');
            const month = monthFormat.format(new Date(`${cost.month}-01T00:00:00Z`));
            return (
              <li key={cost.id} data-testid="cost" className="flex items-center gap-2 py-1.5 text-sm">
                <span className="tabular w-20 shrink-0 text-muted">{month}</span>
                <span className="min-w-0 flex-1 truncate" title={name}>
                  {name}
                </span>
                <span className="tabular font-medium">{money(cost.amount, site.currency)}</span>
                <IconButton label={`Edit ${name}, ${month}`} icon={<Pencil />} onClick={() => setOpen(cost)} />
                <IconButton
                  label={`Delete ${name}, ${month}`}
                  icon={<Trash2 />}
                  tone="danger"
                  onClick={() => void remove(cost)}
                />
              </li>
            );
          })}
        </ul>
        {items.length > FEW && (
          <Button variant="link" className="mt-2" onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${items.length.toLocaleString()}`}
          </Button>
        )}
      </CardBody>
      {open && (
        <Suspense>
          {open === 'file' ? (
            <CostFileDialog site={site} onClose={() => setOpen(null)} onSaved={() => void changed()} />
          ) : (
            <CostDialog
              site={site}
              cost={open === 'new' ? undefined : open}
              onClose={() => setOpen(null)}
              onSaved={() => void changed()}
            />
          )}
        </Suspense>
      )}
    </Card>
  );
}
