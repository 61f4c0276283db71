import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, read, readKey } from '../../../../web/api/request.ts';
import { userQuery } from '../../../../web/api/session.ts';
import { Form } from '../../../../web/form/form.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import {
  countryOptions,
  currencyOptions,
  Loaded,
  Panel,
  RowSkeletons,
  timeZoneOptions,
} from '../../../identity/web/index.ts';
import { OwnBusiness, ownBusiness } from '../../contract/own-business.ts';

/** Time zone and currency of the installation's own workspace. */
export function OwnBusinessPanel() {
  const query = useQuery(read(ownBusiness.get));
  return (
    <Panel
      title="Your business"
      description="Applies to everyone in this workspace. Existing amounts keep their currency."
    >
      <Loaded query={query} what="Business" skeleton={<RowSkeletons />}>
        {(value) => <Facts value={value} />}
      </Loaded>
    </Panel>
  );
}

function Facts({ value }: { value: OwnBusiness }) {
  const client = useQueryClient();
  const form = useContractForm(OwnBusiness, {
    defaultValues: value,
    follows: true,
    failure: 'The business could not be saved.',
    onSubmit: async (body) => {
      client.setQueryData(readKey(ownBusiness.get), await call(ownBusiness.save, { body }));
      await client.invalidateQueries({ queryKey: userQuery.queryKey });
      toast({ type: 'success', title: 'Saved' });
    },
  });
  return (
    <Form form={form}>
      <div className="grid gap-4">
        <FormField name="name" label="Business name" required autoComplete="organization" />
        <FormField
          name="country"
          label="Country"
          options={countryOptions()}
          hint="Used for phone numbers without a country code."
        />
        <FormField name="timeZone" label="Time zone" options={timeZoneOptions()} hint="Used for dates and reports." />
        <FormField name="currency" label="Currency" options={currencyOptions()} />
        <div>
          <Button type="submit" variant="primary" loading={form.saving}>
            Save business
          </Button>
        </div>
      </div>
    </Form>
  );
}
