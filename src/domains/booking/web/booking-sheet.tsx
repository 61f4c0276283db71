import { type ReactNode, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
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

/** One booking: who, when, their answers, and what can be done about it. */
export default function BookingSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: one, error, refetch } = useQuery(read(booking.get, { params: { id } }));
  const { busy, set } = useBookingState(one);
  const [ending, setEnding] = useState<'canceled' | 'declined' | null>(null);
  const [isReassigning, setReassigning] = useState(false);
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
      {one.state === 'confirmed' && !one.isOver && act('Cancel booking', () => setEnding('canceled'))}
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
      description={one.email ? `${one.name} gets an email with your reason.` : `${one.name} gets a text message.`}
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
