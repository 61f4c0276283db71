import { useState } from 'react';
import * as z from 'zod';
import { usePages } from '../../../../web/api/pages.ts';
import { call } from '../../../../web/api/request.ts';
import { Form } from '../../../../web/form/form.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { invitations } from '../../contract/invitations.ts';
import { onboarding } from '../../contract/onboarding.ts';
import { Addresses } from '../team/addresses.ts';
import { type Skipped, skippedText } from '../team/skipped-addresses.ts';
import { type StepProps, useComplete } from './use-complete.ts';
import { useStepDraft } from './use-step-draft.ts';
import { StepButtons, StepHeading } from './wizard-frame.tsx';

const Team = z.object({ emails: Addresses });

/** Teammates to invite by email. */
export function TeamStep({ state, onStep }: StepProps) {
  const { put, skip } = useComplete();
  const invited = usePages(invitations.list, { query: { open: '1', limit: 50 } });
  const [skipped, setSkipped] = useState<Skipped>([]);
  const form = useContractForm(Team, {
    defaultValues: { emails: (state.drafts.team?.['emails'] as string | undefined) ?? '' },
    judge: 'onSubmit',
    failure: 'The invitations could not be sent.',
    onSubmit: async ({ emails }) => {
      const { skipped: left } = await call(invitations.create, { body: { emails } });
      put(await call(onboarding.completeStep, { params: { step: 'team' }, body: { version: state.version } }));
      if (left.length === 0) onStep('import');
      else {
        setSkipped(left);
        invited.retry();
      }
    },
  });
  useStepDraft('team', form.methods);
  const onward = () =>
    void skip('team', state.version).then((noted) => {
      if (noted) onStep('import');
    });
  return (
    <Form form={form}>
      <StepHeading title="Your team">
        Each person gets an email with a link to set a password and join this workspace.
      </StepHeading>
      {skipped.length > 0 && (
        <Banner tone="warning" className="mb-4">
          {skippedText(skipped)}
        </Banner>
      )}
      {invited.items.length > 0 && (
        <div className="mb-4 text-sm">
          <p className="font-medium">Invited so far</p>
          <ul className="mt-1 text-muted">
            {invited.items.map(({ id, email }) => (
              <li key={id} className="break-all">
                {email}
              </li>
            ))}
          </ul>
        </div>
      )}
      <FormField name="emails" label="Email addresses" rows={3} hint="Separate addresses with commas or new lines." />
      <StepButtons onBack={() => onStep('plan')} onSkip={skipped.length > 0 ? undefined : onward}>
        {skipped.length > 0 && (
          <Button size="lg" onClick={() => onStep('import')}>
            Continue
          </Button>
        )}
        <Button type="submit" variant="primary" size="lg" loading={form.saving}>
          Invite and continue
        </Button>
      </StepButtons>
    </Form>
  );
}
