import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useAct } from '../../../records/web/use-row-action.ts';
import { call, read } from '../../../web/api/request.ts';
import { useSessionUser } from '../../../web/api/session.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Textarea } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { CONSENT_PURPOSES, type ConsentEvent, type ConsentState, messaging } from '../contract.ts';
import { MESSAGING } from '../paths.ts';
import { CHANNEL_LABELS, PURPOSE_LABELS, REASON_LABELS, SOURCE_LABELS } from './labels.ts';
import { MessageList } from './message-list.tsx';

const SAID = {
  granted: { label: 'Agreed', tone: 'success' },
  withdrawn: { label: 'Unsubscribed', tone: 'danger' },
  unknown: { label: 'Nothing said', tone: 'neutral' },
} as const;

/** A contact's messages, and what they agreed to with its proof. */
export default function MessagesAndConsent({ contactId }: { contactId: string }) {
  const { data, error, refetch } = useQuery(read(messaging.consent, { query: { contactId } }));
  const user = useSessionUser();
  const [recording, setRecording] = useState(false);
  return (
    <div className="grid gap-6">
      <section className="grid gap-3">
        <div className="flex items-center gap-2">
          <h2 className="text-sm font-semibold">Consent</h2>
          <Button size="sm" className="ml-auto" disabled={!data?.states.length} onClick={() => setRecording(true)}>
            Record consent
          </Button>
        </div>
        {error && !data && <Failure error={error} what="The consent" onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-24 w-full" />}
        {data?.states.length === 0 && (
          <p className="text-sm text-muted">This contact has no email address and no phone number.</p>
        )}
        {data?.states.map((state) => (
          <AddressConsent key={`${state.channel} ${state.address}`} state={state} />
        ))}
        {data && data.events.length > 0 && <History events={data.events} />}
      </section>
      <section className="grid gap-3">
        <h2 className="text-sm font-semibold">Messages</h2>
        <MessageList contactId={contactId} mayResolve={user?.role === 'admin' || user?.workspaceRole === 'owner'} />
      </section>
      {recording && data && (
        <RecordConsentDialog contactId={contactId} states={data.states} onClose={() => setRecording(false)} />
      )}
    </div>
  );
}

function AddressConsent({ state }: { state: ConsentState }) {
  return (
    <div className="rounded-lg border border-line p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium break-all">{state.address}</span>
        <span className="text-muted">{CHANNEL_LABELS[state.channel]}</span>
        {state.suppressed && <Badge tone="danger">{REASON_LABELS[state.suppressed]}: nothing is sent</Badge>}
      </p>
      <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-3">
        {CONSENT_PURPOSES.map((purpose) => (
          <div key={purpose} className="flex items-center gap-2">
            <dt className="text-muted">{PURPOSE_LABELS[purpose]}</dt>
            <dd>
              <Badge tone={SAID[state.purposes[purpose]].tone}>{SAID[state.purposes[purpose]].label}</Badge>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function History({ events }: { events: readonly ConsentEvent[] }) {
  return (
    <ol aria-label="Consent history" className="grid gap-2 border-l border-line pl-4 text-sm">
      {events.map((event) => (
        <li key={event.id}>
          <p className="flex flex-wrap gap-x-2">
            <span className="font-medium">
              {event.state === 'granted' ? 'Agreed' : 'Unsubscribed'}: {PURPOSE_LABELS[event.purpose]}
            </span>
            <span className="break-all text-muted">{event.address}</span>
            <RelativeTime value={event.at} className="ml-auto text-xs text-muted" />
          </p>
          <p className="break-words text-muted">
            {SOURCE_LABELS[event.source] ?? event.source}
            {event.recordedBy && ` (${event.recordedBy})`}
            {event.wording && ` · “${event.wording}”`}
            {typeof event.proof['ip'] === 'string' && ` · ${event.proof['ip']}`}
          </p>
        </li>
      ))}
    </ol>
  );
}

interface RecordDialogProps {
  contactId: string;
  states: readonly ConsentState[];
  onClose: () => void;
}

function RecordConsentDialog({ contactId, states, onClose }: RecordDialogProps) {
  const formId = useId();
  const act = useAct(MESSAGING.consent);
  const [address, setAddress] = useState(states[0]!.address);
  const [purpose, setPurpose] = useState<ConsentEvent['purpose']>('marketing');
  const [state, setState] = useState<ConsentEvent['state']>('granted');
  const [wording, setWording] = useState('');
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);
  const save = async () => {
    if (!wording.trim()) return setError('Enter what the person agreed to, or said.');
    setSaving(true);
    const { channel } = states.find((one) => one.address === address)!;
    const done = await act('Consent recorded', 'The consent was not recorded', () =>
      call(messaging.recordConsent, { body: { channel, address, purpose, state, wording: wording.trim(), contactId } }),
    );
    if (done) return onClose();
    setSaving(false);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Record consent"
      description="Entries stay as proof. They can be added to, not changed."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={saving}>
            Record consent
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label="Address">
          {(control) => (
            <Select
              {...control}
              value={address}
              options={states.map((one) => ({ value: one.address, label: one.address }))}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Purpose">
            {(control) => (
              <Select
                {...control}
                value={purpose}
                options={(['all', ...CONSENT_PURPOSES] as const).map((value) => ({
                  value,
                  label: PURPOSE_LABELS[value],
                }))}
                onChange={(event) => setPurpose(event.target.value as ConsentEvent['purpose'])}
              />
            )}
          </Field>
          <Field label="The person">
            {(control) => (
              <Select
                {...control}
                value={state}
                options={[
                  { value: 'granted', label: 'agreed' },
                  { value: 'withdrawn', label: 'objected' },
                ]}
                onChange={(event) => setState(event.target.value as ConsentEvent['state'])}
              />
            )}
          </Field>
        </div>
        <Field label="Wording" required hint="What they read or said, and where." error={error}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={1_000}
              value={wording}
              onChange={(event) => setWording(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
