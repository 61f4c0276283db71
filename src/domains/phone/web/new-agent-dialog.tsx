import * as z from 'zod';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { guessTimeZone, timeZoneOptions } from '../../identity/web/index.ts';
import { NewAgent, phone } from '../contract.ts';
import { starterAgent, type StarterId, STARTERS } from '../engine/starters.ts';
import { PHONE } from '../paths.ts';

const STARTER_IDS = Object.keys(STARTERS) as [StarterId, ...StarterId[]];
const AgentForm = z.object({
  name: NewAgent.shape.name,
  starter: z.enum(STARTER_IDS),
  timeZone: NewAgent.shape.timeZone,
});
type AgentForm = z.infer<typeof AgentForm>;

/** Creates an agent with a menu to begin with. */
export default function NewAgentDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (id: string) => void }) {
  const client = useQueryClient();
  const form = useContractForm(AgentForm, {
    defaultValues: { name: '', starter: 'front-desk', timeZone: guessTimeZone() },
    failure: 'The agent was not created.',
    onSubmit: async ({ name, starter, timeZone }) => {
      const agent = await call(phone.createAgent, { body: starterAgent(starter, name, timeZone) });
      await client.invalidateQueries({ queryKey: [PHONE.agents] });
      onClose();
      onAdded(agent.id);
    },
  });
  return (
    <EntryDialog form={form} title="New agent" submit="Create agent" onClose={onClose}>
      <FormField<AgentForm> name="name" label="Name" placeholder="Front desk" required autoFocus />
      <FormField<AgentForm>
        name="starter"
        label="Menu to start with"
        hint="You can change every step."
        options={STARTER_IDS.map((value) => ({ value, label: `${STARTERS[value].label}: ${STARTERS[value].hint}` }))}
      />
      <FormField<AgentForm> name="timeZone" label="Time zone of the opening hours" options={timeZoneOptions()} />
    </EntryDialog>
  );
}
