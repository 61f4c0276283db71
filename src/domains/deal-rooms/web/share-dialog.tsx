import { useState } from 'react';
import Copy from 'lucide-react/icons/copy';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input, Textarea } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type DealRoom, dealRooms } from '../contract.ts';
import { useRoomAct } from './use-room-act.ts';

const DAYS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];

/** The buyer’s link, and what they read first. */
export default function ShareDialog({ room, onClose }: { room: DealRoom; onClose: () => void }) {
  const act = useRoomAct();
  const [days, setDays] = useState('90');
  const [welcome, setWelcome] = useState(room.welcome);
  const { id, link, version } = room;
  const set = (body: { on: boolean; renew?: boolean }) =>
    act(() => call(dealRooms.link, { params: { id }, body: { ...body, days: Number(days) } }), 'Link not changed');
  const renew = async () => {
    const title = 'Replace the link?';
    const description = 'The present link stops working for everyone who has it.';
    if (await confirm({ title, description, action: 'Replace link', tone: 'danger' }))
      await set({ on: true, renew: true });
  };
  const copy = async () => {
    await navigator.clipboard.writeText(link.url);
    toast({ type: 'success', title: 'Link copied' });
  };
  const save = async () => {
    const saved = await act(
      () => call(dealRooms.update, { params: { id }, body: { version, welcome } }),
      'Text not saved',
    );
    if (saved) toast({ type: 'success', title: 'Text saved' });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Share room"
      description="Anyone with the link sees the plan, the proposal, and the payments, and can accept."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid gap-5">
        <Switch label="Buyer’s link" checked={link.on} onCheckedChange={(on) => void set({ on })} />
        {link.on ? (
          <div className="grid gap-2">
            <div className="flex flex-wrap gap-2">
              <Input aria-label="Link" readOnly value={link.url} className="min-w-0 flex-1" />
              <Button icon={<Copy />} onClick={() => void copy()}>
                Copy link
              </Button>
            </div>
            <div className="flex flex-wrap items-center gap-2 text-xs text-muted">
              {link.expiresAt && (
                <span>
                  Ends <RelativeTime value={link.expiresAt} />
                </span>
              )}
              <a
                href={`${link.url}?preview=yes`}
                target="_blank"
                rel="noreferrer"
                className={buttonClass({ variant: 'link', size: 'sm' })}
              >
                Preview the buyer’s page
              </a>
              <Button variant="link" size="sm" onClick={() => void renew()}>
                Replace link
              </Button>
            </div>
          </div>
        ) : (
          <Field label="Turn it on for">
            {(control) => (
              <Select {...control} value={days} options={DAYS} onChange={(event) => setDays(event.target.value)} />
            )}
          </Field>
        )}
        <Field label="Welcome text" optional hint="The buyer reads it first.">
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              maxLength={5_000}
              value={welcome}
              onChange={(event) => setWelcome(event.target.value)}
            />
          )}
        </Field>
        <Button className="justify-self-start" disabled={welcome === room.welcome} onClick={() => void save()}>
          Save text
        </Button>
      </div>
    </Dialog>
  );
}
