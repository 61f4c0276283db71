import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { usePages } from '../../../web/api/pages.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { money } from '../../../web/ui/format.ts';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type FunnelOrder, funnels, type OrderFigures, OrderRefund } from '../contract.ts';
import { sumText } from './sum-text.ts';

type State = FunnelOrder['state'];
const STATES = [
  { value: 'paid', label: 'Paid' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'open', label: 'Not paid' },
];

/** Orders outlive the buyer's lead. */
const buyerOf = ({ name }: FunnelOrder) => name || 'Deleted contact';

/** What visitors ordered, newest first. */
export default function Orders({ id }: { id: string }) {
  const [state, setState] = useState<'' | State>('');
  const [refunded, setRefunded] = useState<FunnelOrder>();
  const list = usePages(funnels.orders, { params: { id }, query: { state: state || undefined } });
  const { data: head } = useQuery(read(funnels.orders, { params: { id }, query: { limit: 1 } }));
  return (
    <div className="page-frame max-w-5xl">
      <div className="mb-4 flex items-center justify-between gap-3">
        <div>
          <h2 className="text-base font-semibold">Orders</h2>
          {head && <Sums figures={head.figures} />}
        </div>
        <Select
          aria-label="Show"
          className="w-40"
          placeholder="All"
          value={state}
          options={STATES}
          onChange={(event) => setState(event.target.value as '' | State)}
        />
      </div>
      {head && !head.movesMoney && (
        <Banner tone="info" className="mb-4">
          No payment service is connected. Orders are paid at the embedded test gateway, and no money moves.{' '}
          <Link to="/settings" search={{ tab: 'connections' }} className="underline underline-offset-2">
            Connect a service
          </Link>
        </Banner>
      )}
      {list.error && <Failure error={list.error} what="Orders" onRetry={list.retry} />}
      {list.loading && <Skeleton className="h-64 w-full" />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState title={state === '' ? 'No orders yet' : 'No orders in this state'}>
          {state === ''
            ? 'Add an order form to a step. What visitors order and pay appears here.'
            : 'Choose another state to see more.'}
        </EmptyState>
      )}
      <ul className="divide-y divide-line">
        {list.items.map((order) => (
          <OrderItem
            key={order.id}
            order={order}
            mayRefund={head?.mayRefund ?? false}
            onRefund={() => setRefunded(order)}
          />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
      {refunded && <RefundForm funnel={id} order={refunded} onClose={() => setRefunded(undefined)} />}
    </div>
  );
}

/** Money of all orders; test payments are not revenue. */
function Sums({ figures: { paid, revenue, test, testRevenue } }: { figures: OrderFigures }) {
  const parts = [
    paid > 0 && `${sumText(revenue)} revenue after refunds`,
    test > 0 && `${sumText(testRevenue)} in test payments`,
  ].filter(Boolean);
  return parts.length > 0 && <p className="text-sm text-muted">{parts.join(' · ')}</p>;
}

interface OrderItemProps {
  order: FunnelOrder;
  mayRefund: boolean;
  onRefund: () => void;
}

function OrderItem({ order, mayRefund, onRefund }: OrderItemProps) {
  const { state, isTest, items, total, refunded, currency, email, note, step, origin, leadId, link, at, paidAt } =
    order;
  const name = buyerOf(order);
  const from = [origin['utm_source'] ?? origin['referrer'], origin['utm_campaign']].filter(Boolean).join(' · ');
  return (
    <li data-testid="order" className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3 text-sm">
      <div className="grid min-w-0 flex-1 basis-56 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          {leadId ? (
            <Link to={`/leads/${leadId}`} className="font-medium hover:underline">
              {name}
            </Link>
          ) : (
            <span className="font-medium">{name}</span>
          )}
          {state === 'open' && <Badge>Not paid</Badge>}
          {state === 'paid' && Number(refunded) === 0 && <Badge tone="success">Paid</Badge>}
          {state === 'paid' && Number(refunded) > 0 && <Badge tone="warning">Partly refunded</Badge>}
          {state === 'refunded' && <Badge tone="warning">Refunded</Badge>}
          {isTest && <Badge>Test</Badge>}
        </p>
        <p className="break-words text-muted">
          {items.map((item) => `${item.quantity} × ${item.name}`).join(', ')}
          {email && ` · ${email}`}
        </p>
        <p className="text-xs break-words text-muted">
          {step} · <RelativeTime value={paidAt ?? at} />
          {from && ` · ${from}`}
          {Number(refunded) > 0 && ` · ${money(refunded, currency)} refunded`}
          {note && ` · ${note.replaceAll('\n', ' · ')}`}
        </p>
      </div>
      <span className="tabular font-semibold">{money(total, currency)}</span>
      <div className="flex gap-1">
        <a href={link} target="_blank" rel="noreferrer" className={buttonClass({ size: 'sm', variant: 'ghost' })}>
          Open<span className="sr-only"> the order of {name}</span>
        </a>
        {state === 'paid' && mayRefund && (
          <Button size="sm" variant="ghost" onClick={onRefund}>
            Refund<span className="sr-only"> the order of {name}</span>
          </Button>
        )}
      </div>
    </li>
  );
}

function RefundForm({ funnel, order, onClose }: { funnel: string; order: FunnelOrder; onClose: () => void }) {
  const client = useQueryClient();
  const { id, total, refunded, currency } = order;
  const name = buyerOf(order);
  const form = useContractForm(OrderRefund, {
    defaultValues: { amount: (Number(total) - Number(refunded)).toFixed(total.split('.')[1]?.length ?? 0), note: '' },
    failure: 'The order could not be refunded.',
    onSubmit: async (body) => {
      await call(funnels.refundOrder, { params: { id: funnel, orderId: id }, body });
      toast({ type: 'success', title: `Order of ${name} refunded` });
      await client.invalidateQueries({ queryKey: readKey(funnels.orders, { params: { id: funnel } }) });
      onClose();
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title="Refund order"
      description={`${name}, ${money(total, currency)}: refunded through the payment service.`}
      submit="Refund order"
    >
      <FormField name="amount" label={`Amount (${currency})`} inputMode="decimal" required />
      <FormField name="note" label="Note" optional />
    </EntryDialog>
  );
}
