import Ellipsis from 'lucide-react/icons/ellipsis';
import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Menu, MenuItem } from '../../../web/ui/dropdown-menu.tsx';
import { money } from '../../../web/ui/format.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { booking, type BookingType } from '../contract.ts';
import { copyLink } from './copy-link.ts';
import { ASSIGNMENTS } from './labels.ts';
import { RouteList } from './route-list.tsx';
import { fieldsOf } from './type-fields.ts';

interface TypeListProps {
  types: readonly BookingType[];
  onEdit: (type: BookingType) => void;
  onCheck: (type: BookingType) => void;
  onWaits: (type: BookingType) => void;
}

/** Booking types with their links. */
export function TypeList({ types, ...rest }: TypeListProps) {
  return (
    <>
      <ul className="grid gap-3 md:grid-cols-2">
        {types.map((type) => (
          <TypeCard key={type.id} type={type} {...rest} />
        ))}
      </ul>
      <RouteList types={types} />
    </>
  );
}

function TypeCard({ type, onEdit, onCheck, onWaits }: { type: BookingType } & Omit<TypeListProps, 'types'>) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: readKey(booking.types) });
  const attempt = async (work: () => Promise<unknown>, done: string, failure: string) => {
    try {
      await work();
      toast({ type: 'success', title: done });
    } catch (error) {
      toast({ type: 'error', title: failure, description: messageFor(error, 'Try again.') });
    }
    await refresh();
  };
  const turn = (isActive: boolean) =>
    attempt(
      () =>
        call(booking.updateType, {
          params: { id: type.id },
          body: { ...fieldsOf(type), isActive, version: type.version },
        }),
      isActive ? 'The public page is on' : 'The public page is off',
      'Booking type not changed',
    );
  const remove = async () => {
    const sure = await confirm({
      title: `Delete “${type.name}”?`,
      description: 'Its public page goes away. Past bookings stay.',
      action: 'Delete booking type',
    });
    if (sure)
      await attempt(
        () => call(booking.removeType, { params: { id: type.id } }),
        'Booking type deleted',
        'Booking type not deleted',
      );
  };
  return (
    <li data-testid="type" className="flex flex-col gap-3 rounded-lg border border-line bg-raised p-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="text-sm font-semibold break-words">{type.name}</h2>
          <p className="text-xs text-muted">
            {[
              `${type.durationMinutes} minutes`,
              type.price !== null && money(type.price, type.currency),
              type.seats > 1 && `${type.seats} seats`,
              type.place,
              `${type.upcoming} upcoming`,
              type.waiting > 0 && `${type.waiting} waiting`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <Switch
          aria-label={`Public page of ${type.name}`}
          checked={type.isActive}
          onCheckedChange={(on) => void turn(on)}
        />
        <Menu trigger={<IconButton label={`More for ${type.name}`} icon={<Ellipsis />} />}>
          <MenuItem onSelect={() => onCheck(type)}>Check times</MenuItem>
          <MenuItem onSelect={() => onWaits(type)}>Waiting list</MenuItem>
          <MenuItem onSelect={() => void remove()}>Delete booking type</MenuItem>
        </Menu>
      </div>
      <p className="flex flex-wrap items-center gap-1.5 text-xs text-muted">
        {type.hosts.map(({ name }) => name).join(', ') || 'No active host: no times are offered.'}
        {type.hosts.length > 1 && <Badge>{ASSIGNMENTS[type.assignment][0]}</Badge>}
        {type.needsApproval && <Badge>Needs approval</Badge>}
      </p>
      <div className="mt-auto flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void copyLink(type.link)}>
          Copy link
        </Button>
        {type.isActive && (
          <a className={buttonClass({ size: 'sm' })} href={type.link} target="_blank" rel="noreferrer">
            Open page
          </a>
        )}
        <Button size="sm" onClick={() => onEdit(type)}>
          Edit type
        </Button>
      </div>
    </li>
  );
}
