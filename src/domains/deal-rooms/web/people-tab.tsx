import { useState } from 'react';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import UserRound from 'lucide-react/icons/user-round';
import { call } from '../../../web/api/request.ts';
import { useUnsavedGuard } from '../../../web/form/unsaved.ts';
import { Link } from '../../../web/router/link.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { useContactSearch } from '../../../records/web/choices.ts';
import {
  type DealRoom,
  dealRooms,
  INFLUENCES,
  type Influence,
  type Stakeholder,
  type Stance,
  STANCES,
} from '../contract.ts';
import { useRoomAct } from './use-room-act.ts';

const title = (word: string) => word[0]!.toUpperCase() + word.slice(1);
const INFLUENCE_OPTIONS = INFLUENCES.map((value) => ({
  value,
  label: value === 'unknown' ? 'Influence?' : `${title(value)} influence`,
}));
const STANCE_OPTIONS = STANCES.map((value) => ({ value, label: value === 'unknown' ? 'Stance?' : title(value) }));

/** Stakeholders with their influence and stance. */
export default function PeopleTab({ room }: { room: DealRoom }) {
  const [draft, setDraft] = useState<readonly Stakeholder[]>();
  const [saving, setSaving] = useState(false);
  const act = useRoomAct();
  const search = useContactSearch();
  useUnsavedGuard(draft !== undefined && !saving);
  const people = draft ?? room.stakeholders;
  const change = (id: string, part: Partial<Stakeholder>) =>
    setDraft(people.map((one) => (one.contact.id === id ? { ...one, ...part } : one)));
  const save = async () => {
    setSaving(true);
    const body = {
      people: people.map(({ contact, role, influence, stance, note }) => ({
        contactId: contact.id,
        role,
        influence,
        stance,
        note,
      })),
    };
    if (await act(() => call(dealRooms.stakeholders, { params: { id: room.id }, body }), 'Stakeholders not saved'))
      setDraft(undefined);
    setSaving(false);
  };
  return (
    <section aria-label="Stakeholders">
      <StanceMap people={people} />
      {people.length === 0 && (
        <EmptyState icon={<UserRound />} title="No stakeholders yet" className="py-6!">
          Add everyone who decides, pays, or uses it. One contact alone is a risk.
        </EmptyState>
      )}
      <ul className="grid gap-2">
        {people.map((person) => (
          <Person
            key={person.contact.id}
            person={person}
            onChange={(part) => change(person.contact.id, part)}
            onRemove={() => setDraft(people.filter((one) => one !== person))}
          />
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-end gap-2">
        <div className="w-72 max-sm:w-full">
          <Combobox
            label="Add a contact"
            placeholder="Add a contact"
            source={search}
            value={null}
            onChange={(option) => {
              if (!option || people.some(({ contact }) => contact.id === option.value)) return;
              const contact = { id: option.value, name: option.label };
              setDraft([
                ...people,
                {
                  contact,
                  title: '',
                  email: '',
                  role: '',
                  main: false,
                  influence: 'unknown',
                  stance: 'unknown',
                  note: '',
                },
              ]);
            }}
          />
        </div>
        {draft && (
          <>
            <Button className="ml-auto" onClick={() => setDraft(undefined)}>
              Discard
            </Button>
            <Button variant="primary" icon={<Plus />} loading={saving} onClick={() => void save()}>
              Save stakeholders
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

const LEVELS: readonly Influence[] = ['high', 'medium', 'low'];
const SIDES: readonly (readonly [string, readonly Stance[], 'success' | 'neutral' | 'danger'])[] = [
  ['For us', ['champion', 'supporter'], 'success'],
  ['Undecided', ['neutral', 'unknown'], 'neutral'],
  ['Against', ['skeptic', 'blocker'], 'danger'],
];

/** Stance across, influence down: where the deal stands at a glance. */
function StanceMap({ people }: { people: readonly Stakeholder[] }) {
  if (people.length < 2) return null;
  return (
    <div className="mb-4 overflow-x-auto">
      <table className="w-full min-w-120 table-fixed border-collapse text-xs">
        <caption className="sr-only">Stakeholders by influence and stance</caption>
        <thead>
          <tr>
            <th scope="col" className="w-20 pb-1 text-left font-medium text-muted">
              Influence
            </th>
            {SIDES.map(([label]) => (
              <th key={label} scope="col" className="pb-1 text-left font-medium text-muted">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {LEVELS.map((level) => (
            <tr key={level}>
              <th scope="row" className="pr-2 text-left font-medium text-muted">
                {title(level)}
              </th>
              {SIDES.map(([label, stances, tone]) => (
                <td key={label} className="h-9 border border-line bg-raised p-1 align-top">
                  <span className="flex flex-wrap gap-1">
                    {people
                      .filter(
                        ({ influence, stance }) =>
                          stances.includes(stance) &&
                          (influence === level || (level === 'low' && influence === 'unknown')),
                      )
                      .map(({ contact }) => (
                        <Badge key={contact.id} tone={tone}>
                          {contact.name}
                        </Badge>
                      ))}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PersonProps {
  person: Stakeholder;
  onChange: (part: Partial<Stakeholder>) => void;
  onRemove: () => void;
}

function Person({
  person: { contact, title: job, role, main, influence, stance, note },
  onChange,
  onRemove,
}: PersonProps) {
  return (
    <li
      data-testid="stakeholder"
      className="grid grid-cols-[minmax(0,1.2fr)_repeat(3,minmax(0,1fr))_auto] items-center gap-2 rounded-lg border border-line p-2 max-md:grid-cols-2"
    >
      <div className="min-w-0 px-1 max-md:col-span-2">
        <Link to={`/contacts/${contact.id}`} className="block truncate text-sm font-medium hover:underline">
          {contact.name}
        </Link>
        <p className="truncate text-xs text-muted">{[job, main ? 'Main contact' : ''].filter(Boolean).join(' · ')}</p>
      </div>
      <Input
        aria-label={`Role of ${contact.name}`}
        placeholder="Role, such as finance"
        maxLength={80}
        value={role}
        onChange={(event) => onChange({ role: event.target.value })}
      />
      <Select
        aria-label={`Influence of ${contact.name}`}
        value={influence}
        options={INFLUENCE_OPTIONS}
        onChange={(event) => onChange({ influence: INFLUENCES.find((one) => one === event.target.value) ?? 'unknown' })}
      />
      <Select
        aria-label={`Stance of ${contact.name}`}
        value={stance}
        options={STANCE_OPTIONS}
        onChange={(event) => onChange({ stance: STANCES.find((one) => one === event.target.value) ?? 'unknown' })}
      />
      {main ? (
        <span className="w-8" />
      ) : (
        <IconButton label={`Remove ${contact.name}`} icon={<Trash2 />} onClick={onRemove} />
      )}
      <Input
        className="col-span-full"
        aria-label={`Note on ${contact.name}`}
        placeholder="What matters to them"
        maxLength={500}
        value={note}
        onChange={(event) => onChange({ note: event.target.value })}
      />
    </li>
  );
}
