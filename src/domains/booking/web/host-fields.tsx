import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { useWatch } from 'react-hook-form';
import { ControlledField, FormField } from '../../../web/form/form-field.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Assignment, type NewBookingType } from '../contract.ts';
import { ASSIGNMENTS } from './labels.ts';

/** Hosts, and how they share bookings. */
export function HostFields({ people }: { people: readonly { id: string; name: string }[] }) {
  const assignment = useWatch<NewBookingType, 'assignment'>({ name: 'assignment' });
  const hostIds = useWatch<NewBookingType, 'hostIds'>({ name: 'hostIds' });
  return (
    <>
      <ControlledField
        name="hostIds"
        label="Hosts"
        hint="Times come from the hours that each host sets for themselves."
      >
        {({ value, onChange }) => {
          const chosen = Array.isArray(value) ? (value as string[]) : [];
          const hosts = chosen.flatMap((id) => people.find((one) => one.id === id) ?? []);
          const others = people.filter(({ id }) => !chosen.includes(id));
          const move = (from: number, to: number) => {
            const next = [...chosen];
            next.splice(to, 0, ...next.splice(from, 1));
            onChange(next);
          };
          return (
            <ul className="flex max-h-56 flex-col overflow-y-auto rounded-md border border-line p-2">
              {[...hosts, ...others].map(({ id, name }) => {
                const place = chosen.indexOf(id);
                return (
                  <li key={id} className="flex items-center gap-1">
                    <Checkbox
                      className="min-w-0 flex-1"
                      label={assignment === 'priority' && place >= 0 ? `${place + 1}. ${name}` : name}
                      checked={place >= 0}
                      onChange={(event) =>
                        onChange(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                      }
                    />
                    {assignment === 'priority' && place > 0 && (
                      <IconButton label={`Move ${name} up`} icon={<ArrowUp />} onClick={() => move(place, place - 1)} />
                    )}
                    {assignment === 'priority' && place >= 0 && place < chosen.length - 1 && (
                      <IconButton
                        label={`Move ${name} down`}
                        icon={<ArrowDown />}
                        onClick={() => move(place, place + 1)}
                      />
                    )}
                  </li>
                );
              })}
            </ul>
          );
        }}
      </ControlledField>
      {hostIds.length > 1 && (
        <FormField
          name="assignment"
          label="How hosts share bookings"
          hint={ASSIGNMENTS[assignment][1]}
          options={Assignment.options.map((value) => ({ value, label: ASSIGNMENTS[value][0] }))}
        />
      )}
    </>
  );
}
