import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { call, read } from '../../../web/api/request.ts';
import { Form } from '../../../web/form/form.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useUnsavedGuard } from '../../../web/form/unsaved.ts';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { countryOptions, currencyOptions, timeZoneOptions } from '../../identity/web/index.ts';
import { PLAN_IDS, PLANS } from '../../workspaces/contract.ts';
import { type Client, clients, ClientUpdate } from '../contract.ts';
import { CLIENTS } from '../paths.ts';
import { ClientFrame } from './client-frame.tsx';
import { Ending } from './offboarding.tsx';
import { Exports } from './exports.tsx';
import { LogoField } from './logo-field.tsx';

/** A client's name, country, time zone, and currency, and its deletion, at /clients/{id}/settings. */
export default function ClientSettingsPage() {
  return (
    <ClientFrame part="/settings">
      {(client) => (
        <div className="grid max-w-2xl gap-5">
          {client.state !== 'archived' && <Facts key={client.id} client={client} />}
          <Exports client={client} />
          <Ending client={client} />
        </div>
      )}
    </ClientFrame>
  );
}

/** A list's empty choice is text; it means no plan. */
const Entry = ClientUpdate.extend({ plan: z.union([z.literal('').transform(() => null), z.enum(PLAN_IDS), z.null()]) });

function Facts({ client }: { client: Client }) {
  const cache = useQueryClient();
  const { version, name, country, timeZone, currency, plan, logo } = client;
  const form = useContractForm(Entry, {
    defaultValues: { version, name, country, timeZone, currency, plan, logo },
    failure: 'The settings could not be saved.',
    follows: true,
    onSubmit: async ({ logo: picture, ...body }) => {
      const saved = await call(clients.update, {
        params: { id: client.id },
        body: picture === logo ? body : { ...body, logo: picture },
      });
      cache.setQueryData(read(clients.get, { params: { id: client.id } }).queryKey, saved);
      await cache.invalidateQueries({ queryKey: [CLIENTS] });
      toast({ type: 'success', title: `${saved.name} saved` });
    },
  });
  useUnsavedGuard(form.unsaved);
  return (
    <Card>
      <CardHeader title="Business" />
      <CardBody>
        <Form form={form} className="grid gap-4">
          <FormField name="name" label="Name" required autoComplete="off" />
          <div className="grid gap-4 sm:grid-cols-2">
            <FormField
              name="country"
              label="Country"
              options={countryOptions()}
              hint="Used for phone numbers without a country code."
            />
            <FormField
              name="timeZone"
              label="Time zone"
              options={timeZoneOptions()}
              hint="Used for dates and daily reports."
            />
            <FormField
              name="currency"
              label="Currency"
              options={currencyOptions()}
              hint="Used for new amounts and reports. Existing amounts keep their currency."
            />
            <FormField
              name="plan"
              label="Plan"
              options={PLANS.map(({ id, name: label }) => ({ value: id, label }))}
              placeholder="None"
              hint="For your reference. It does not change billing or limits."
            />
          </div>
          <LogoField
            value={form.methods.watch('logo') ?? ''}
            onChange={(picture) => form.methods.setValue('logo', picture, { shouldDirty: true })}
          />
          <div>
            <Button type="submit" variant="primary" loading={form.saving} disabled={!form.dirty}>
              Save
            </Button>
          </div>
        </Form>
      </CardBody>
    </Card>
  );
}
