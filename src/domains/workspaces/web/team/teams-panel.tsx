import { useId, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import UsersRound from 'lucide-react/icons/users-round';
import * as z from 'zod';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read, readKey } from '../../../../web/api/request.ts';
import { Form } from '../../../../web/form/form.tsx';
import { ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { MultiCombobox } from '../../../../web/ui/multi-combobox.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import type { Option } from '../../../../web/ui/use-options.ts';
import { identity, type Member } from '../../../identity/contract.ts';
import { Loaded, RowSkeletons } from '../../../identity/web/index.ts';
import { NewTeam, team as calls, type Team } from '../../contract/team.ts';

const NOBODY: readonly Member[] = [];
const TeamForm = NewTeam.extend({ members: z.array(z.object({ value: z.string(), label: z.string() })) });

/** The workspace's teams: named groups of members. */
export default function TeamsPanel() {
  const query = useQuery(read(calls.teams));
  const people = useQuery(read(identity.members)).data?.items ?? NOBODY;
  const [editing, setEditing] = useState<Team | 'new'>();
  const create = (
    <Button variant="primary" icon={<Plus />} onClick={() => setEditing('new')}>
      Create team
    </Button>
  );
  return (
    <>
      <Loaded query={query} what="Teams" skeleton={<RowSkeletons />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={<UsersRound />} title="No teams yet" action={create}>
              Group members by function or region, then filter the member list by team.
            </EmptyState>
          ) : (
            <>
              <div className="mb-2 flex justify-end">{create}</div>
              <ul className="divide-y divide-line">
                {items.map((team) => (
                  <Row key={team.id} team={team} people={people} onEdit={() => setEditing(team)} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {editing && (
        <TeamDialog
          team={editing === 'new' ? undefined : editing}
          people={people}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}

function Row({ team, people, onEdit }: { team: Team; people: readonly Member[]; onEdit: () => void }) {
  const client = useQueryClient();
  const names = team.members.flatMap((id) => people.find((person) => person.id === id)?.name ?? []);
  const remove = async () => {
    const sure = await confirm({
      title: `Delete team ${team.name}?`,
      description: `Its ${team.members.length} members stay in the workspace.`,
      action: 'Delete team',
    });
    if (!sure) return;
    try {
      await call(calls.deleteTeam, { params: { id: team.id } });
      toast({ type: 'success', title: 'Team deleted', description: team.name });
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t delete the team', description: messageFor(error, 'Try again.') });
    }
    await client.invalidateQueries({ queryKey: readKey(calls.teams) });
  };
  return (
    <li data-testid="row" className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium break-words">{team.name}</p>
        <p className="truncate text-xs text-muted" title={names.join(', ')}>
          {team.members.length === 0 ? 'No members yet' : names.join(', ')}
        </p>
      </div>
      <IconButton label={`Edit ${team.name}`} icon={<Pencil />} onClick={onEdit} />
      <IconButton label={`Delete ${team.name}`} tone="danger" icon={<Trash2 />} onClick={() => void remove()} />
    </li>
  );
}

function TeamDialog({
  team,
  people,
  onClose,
}: {
  team: Team | undefined;
  people: readonly Member[];
  onClose: () => void;
}) {
  const formId = useId();
  const client = useQueryClient();
  const options: Option[] = people
    .filter(({ active }) => active)
    .map(({ id, name, email }) => ({ value: id, label: name, detail: email }));
  const form = useContractForm(TeamForm, {
    defaultValues: {
      name: team?.name ?? '',
      members: people
        .filter(({ id }) => team?.members.includes(id))
        .map(({ id, name }) => ({ value: id, label: name })),
    },
    judge: 'onSubmit',
    failure: 'The team could not be saved.',
    onSubmit: async ({ name, members }) => {
      const body = { name, members: members.map(({ value }) => value) };
      if (team) await call(calls.updateTeam, { params: { id: team.id }, body: { ...body, version: team.version } });
      else await call(calls.createTeam, { body });
      await client.invalidateQueries({ queryKey: readKey(calls.teams) });
      toast({ type: 'success', title: team ? 'Team saved' : 'Team created', description: name });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={team ? `Edit ${team.name}` : 'Create team'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={form.saving}>
            {team ? 'Save' : 'Create'}
          </Button>
        </>
      }
    >
      <Form form={form} id={formId}>
        <div className="grid gap-4">
          <FormField name="name" label="Name" required autoFocus />
          <ControlledField name="members" label="Members" optional>
            {({ value, onChange }, control) => (
              <MultiCombobox
                {...control}
                label="Members"
                source={options}
                value={value as Option[]}
                onChange={onChange}
                placeholder="Find by name"
              />
            )}
          </ControlledField>
        </div>
      </Form>
    </Dialog>
  );
}
