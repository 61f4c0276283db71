import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../web/api/request.ts';
import { Field } from '../../../../web/ui/field.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { identity } from '../../../identity/contract.ts';
import { ownedWord } from './labels.tsx';

interface ReceiversProps {
  /** The person whose records are reassigned. */
  from: string;
  kinds: readonly { kind: string; label: string }[];
  owns: Readonly<Record<string, number>>;
  value: Readonly<Record<string, string | null>>;
  onChange: (value: Record<string, string | null>) => void;
}

/** New owners of a departing person's records, by kind. */
export function Receivers({ from, kinds, owns, value, onChange }: ReceiversProps) {
  const { data: people } = useQuery(read(identity.members));
  const owned = kinds.filter(({ kind }) => (owns[kind] ?? 0) > 0);
  const options = (people?.items ?? [])
    .filter(({ id, active }) => active && id !== from)
    .map(({ id, name }) => ({ value: id, label: name }));
  if (owned.length === 0) return <p className="text-sm text-muted">There are no open records to reassign.</p>;
  const all = owned.every(({ kind }) => value[kind] === value[owned[0]!.kind]) ? (value[owned[0]!.kind] ?? '') : '';
  return (
    <div className="grid gap-3">
      {owned.length > 1 && (
        <Field label="Reassign all to">
          {(control) => (
            <Select
              {...control}
              placeholder="Choose for each type"
              options={options}
              value={all}
              onChange={(event) =>
                onChange(Object.fromEntries(owned.map(({ kind }) => [kind, event.target.value || null])))
              }
            />
          )}
        </Field>
      )}
      {owned.map(({ kind, label }) => (
        <Field key={kind} label={`${label} (${ownedWord(owns[kind] ?? 0)})`}>
          {(control) => (
            <Select
              {...control}
              placeholder="No owner"
              options={options}
              value={value[kind] ?? ''}
              onChange={(event) => onChange({ ...value, [kind]: event.target.value || null })}
            />
          )}
        </Field>
      ))}
      <p className="text-xs text-muted">
        Only open records are reassigned. Closed deals and completed activities keep their owner.
      </p>
    </div>
  );
}
