import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../web/api/request.ts';
import { userQuery } from '../../../../web/api/session.ts';
import { Form } from '../../../../web/form/form.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { countryOptions, currencyOptions, timeZoneOptions } from '../../../identity/web/index.ts';
import { BusinessFacts, onboarding } from '../../contract/onboarding.ts';
import { type StepProps, useComplete } from './use-complete.ts';
import { useStepDraft } from './use-step-draft.ts';
import { StepButtons, StepHeading } from './wizard-frame.tsx';

/** The workspace's country, time zone, and currency. */
export function BusinessStep({ state, onStep }: StepProps) {
  const client = useQueryClient();
  const { put } = useComplete();
  const form = useContractForm(BusinessFacts, {
    defaultValues: { ...state.business, ...state.drafts.business },
    failure: 'The business could not be saved.',
    onSubmit: async (body) => {
      put(await call(onboarding.saveBusiness, { body: { ...body, version: state.version } }));
      void client.invalidateQueries({ queryKey: userQuery.queryKey });
      onStep('license');
    },
  });
  useStepDraft('business', form.methods);
  return (
    <Form form={form}>
      <StepHeading title="Your business">You can change all of this later.</StepHeading>
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
      </div>
      <StepButtons>
        <Button type="submit" variant="primary" size="lg" loading={form.saving}>
          Continue
        </Button>
      </StepButtons>
    </Form>
  );
}
