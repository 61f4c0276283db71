import { useState } from 'react';
import Copy from 'lucide-react/icons/copy';
import X from 'lucide-react/icons/x';
import { useOwners } from '../../../records/web/choices.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { type Board, type BoardAccess, whiteboards } from '../contract.ts';
import { useBoardAct } from './use-board-act.ts';

const ACCESS: readonly { value: BoardAccess; label: string }[] = [
  { value: 'edit', label: 'Everyone in the workspace can edit' },
  { value: 'view', label: 'Everyone in the workspace can view' },
  { value: 'none', label: 'Only people named below' },
];
const ROLES = [
  { value: 'edit', label: 'Can edit' },
  { value: 'view', label: 'Can view' },
];

/** Access to a board and roles on it. */
export default function ShareDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  const act = useBoardAct();
  const owners = useOwners();
  const [choosing, setChoosing] = useState(0);
  const { id, version, people, owner, mayManage, access } = board;
  const params = { id };
  const savePeople = (next: readonly { id: string; role: 'edit' | 'view' }[]) =>
    act(
      () =>
        call(whiteboards.savePeople, {
          params,
          body: { people: next.map((person) => ({ userId: person.id, role: person.role })) },
        }),
      'Sharing not changed',
    );
  const copy = async () => {
    await navigator.clipboard.writeText(`${location.origin}/whiteboard?board=${id}`);
    toast({ type: 'success', title: 'Link copied' });
  };
  const named = new Set([owner?.id, ...people.map((person) => person.id)]);
  const choices = owners.options.filter(({ value }) => !named.has(value));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Share board"
      description="Only members of this workspace can open the board."
      footer={
        <>
          <Button icon={<Copy />} className="mr-auto" onClick={() => void copy()}>
            Copy link
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="Workspace access">
          {(control) => (
            <Select
              {...control}
              value={access}
              options={[...ACCESS]}
              disabled={!mayManage}
              onChange={(event) =>
                void act(
                  () =>
                    call(whiteboards.update, { params, body: { version, access: event.target.value as BoardAccess } }),
                  'Sharing not changed',
                )
              }
            />
          )}
        </Field>
        <ul className="divide-y divide-line border-y border-line text-sm">
          {owner && (
            <li className="flex items-center gap-2 py-2">
              <span className="min-w-0 flex-1 truncate">{owner.name}</span>
              <span className="text-muted">Owner</span>
            </li>
          )}
          {people.map((person) => (
            <li key={person.id} className="flex items-center gap-2 py-2">
              <span className="min-w-0 flex-1 truncate">{person.name}</span>
              <Select
                aria-label={`Role of ${person.name}`}
                className="w-32"
                value={person.role}
                options={ROLES}
                disabled={!mayManage}
                onChange={(event) =>
                  void savePeople(
                    people.map((one) =>
                      one.id === person.id ? { ...one, role: event.target.value as 'edit' | 'view' } : one,
                    ),
                  )
                }
              />
              {mayManage && (
                <IconButton
                  label={`Remove ${person.name}`}
                  icon={<X />}
                  onClick={() => void savePeople(people.filter((one) => one.id !== person.id))}
                />
              )}
            </li>
          ))}
        </ul>
        {mayManage && choices.length > 0 && (
          <Field label="Add a teammate" optional>
            {(control) => (
              <Combobox
                {...control}
                key={choosing}
                label="Add a teammate"
                source={choices}
                placeholder="Choose a teammate"
                value={null}
                onChange={(option) => {
                  if (!option) return;
                  setChoosing(choosing + 1);
                  void savePeople([...people, { id: option.value, role: 'edit' }]);
                }}
              />
            )}
          </Field>
        )}
      </div>
    </Dialog>
  );
}
