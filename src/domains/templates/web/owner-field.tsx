import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { onboardings } from '../contract/onboarding.ts';

/** The responsible person at the agency. */
export function OwnerField({
  value,
  name,
  onChange,
}: {
  value: string;
  name: string | undefined;
  onChange: (id: string) => void;
}) {
  const { data } = useQuery(read(onboardings.agents));
  const people = data?.items ?? [];
  const options = [
    { value: '', label: 'No one' },
    ...(value && !people.some(({ id }) => id === value) ? [{ value, label: name ?? 'Someone' }] : []),
    ...people.map(({ id, name: label }) => ({ value: id, label })),
  ];
  return (
    <Field label="Owner">
      {(control) => (
        <Select {...control} options={options} value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}
