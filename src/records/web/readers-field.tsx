import { useState } from 'react';
import { useSessionUser } from '../../web/api/session.ts';
import { MultiCombobox } from '../../web/ui/multi-combobox.tsx';
import { Select } from '../../web/ui/select.tsx';
import { useOwners } from './choices.ts';
import type { Readers } from './note-readers.tsx';

const CHOICES = [
  { value: 'everybody', label: 'Everyone' },
  { value: 'me', label: 'Only me' },
  { value: 'some', label: 'Me and…' },
] as const;

/** Chooses the readers of a new note or record. Without a value, nothing is chosen yet. */
export default function ReadersField({
  id,
  value,
  onChange,
  label = 'Who can see it',
}: {
  id?: string;
  value: Readers | undefined;
  onChange: (readers: Readers) => void;
  label?: string;
}) {
  const owners = useOwners();
  const me = useSessionUser()?.id;
  const [choosing, setChoosing] = useState((value?.length ?? 0) > 0);
  const choice = value === undefined ? '' : value === null ? 'everybody' : choosing || value.length > 0 ? 'some' : 'me';
  return (
    <>
      <Select
        id={id}
        aria-label={label}
        className="w-32"
        value={choice}
        options={value === undefined ? [{ value: '', label: 'Choose' }, ...CHOICES] : CHOICES}
        onChange={(event) => {
          setChoosing(event.target.value === 'some');
          onChange(event.target.value === 'everybody' ? null : []);
        }}
      />
      {choice === 'some' && (
        <MultiCombobox
          label={label.replace('Who', 'People who')}
          aria-label={label.replace('Who', 'People who')}
          className="min-w-40 flex-1"
          placeholder="Choose people"
          autoFocus={choosing && value?.length === 0}
          source={owners.options.filter((option) => option.value !== me)}
          value={(value ?? []).map((id) => ({ value: id, label: owners.nameOf(id) }))}
          onChange={(people) => onChange(people.map((person) => person.value))}
        />
      )}
    </>
  );
}
