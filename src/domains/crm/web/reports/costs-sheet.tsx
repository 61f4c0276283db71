import { useQuery, useQueryClient } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Sheet } from '../../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import { type ChannelCost, channelCosts } from '../../contract/channel-costs.ts';
import { CRM } from '../../paths.ts';
import { money } from '../../../../records/web/format.ts';
import { CostDialog } from './cost-dialog.tsx';

/** As many stand there at first; more come on request. */
const PAGE = 50;

/** Channel costs, which the report on sources uses. @param currency default for a new cost */
export default function CostsSheet({ currency, onClose }: { currency: string; onClose: () => void }) {
  const client = useQueryClient();
  const list = useQuery(read(channelCosts.list));
  const [entry, setEntry] = useState<ChannelCost | 'new' | null>(null);
  const [shown, setShown] = useState(PAGE);
  const { items = [], editable = false } = list.data ?? {};
  const refresh = () =>
    Promise.all(
      [CRM.channelCosts, CRM.reports].map((path) =>
        client.invalidateQueries({ predicate: ({ queryKey: [key] }) => String(key).startsWith(path) }),
      ),
    );
  const remove = async (cost: ChannelCost) => {
    if (
      !(await confirm({
        title: `Delete the cost of ${cost.source}?`,
        description: `${money(cost.amount, cost.currency)} will no longer be counted.`,
        action: 'Delete cost',
      }))
    )
      return;
    try {
      await call(channelCosts.remove, { params: { id: cost.id } });
      await refresh();
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t delete the cost', description: messageFor(error, 'Try again.') });
    }
  };
  const add = editable && (
    <Button variant="primary" icon={<Plus />} onClick={() => setEntry('new')}>
      Add cost
    </Button>
  );
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Channel costs"
      description="Costs of ads, trade shows, and directories. Costs are spread evenly over their days, so a report counts only the share in its period."
      footer={items.length > 0 ? add : undefined}
    >
      {list.error && !list.data && (
        <Failure error={list.error} what="Channel costs" onRetry={() => void list.refetch()} />
      )}
      {!list.data && !list.error && <Skeleton className="h-40 w-full" />}
      {list.data && items.length === 0 && (
        <EmptyState title="No costs yet" action={add || undefined}>
          Add costs to see cost per lead, cost per win, and return for each source.
          {!editable && ' Workspace administrators and owners can add them.'}
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul aria-label="Costs" className="divide-y divide-line rounded-lg border border-line">
          {items.slice(0, shown).map((cost) => (
            <li key={cost.id} data-testid="row" className="flex items-center gap-3 px-3 py-2 text-sm">
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium" title={cost.source}>
                  {cost.source}
                </span>
                <span className="block truncate text-xs text-muted" title={cost.note}>
                  <DayText value={cost.from} />
                  {cost.to !== cost.from && (
                    <>
                      {' '}
                      to <DayText value={cost.to} />
                    </>
                  )}
                  {cost.note && ` · ${cost.note}`}
                </span>
              </span>
              <span className="tabular whitespace-nowrap">{money(cost.amount, cost.currency)}</span>
              {editable && (
                <span className="flex">
                  <IconButton
                    size="sm"
                    label={`Edit cost of ${cost.source} from ${cost.from}`}
                    icon={<Pencil />}
                    onClick={() => setEntry(cost)}
                  />
                  <IconButton
                    size="sm"
                    tone="danger"
                    label={`Delete cost of ${cost.source} from ${cost.from}`}
                    icon={<Trash2 />}
                    onClick={() => void remove(cost)}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {items.length > shown && (
        <Button className="mt-3" onClick={() => setShown(shown + PAGE)}>
          Show more
        </Button>
      )}
      {entry && list.data && (
        <CostDialog
          today={list.data.today}
          cost={entry === 'new' ? undefined : entry}
          currency={currency}
          onSaved={refresh}
          onClose={() => setEntry(null)}
        />
      )}
    </Sheet>
  );
}
