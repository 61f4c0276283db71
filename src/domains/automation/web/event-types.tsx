import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { FieldError } from '../../../web/ui/field.tsx';
import { workflows } from '../contract/workflows.ts';

/** Picks types of events, or all of them. */
export function EventTypes({
  types,
  onChange,
  error,
}: {
  types: readonly string[];
  onChange: (types: string[]) => void;
  error?: string;
}) {
  const { data } = useQuery(read(workflows.catalogue));
  const groups = [...new Set((data?.events ?? []).map((event) => event.group))];
  const all = types.includes('*');
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">Events</legend>
      <Checkbox label="All events" checked={all} onChange={(event) => onChange(event.target.checked ? ['*'] : [])} />
      {!all && (
        <div className="grid max-h-72 gap-3 overflow-y-auto rounded-md border border-line p-3 sm:grid-cols-2">
          {groups.map((group) => (
            <div key={group} role="group" aria-label={group} className="grid content-start gap-1">
              <span className="text-xs font-medium text-muted">{group}</span>
              {data?.events
                .filter((event) => event.group === group)
                .map(({ type, label }) => (
                  <Checkbox
                    key={type}
                    label={label}
                    checked={types.includes(type)}
                    onChange={(event) =>
                      onChange(event.target.checked ? [...types, type] : types.filter((one) => one !== type))
                    }
                  />
                ))}
            </div>
          ))}
        </div>
      )}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
