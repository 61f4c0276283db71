import { useState } from 'react';
import { ApiError, messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input, Textarea } from '../../../web/ui/input.tsx';
import { type DealRoom, dealRooms, type Proposal } from '../contract.ts';
import { useKeepRoom } from './use-room-act.ts';

interface SendDialogProps {
  room: DealRoom;
  proposal: Proposal;
  onClose: () => void;
}

/** Sends a draft to stakeholders by email, with the link to their page. */
export function SendDialog({ room, proposal, onClose }: SendDialogProps) {
  const keep = useKeepRoom();
  const reachable = room.stakeholders.filter(({ email }) => email !== '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(reachable.filter(({ main }) => main).map(({ contact }) => contact.id)),
  );
  const [subject, setSubject] = useState(`Proposal: ${proposal.content.title}`);
  const [text, setText] = useState('Hi,\n\nhere is our proposal. You can read, accept, and pay on one page:');
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const toggle = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const send = async () => {
    setBusy(true);
    setFailure('');
    try {
      const body = { version: proposal.version, contactIds: [...chosen], subject, text };
      const sent = await call(dealRooms.send, { params: { id: proposal.id }, body });
      onClose();
      await keep(sent);
      toast({ type: 'success', title: 'Proposal sent' });
    } catch (error) {
      setFailure(
        error instanceof ApiError && error.fields[0]
          ? error.fields[0].message
          : messageFor(error, 'The proposal was not sent. Try again.'),
      );
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Send proposal"
      description="A sent version never changes. It replaces an earlier one that is still open."
      footer={
        <Button variant="primary" loading={busy} onClick={() => void send()}>
          Send proposal
        </Button>
      }
    >
      <div className="grid gap-4">
        {failure && <Banner tone="danger">{failure}</Banner>}
        <fieldset className="grid gap-1">
          <legend className="mb-1 text-sm font-medium">Recipients</legend>
          {reachable.length === 0 && (
            <p className="text-sm text-muted">No stakeholder has an email address. Add one on their contact.</p>
          )}
          {reachable.map(({ contact, email }) => (
            <Checkbox
              key={contact.id}
              label={contact.name}
              hint={email}
              checked={chosen.has(contact.id)}
              onChange={(event) => toggle(contact.id, event.target.checked)}
            />
          ))}
        </fieldset>
        <Field label="Subject" required>
          {(control) => (
            <Input {...control} maxLength={200} value={subject} onChange={(event) => setSubject(event.target.value)} />
          )}
        </Field>
        <Field label="Message" hint="The link to the buyer’s page is added below it.">
          {(control) => (
            <Textarea
              {...control}
              rows={5}
              maxLength={5_000}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
