import { useId } from 'react';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { call, request } from '../../../web/api/request.ts';
import { Form } from '../../../web/form/form.tsx';
import { ControlledField, FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import * as z from 'zod';
import { StepIn, VISIT_MINUTES, workspaces } from '../contract/visits.ts';

const Visit = StepIn.extend({
  client: z.object({ value: z.string(), label: z.string() }, 'Choose a client.'),
  minutes: z.coerce.number<string>(),
});
const DURATIONS = VISIT_MINUTES.map((minutes) => ({
  value: String(minutes),
  label: minutes < 60 ? `${minutes} minutes` : minutes === 60 ? '1 hour' : `${minutes / 60} hours`,
}));

async function findClients(search: string, signal: AbortSignal) {
  const { items } = await request(workspaces.clients, { query: { search: search || undefined, limit: 20 }, signal });
  return items.map(({ id, name, owner }) => ({ value: id, label: name, detail: owner ?? undefined }));
}

interface StepInDialogProps {
  /** The client, where it is known already. */
  client?: { id: string; name: string };
  onClose: () => void;
}

/** An administrator says which client they step into, why, and for how long. */
export default function StepInDialog({ client: preset, onClose }: StepInDialogProps) {
  const formId = useId();
  const form = useContractForm(Visit, {
    defaultValues: { client: preset && { value: preset.id, label: preset.name }, reason: '', minutes: '60' },
    judge: 'onSubmit',
    failure: 'The workspace could not be opened.',
    onSubmit: async ({ client, reason, minutes }) => {
      await call(workspaces.stepIn, {
        params: { id: client.value },
        body: { reason, minutes: minutes as (typeof VISIT_MINUTES)[number] },
      });
      location.assign('/');
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={preset ? `Step into ${preset.name}` : 'Step into a client'}
      description="You view and edit the client's data under your own name. Both audit logs record it, and the client's owner can read your reason."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={form.saving}>
            Step in
          </Button>
        </>
      }
    >
      <Form form={form} id={formId}>
        <div className="grid gap-4">
          {!preset && (
            <ControlledField name="client" label="Client" required>
              {({ value, onChange }, control) => (
                <Combobox
                  {...control}
                  label="Client"
                  source={findClients}
                  value={(value as { value: string; label: string } | undefined) ?? null}
                  onChange={(option) => onChange(option ?? undefined)}
                  placeholder="Find by name"
                  autoFocus
                />
              )}
            </ControlledField>
          )}
          <FormField
            name="reason"
            label="Reason"
            required
            autoFocus={preset !== undefined}
            hint="The client can read it."
            placeholder="Help with the import"
          />
          <FormField name="minutes" label="Duration" options={DURATIONS} />
        </div>
      </Form>
    </Dialog>
  );
}
