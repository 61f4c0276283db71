import { useState } from 'react';
import Wallet from 'lucide-react/icons/wallet';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { money } from '../../../web/ui/format.ts';
import { EmptyState } from '../../../web/ui/states.tsx';
import { DayText, RelativeTime } from '../../../web/ui/time.tsx';
import { type DealRoom, dealRooms, type Installment, ReceivedEntry, RefundEntry } from '../contract.ts';
import { useKeepRoom, useRoomAct } from './use-room-act.ts';

const STATES = {
  waiting: { label: 'Not due yet', tone: 'neutral' },
  due: { label: 'Due today', tone: 'info' },
  overdue: { label: 'Overdue', tone: 'danger' },
  paid: { label: 'Paid', tone: 'success' },
  refunded: { label: 'Refunded', tone: 'warning' },
} as const;

const today = () => new Date().toISOString().slice(0, 10);

/** The payment plan of the accepted proposal, and what was paid. */
export default function PaymentsTab({ room }: { room: DealRoom }) {
  const [received, setReceived] = useState<Installment>();
  const [refunded, setRefunded] = useState<Installment>();
  if (room.installments.length === 0)
    return (
      <EmptyState icon={<Wallet />} title="No payments yet">
        The payment plan starts when the buyer accepts the proposal.
      </EmptyState>
    );
  return (
    <section aria-label="Payments">
      {!room.movesMoney && (
        <Banner tone="info" className="mb-4">
          No payment service is connected. Online payments go to the embedded test gateway, and no money moves.{' '}
          <Link to="/settings" search={{ tab: 'connections' }} className="underline underline-offset-2">
            Connect a service
          </Link>
        </Banner>
      )}
      <ul className="divide-y divide-line border-y border-line">
        {room.installments.map((one) => (
          <InstallmentRow
            key={one.id}
            installment={one}
            mayRefund={room.mayManage}
            onReceive={() => setReceived(one)}
            onRefund={() => setRefunded(one)}
          />
        ))}
      </ul>
      {received && <ReceiveForm installment={received} onClose={() => setReceived(undefined)} />}
      {refunded && <RefundForm installment={refunded} onClose={() => setRefunded(undefined)} />}
    </section>
  );
}

interface RowProps {
  installment: Installment;
  mayRefund: boolean;
  onReceive: () => void;
  onRefund: () => void;
}

function InstallmentRow({ installment, mayRefund, onReceive, onRefund }: RowProps) {
  const act = useRoomAct();
  const { id, label, amount, currency, dueDay, milestone, state, paidAt, refunded, method, note, reminders } =
    installment;
  const isOpen = state !== 'paid' && state !== 'refunded';
  const copy = async () => {
    try {
      const { url } = await call(dealRooms.paymentLink, { params: { id } });
      await navigator.clipboard.writeText(url);
      toast({ type: 'success', title: 'Payment link copied' });
    } catch (error) {
      toast({ type: 'error', title: 'Payment link not copied', description: messageFor(error, 'Try again.') });
    }
  };
  return (
    <li data-testid="installment" className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          {label} <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
        </p>
        <p className="text-xs text-muted">
          {isOpen && dueDay && (
            <>
              Due <DayText value={dueDay} />.{' '}
            </>
          )}
          {isOpen && milestone && <>When reached: {milestone}. </>}
          {isOpen && reminders > 0 && <>Reminded {reminders} times. </>}
          {paidAt && (
            <>
              Paid {method === 'online' ? 'online' : `by ${method}`} <RelativeTime value={paidAt} />.{' '}
            </>
          )}
          {Number(refunded) > 0 && <>{money(refunded, currency)} refunded. </>}
          {note.replaceAll('\n', ' · ')}
        </p>
      </div>
      <span className="tabular text-sm font-semibold">{money(amount, currency)}</span>
      <div className="flex flex-wrap gap-1">
        {isOpen && dueDay === null && (
          <Button
            size="sm"
            onClick={() =>
              void act(
                () => call(dealRooms.updateInstallment, { params: { id }, body: { dueDay: today() } }),
                'Milestone not saved',
              )
            }
          >
            Mark milestone as reached
          </Button>
        )}
        {isOpen && dueDay !== null && (
          <Button size="sm" onClick={() => void copy()}>
            Copy payment link
          </Button>
        )}
        {isOpen && (
          <Button size="sm" variant="ghost" onClick={onReceive}>
            Record payment<span className="sr-only"> of {label}</span>
          </Button>
        )}
        {state === 'paid' && mayRefund && (
          <Button size="sm" variant="ghost" onClick={onRefund}>
            Refund<span className="sr-only"> {label}</span>
          </Button>
        )}
      </div>
    </li>
  );
}

function ReceiveForm({
  installment: { id, label, amount, currency },
  onClose,
}: {
  installment: Installment;
  onClose: () => void;
}) {
  const keep = useKeepRoom();
  const form = useContractForm(ReceivedEntry, {
    defaultValues: { method: 'Bank transfer', day: today(), note: '' },
    failure: 'The payment could not be recorded.',
    onSubmit: async (body) => {
      await keep(await call(dealRooms.receive, { params: { id }, body }));
      onClose();
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title="Record payment"
      description={`${label}: ${money(amount, currency)}`}
      submit="Record payment"
    >
      <FormField name="method" label="How it was paid" required />
      <FormField name="day" label="Received on" type="date" required />
      <FormField name="note" label="Note" optional />
    </EntryDialog>
  );
}

function RefundForm({ installment, onClose }: { installment: Installment; onClose: () => void }) {
  const { id, label, amount, currency, refunded, method } = installment;
  const keep = useKeepRoom();
  const form = useContractForm(RefundEntry, {
    defaultValues: { amount: (Number(amount) - Number(refunded)).toFixed(amount.split('.')[1]?.length ?? 0), note: '' },
    failure: 'The payment could not be refunded.',
    onSubmit: async (body) => {
      await keep(await call(dealRooms.refund, { params: { id }, body }));
      onClose();
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title="Refund payment"
      description={
        method === 'online'
          ? `${label}: refunded through the payment service.`
          : `${label}: pay it back the way it came, then record it here.`
      }
      submit="Refund payment"
    >
      <FormField name="amount" label={`Amount (${currency})`} inputMode="decimal" required />
      <FormField name="note" label="Note" optional />
    </EntryDialog>
  );
}
