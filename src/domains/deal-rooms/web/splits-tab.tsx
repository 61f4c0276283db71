import { useState } from 'react';
import { call } from '../../../web/api/request.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { plainDecimal } from '../../../web/form/typed-decimal.ts';
import { toast } from '../../../web/shell/toast.ts';
import { useOwners } from '../../../records/web/choices.ts';
import { type DealRoom, dealRooms } from '../contract.ts';
import { useRoomAct } from './use-room-act.ts';

const ROLES = ['setter', 'closer'] as const;
const TITLES = { setter: 'Setter', closer: 'Closer' } as const;

/** Commission shares of this deal. */
export default function SplitsTab({ room }: { room: DealRoom }) {
  const owners = useOwners();
  const act = useRoomAct();
  const of = (role: (typeof ROLES)[number]) => {
    const split = room.splits.find((one) => one.role === role);
    return { userId: split?.user.id ?? '', percent: split?.percent ?? '' };
  };
  const [draft, setDraft] = useState(() => ({ setter: of('setter'), closer: of('closer') }));
  const save = async () => {
    const splits = ROLES.flatMap((role) => {
      const { userId, percent } = draft[role];
      return userId ? [{ role, userId, percent: plainDecimal(percent || '0').trim() }] : [];
    });
    const saved = await act(
      () => call(dealRooms.saveSplits, { params: { id: room.id }, body: { splits } }),
      'Shares not saved',
    );
    if (saved) toast({ type: 'success', title: 'Shares saved' });
  };
  if (!room.mayManage)
    return room.splits.length === 0 ? (
      <p className="text-sm text-muted">You have no share in this deal.</p>
    ) : (
      <ul className="grid gap-1 text-sm">
        {room.splits.map(({ role, percent }) => (
          <li key={role}>
            {TITLES[role]}: {percent}% of the cash collected
          </li>
        ))}
      </ul>
    );
  return (
    <section aria-label="Commissions" className="grid max-w-xl gap-4">
      <Banner tone="info">Shares are a percentage of cash received, and count for payments from now on.</Banner>
      {ROLES.map((role) => (
        <div key={role} className="grid grid-cols-[minmax(0,1fr)_9rem] gap-3">
          <Field label={TITLES[role]}>
            {(control) => (
              <Select
                {...control}
                placeholder="No one"
                value={draft[role].userId}
                options={owners.options.map(({ value, label }) => ({ value, label }))}
                onChange={(event) => setDraft({ ...draft, [role]: { ...draft[role], userId: event.target.value } })}
              />
            )}
          </Field>
          <Field label={`${TITLES[role]}’s percentage`}>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                value={draft[role].percent}
                onChange={(event) => setDraft({ ...draft, [role]: { ...draft[role], percent: event.target.value } })}
              />
            )}
          </Field>
        </div>
      ))}
      <Button variant="primary" className="justify-self-start" onClick={() => void save()}>
        Save shares
      </Button>
    </section>
  );
}
