import { read } from '../../../web/api/request.ts';
import { send } from '../../../web/api/send.ts';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { installs } from '../contract/installs.ts';

interface Target {
  id: string;
  name: string;
  own: boolean;
  setUp: boolean;
}

async function find(search: string, signal: AbortSignal): Promise<Option[]> {
  const [path, query] = read(installs.targets, { query: { search: search.trim() || undefined } }).queryKey;
  const { items } = await send<{ items: Target[] }>('GET', path, { query, signal });
  return items.map(({ id, name, own, setUp }) => ({
    value: id,
    label: name,
    detail: own ? 'The agency’s own workspace' : setUp ? 'Client' : 'Client, being set up',
  }));
}

interface TargetPickerProps {
  label?: string;
  value: Option | null;
  onChange: (target: Option | null) => void;
}

/** Which workspace a template goes into. */
export function TargetPicker({ label = 'Workspace', value, onChange }: TargetPickerProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Combobox
          {...control}
          label={label}
          source={find}
          value={value}
          onChange={onChange}
          placeholder="Search by name"
        />
      )}
    </Field>
  );
}
