import { type ReactNode, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { money } from '../../../web/ui/format.ts';
import { Field } from '../../../web/ui/field.tsx';
import { Textarea } from '../../../web/ui/input.tsx';
import { Sheet } from '../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { booking, type Booking } from '../contract.ts';
import { BOOKING } from '../paths.ts';
import ReassignDialog from './reassign-dialog.tsx';
import { copyLink } from './copy-link.ts';
import { ownZone, STATES, timeIn } from './labels.ts';

type Target = 'confirmed' | 'declined' | 'canceled' | 'no_show';
const DONE: Readonly<Record<Target, string>> = {
  confirmed: 'Booking confirmed',
  declined: 'Request declined',
  canceled: 'Booking canceled',
  no_show: 'Marked as no-show',
};

function useBookingState(one: Booking | undefined) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const set = async (state: Target, reason = ''): Promise<boolean> => {
    if (!one) return false;
    setBusy(true);
    try {
      const saved = await call(booking.setState, {
        params: { id: one.id },
        body: { version: one.version, state, reason },
      });
      client.setQueryData(readKey(booking.get, { params: { id: one.id } }), saved);
      toast({ type: 'success', title: DONE[state] });
      return true;
    } catch (error) {
      toast({ type: 'error', title: 'Booking not changed', description: messageFor(error, 'Try again.') });
      await client.invalidateQueries({ queryKey: readKey(booking.get, { params: { id: one.id } }) });
      return false;
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: [BOOKING.bookings] });
      void client.invalidateQueries({ queryKey: [BOOKING.types] });
    }
  };
  return { busy, set };
}

interface BookingSheetProps {
  id: string;
  mayRefund: boolean;
  onClose: () => void;
}

/** One booking: who, when, their answers, and what can be done about it. */
export default function BookingSheet({ id, mayRefund, onClose }: BookingSheetProps) {
  const { data: one, error, refetch } = useQuery(read(booking.get, { params: { id } }));
  const { busy, set } = useBookingState(one);
  const [ending, setEnding] = useState<'canceled' | 'declined' | null>(null);
  const [isReassigning, setReassigning] = useState(false);
  const [isRefunding, setRefunding] = useState(false);
  const isRefundable =
    mayRefund &&
    one?.payment?.paidAt &&
    Number(one.payment.refunded) < Number(one.payment.amount) &&
    !one.payment.refundDue;
  const isOpen = one && (one.state === 'pending' || one.state === 'confirmed');
  const act = (label: string, onClick: () => void, variant?: 'primary') => (
    <Button variant={variant ?? 'secondary'} disabled={busy} onClick={onClick}>
      {label}
    </Button>
  );
  const footer = one && (
    <>
      {isOpen && !one.isOver && act('Copy reschedule link', () => void copyLink(one.link))}
      {isOpen && !one.isOver && one.hosts.length < 2 && act('Reassign', () => setReassigning(true))}
      {one.state === 'pending' && act('Decline request', () => setEnding('declined'))}
      {one.state === 'pending' && !one.isOver && act('Approve request', () => void set('confirmed'), 'primary')}
      {isRefundable && act('Refund payment', () => setRefunding(true))}
      {(one.state === 'confirmed' || one.state === 'unpaid') &&
        !one.isOver &&
        act('Cancel booking', () => setEnding('canceled'))}
      {one.state === 'confirmed' && one.isOver && act('Mark no-show', () => void set('no_show'))}
      {one.state === 'no_show' && act('Undo no-show', () => void set('confirmed'))}
    </>
  );
  return (
    <>
      <Sheet
        open
        inAddress
        onOpenChange={onClose}
        title={one?.name ?? 'Booking'}
        description={one?.type.name}
        footer={footer}
      >
        {error && !one && <Failure error={error} what="The booking" onRetry={() => void refetch()} />}
        {!one && !error && <Skeleton className="h-64 w-full" />}
        {one && <Details one={one} />}
      </Sheet>
      {isReassigning && one && <ReassignDialog one={one} onClose={() => setReassigning(false)} />}
      {isRefunding && one?.payment && <RefundDialog one={one} onClose={() => setRefunding(false)} />}
      {ending && one && (
        <EndDialog
          one={one}
          state={ending}
          busy={busy}
          onClose={() => setEnding(null)}
          onEnd={async (reason) => {
            if (await set(ending, reason)) setEnding(null);
          }}
        />
      )}
    </>
  );
}

function Details({ one }: { one: Booking }) {
  const [label, tone] = STATES[one.state];
  const zone = ownZone();
  const record = one.contactId ? `/contacts/${one.contactId}` : one.leadId ? `/leads/${one.leadId}` : undefined;
  return (
    <div className="flex flex-col gap-5 text-sm">
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-2">
        <Fact name="State">
          <Badge tone={tone}>{label}</Badge>
        </Fact>
        <Fact name="When">{timeIn(one.startAt, zone)}</Fact>
        {one.zone !== zone && <Fact name="For the visitor">{timeIn(one.startAt, one.zone)}</Fact>}
        <Fact name="Hosts">
          {one.hosts.map(({ name, isActive }) => (isActive ? name : `${name} (left the team)`)).join(', ') || 'None'}
        </Fact>
        {one.place && <Fact name="Place">{one.place}</Fact>}
        {one.email && (
          <Fact name="Email">
            <a className="break-all underline underline-offset-2" href={`mailto:${one.email}`}>
              {one.email}
            </a>
          </Fact>
        )}
        {one.phone && (
          <Fact name="Phone">
            <a className="underline underline-offset-2" href={`tel:${one.phone}`}>
              {one.phone}
            </a>
          </Fact>
        )}
        {one.payment && (
          <Fact name="Payment">
            <PaymentText payment={one.payment} />
          </Fact>
        )}
        {one.reason && <Fact name="Reason">{one.reason}</Fact>}
      </dl>
      {one.answers.some(({ answer }) => answer !== '') && (
        <section aria-labelledby="answers">
          <h3 id="answers" className="mb-2 text-sm font-semibold">
            Answers
          </h3>
          <dl className="flex flex-col gap-3">
            {one.answers
              .filter(({ answer }) => answer !== '')
              .map(({ question, answer }) => (
                <div key={question}>
                  <dt className="text-xs text-muted">{question}</dt>
                  <dd className="break-words whitespace-pre-line">{answer}</dd>
                </div>
              ))}
          </dl>
        </section>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-2">
        {record && (
          <Link to={record} className="underline underline-offset-2">
            {one.contactId ? 'Open contact' : 'Open lead'}
          </Link>
        )}
        {one.activityId && (
          <Link to={`/activities/${one.activityId}`} className="underline underline-offset-2">
            Open activity
          </Link>
        )}
      </p>
    </div>
  );
}

function PaymentText({ payment }: { payment: NonNullable<Booking['payment']> }) {
  const { amount, currency, refunded, paidAt, isTest, refundDue } = payment;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="tabular">{money(amount, currency)}</span>
      {paidAt === null ? <Badge>Not paid</Badge> : <Badge tone="success">Paid</Badge>}
      {isTest && <Badge>Test</Badge>}
      {Number(refunded) > 0 && <Badge tone="warning">{`${money(refunded, currency)} refunded`}</Badge>}
      {refundDue && <Badge tone="warning">Refund in progress</Badge>}
    </span>
  );
}

function RefundDialog({ one, onClose }: { one: Booking; onClose: () => void }) {
  const client = useQueryClient();
  const { amount, currency, refunded } = one.payment!;
  const form = useContractForm(booking.refund.body, {
    defaultValues: { amount: (Number(amount) - Number(refunded)).toFixed(amount.split('.')[1]?.length ?? 0) },
    failure: 'The payment could not be refunded.',
    onSubmit: async (body) => {
      const saved = await call(booking.refund, { params: { id: one.id }, body });
      client.setQueryData(readKey(booking.get, { params: { id: one.id } }), saved);
      toast({ type: 'success', title: 'Payment refunded' });
      onClose();
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title="Refund payment"
      description={`${one.name}, ${money(amount, currency)}: refunded through the payment service. The booking stays.`}
      submit="Refund payment"
    >
      <FormField name="amount" label={`Amount (${currency})`} inputMode="decimal" required />
    </EntryDialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words whitespace-pre-line">{children}</dd>
    </div>
  );
}

interface EndDialogProps {
  one: Booking;
  state: 'canceled' | 'declined';
  busy: boolean;
  onClose: () => void;
  onEnd: (reason: string) => Promise<void>;
}

function EndDialog({ one, state, busy, onClose, onEnd }: EndDialogProps) {
  const [reason, setReason] = useState('');
  const action = state === 'canceled' ? 'Cancel booking' : 'Decline request';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={action}
      description={`${one.email ? `${one.name} gets an email with your reason.` : `${one.name} gets a text message.`}${one.payment?.paidAt ? ' The payment is refunded.' : ''}`}
      footer={
        <Button variant="danger" loading={busy} onClick={() => void onEnd(reason)}>
          {action}
        </Button>
      }
    >
      <Field label="Reason" optional>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
