import { useState } from 'react';
import ListChecks from 'lucide-react/icons/list-checks';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { DayText } from '../../../web/ui/time.tsx';
import { useOwners } from '../../../records/web/choices.ts';
import { type DealRoom, dealRooms, NewPlanAction, type PlanAction } from '../contract.ts';
import { useKeepRoom, useRoomAct } from './use-room-act.ts';
import * as z from 'zod';

/** Tasks of both sides until the deal is closed. The buyer sees them and checks off their own. */
export function PlanTab({ room }: { room: DealRoom }) {
  const [edited, setEdited] = useState<PlanAction | 'new'>();
  const { actions } = room;
  const add = (
    <Button icon={<Plus />} onClick={() => setEdited('new')}>
      Add action
    </Button>
  );
  return (
    <section aria-label="Action plan">
      {actions.length === 0 ? (
        <EmptyState icon={<ListChecks />} title="No actions yet" action={add}>
          List what both sides do until the deal is signed. The buyer sees the plan and ticks off their part.
        </EmptyState>
      ) : (
        <>
          <ul className="mb-3 divide-y divide-line border-y border-line">
            {actions.map((action) => (
              <ActionRow key={action.id} action={action} onEdit={() => setEdited(action)} />
            ))}
          </ul>
          {add}
        </>
      )}
      {edited && (
        <ActionForm room={room} action={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </section>
  );
}

const isPast = (day: string) => day < new Date().toISOString().slice(0, 10);

function ActionRow({ action, onEdit }: { action: PlanAction; onEdit: () => void }) {
  const act = useRoomAct();
  const { id, title, side, owner, ownerName, dueDay, doneAt, doneBy, version } = action;
  const who = side === 'us' ? owner?.name : ownerName;
  const late = doneAt === null && dueDay !== null && isPast(dueDay);
  return (
    <li data-testid="action" className="flex items-start gap-3 py-2.5">
      <Checkbox
        aria-label={`Done: ${title}`}
        checked={doneAt !== null}
        onChange={(event) =>
          void act(
            () => call(dealRooms.updateAction, { params: { id }, body: { version, isDone: event.target.checked } }),
            'Action not saved',
          )
        }
      />
      <div className="min-w-0 flex-1">
        <p className={`text-sm font-medium ${doneAt ? 'text-muted line-through' : ''}`}>{title}</p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
          <Badge tone={side === 'buyer' ? 'info' : 'neutral'}>{side === 'buyer' ? 'Buyer' : 'Us'}</Badge>
          {who && <span>{who}</span>}
          {dueDay && (
            <span className={late ? 'font-medium text-danger-ink' : undefined}>
              {late ? 'Was due' : 'Due'} <DayText value={dueDay} />
            </span>
          )}
          {doneBy && <span>Done by {doneBy}</span>}
        </p>
      </div>
      <IconButton label={`Edit “${title}”`} icon={<Pencil />} onClick={onEdit} />
      <IconButton
        label={`Delete “${title}”`}
        icon={<Trash2 />}
        tone="danger"
        onClick={() => void act(() => call(dealRooms.removeAction, { params: { id } }), 'Action not deleted')}
      />
    </li>
  );
}

/** A form has blank text where the call has none. */
const ActionEntry = NewPlanAction.extend({ ownerId: z.string(), dueDay: z.string() });

function ActionForm({
  room,
  action,
  onClose,
}: {
  room: DealRoom;
  action: PlanAction | undefined;
  onClose: () => void;
}) {
  const keep = useKeepRoom();
  const owners = useOwners();
  const form = useContractForm(ActionEntry, {
    defaultValues: {
      title: action?.title ?? '',
      side: action?.side ?? 'us',
      ownerId: action?.owner?.id ?? '',
      ownerName: action?.ownerName ?? '',
      dueDay: action?.dueDay ?? '',
    },
    failure: 'The action could not be saved.',
    onSubmit: async ({ ownerId, dueDay, ...values }) => {
      const body = { ...values, ownerId: ownerId || null, dueDay: dueDay || null };
      await keep(
        action
          ? await call(dealRooms.updateAction, {
              params: { id: action.id },
              body: { ...body, version: action.version },
            })
          : await call(dealRooms.addAction, { params: { id: room.id }, body }),
      );
      onClose();
    },
  });
  const side = form.methods.watch('side');
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={action ? 'Edit action' : 'Add action'}
      submit={action ? 'Save action' : 'Add action'}
    >
      <FormField name="title" label="What has to be done" required autoFocus />
      <FormField
        name="side"
        label="Side"
        options={[
          { value: 'us', label: 'Us' },
          { value: 'buyer', label: 'Buyer' },
        ]}
      />
      {side === 'us' ? (
        <FormField
          name="ownerId"
          label="Owner"
          optional
          placeholder="No one yet"
          options={owners.options.map(({ value, label }) => ({ value, label }))}
        />
      ) : (
        <FormField name="ownerName" label="Person on the buyer’s side" optional />
      )}
      <FormField name="dueDay" label="Due" type="date" optional />
    </EntryDialog>
  );
}
