import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { FieldError } from '../../../web/ui/field.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { identity } from '../../identity/contract.ts';

/** Picks people of the workspace. */
export function OwnersField({
  owners,
  onChange,
  error,
}: {
  owners: readonly string[];
  onChange: (owners: string[]) => void;
  error?: string;
}) {
  const { data, isPending } = useQuery(read(identity.members));
  return (
    <div role="group" aria-label="People" className="grid max-h-64 gap-1 overflow-y-auto">
      {isPending && <Skeleton className="h-6 w-40" />}
      {data?.items
        .filter((member) => member.active)
        .map((member) => (
          <Checkbox
            key={member.id}
            label={member.name}
            hint={member.email}
            checked={owners.includes(member.id)}
            onChange={(event) =>
              onChange(event.target.checked ? [...owners, member.id] : owners.filter((id) => id !== member.id))
            }
          />
        ))}
      {/* Who left since can only be taken off. */}
      {data &&
        owners
          .filter((id) => !data.items.some((member) => member.active && member.id === id))
          .map((id) => (
            <Checkbox
              key={id}
              label={`${data.items.find((member) => member.id === id)?.name ?? 'Former member'} (no longer a member)`}
              checked
              onChange={() => onChange(owners.filter((one) => one !== id))}
            />
          ))}
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
