import { useCallback, useState } from 'react';
import { send } from '../../../web/api/send.ts';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { KINDS } from '../../../records/contract/kinds.ts';
import type { RecordName } from '../contract/definition.ts';
import { aRecord } from './labels.ts';

/** As lists of any kind call their rows. */
interface Row {
  id: string;
  name?: string;
  subject?: string;
  firstName?: string;
  lastName?: string;
  companyName?: string;
  company?: { name: string } | null;
}

const nameOf = (row: Row) =>
  row.name ?? row.subject ?? ([row.firstName, row.lastName].filter(Boolean).join(' ') || row.id);
const SHOWN = 20;

/** Picks one record by its name. */
export function RecordField({ kind, onChange }: { kind: RecordName; onChange: (id: string) => void }) {
  const [chosen, setChosen] = useState<Option | null>(null);
  const search = useCallback(
    async (words: string, signal: AbortSignal): Promise<Option[]> => {
      const { items } = await send<{ items: Row[] }>('GET', KINDS[kind].path, {
        query: { limit: SHOWN, search: words.trim() || undefined },
        signal,
      });
      return items.map((row) => ({ value: row.id, label: nameOf(row), detail: row.company?.name ?? row.companyName }));
    },
    [kind],
  );
  return (
    <Field label={`On ${aRecord(kind)}`}>
      {(control) => (
        <Combobox
          {...control}
          label={KINDS[kind].title}
          source={search}
          value={chosen}
          placeholder="Search by name"
          onChange={(option) => {
            setChosen(option);
            onChange(option?.value ?? '');
          }}
        />
      )}
    </Field>
  );
}
