import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import { messageFor } from '../../../../../web/api/error.ts';
import { Link } from '../../../../../web/router/link.tsx';
import { toast } from '../../../../../web/shell/toast.ts';
import { Avatar } from '../../../../../web/ui/avatar.tsx';
import { Badge } from '../../../../../web/ui/badge.tsx';
import { Button } from '../../../../../web/ui/button.tsx';
import { Combobox } from '../../../../../web/ui/combobox.tsx';
import { IconButton } from '../../../../../web/ui/icon-button.tsx';
import { Input } from '../../../../../web/ui/input.tsx';
import { EmptyState } from '../../../../../web/ui/states.tsx';
import type { Option } from '../../../../../web/ui/use-options.ts';
import type { Opportunity, Person } from '../../../contract/opportunities.ts';
import { useContactSearch } from '../../../../../records/web/choices.ts';
import type { SaveOpportunity } from './save.ts';

const ROLES = ['Decision maker', 'Finance', 'Technical', 'Champion', 'User', 'Legal'];

/** People involved in the decision. */
export function People({
  opportunity,
  save,
  readOnly,
}: {
  opportunity: Opportunity;
  save: SaveOpportunity;
  readOnly: boolean;
}) {
  const search = useContactSearch();
  const [adding, setAdding] = useState<Option | null>(null);
  const [role, setRole] = useState('');
  const { people } = opportunity;
  const write = async (next: readonly Person[]) => {
    try {
      await save(
        { fields: { people: next.map((person) => ({ contactId: person.contact.id, role: person.role })) } },
        opportunity,
      );
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t save people', description: messageFor(error, 'Try again.') });
    }
  };
  const add = async () => {
    if (!adding) return;
    await write([
      ...people.filter((person) => person.contact.id !== adding.value),
      { contact: { id: adding.value, name: adding.label }, role: role.trim(), main: false },
    ]);
    setAdding(null);
    setRole('');
  };
  return (
    <section aria-label="People">
      {people.length === 0 && (
        <EmptyState icon={<UserRound />} title="No one yet" className="py-6!">
          Add everyone involved in the decision, with their role.
        </EmptyState>
      )}
      {people.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {people.map((person) => (
            <li key={person.contact.id} className="flex items-center gap-3 px-3 py-2 text-sm">
              <Avatar name={person.contact.name} size="sm" />
              <Link to={`/contacts/${person.contact.id}`} className="min-w-0 truncate font-medium hover:underline">
                {person.contact.name}
              </Link>
              {person.main && <Badge tone="accent">Main contact</Badge>}
              <RoleField
                key={person.role}
                person={person}
                readOnly={readOnly}
                onSave={(next) => void write(people.map((one) => (one === person ? { ...one, role: next } : one)))}
              />
              {!readOnly && !person.main && (
                <IconButton
                  size="sm"
                  label={`Remove ${person.contact.name}`}
                  icon={<Trash2 />}
                  onClick={() => void write(people.filter((one) => one !== person))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!readOnly && (
        <form
          className="mt-3 grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2 max-sm:grid-cols-1"
          data-noprint
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <Combobox label="Add person" source={search} value={adding} onChange={setAdding} placeholder="Add person" />
          <Input
            aria-label="Role"
            placeholder="Role, such as finance"
            list="opportunity-roles"
            value={role}
            onChange={(event) => setRole(event.target.value)}
            maxLength={80}
          />
          <Button type="submit" icon={<Plus />} disabled={!adding}>
            Add
          </Button>
        </form>
      )}
      <datalist id="opportunity-roles">
        {ROLES.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </datalist>
    </section>
  );
}

/** The part that a person plays, saved as one leaves it. */
function RoleField({
  person,
  readOnly,
  onSave,
}: {
  person: Person;
  readOnly: boolean;
  onSave: (role: string) => void;
}) {
  const [draft, setDraft] = useState(person.role);
  return (
    <Input
      aria-label={`Role of ${person.contact.name}`}
      placeholder="Role"
      list="opportunity-roles"
      maxLength={80}
      readOnly={readOnly}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      className="ml-auto max-w-44"
      onBlur={() => {
        if (draft.trim() !== person.role) onSave(draft.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}
