import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { ApiError } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { Form } from '../../../../web/form/form.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { businessLicenses } from '../../../crm/contract.ts';
import { onboarding } from '../../contract/onboarding.ts';
import { type StepProps, useComplete } from './use-complete.ts';
import { useStepDraft } from './use-step-draft.ts';
import { StepButtons, StepHeading } from './wizard-frame.tsx';

const License = z
  .object({
    name: z.string().trim().min(1, 'Enter a license name.').max(200),
    authority: z.string().trim().max(200),
    number: z.string().trim().max(120),
    issuedOn: z.string(),
    expiresOn: z.string(),
  })
  .refine(({ issuedOn, expiresOn }) => !issuedOn || !expiresOn || expiresOn >= issuedOn, {
    message: 'The expiration date must be after the issue date.',
    path: ['expiresOn'],
  });
type License = z.infer<typeof License>;
const BLANK: License = { name: '', authority: '', number: '', issuedOn: '', expiresOn: '' };

/** The first business license; it stands among the others under Business licenses afterwards. */
export function LicenseStep(props: StepProps) {
  const { licenseId } = props.state;
  return licenseId === null ? (
    <LicenseForm {...props} values={BLANK} known={undefined} />
  ) : (
    <EnteredLicense {...props} id={licenseId} />
  );
}

/** The license was entered before: going back changes that one. */
function EnteredLicense({ id, ...props }: StepProps & { id: string }) {
  const { data: known, error, refetch } = useQuery(read(businessLicenses.get, { params: { id } }));
  // One that was deleted meanwhile makes room for another.
  if (error instanceof ApiError && error.status === 404)
    return <LicenseForm {...props} values={BLANK} known={undefined} />;
  if (error && !known) return <Failure error={error} what="Your license" onRetry={() => void refetch()} />;
  if (!known)
    return (
      <div role="status" aria-label="Your license: loading" className="grid gap-4">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="h-control" />
        <Skeleton className="h-control" />
      </div>
    );
  return (
    <LicenseForm
      {...props}
      values={{
        name: known.name,
        authority: known.authority,
        number: known.number,
        issuedOn: known.issuedOn ?? '',
        expiresOn: known.expiresOn ?? '',
      }}
      known={known}
    />
  );
}

function LicenseForm({
  state,
  onStep,
  values,
  known,
}: StepProps & { values: License; known: { id: string; version: number } | undefined }) {
  const { put, skip } = useComplete();
  const form = useContractForm(License, {
    defaultValues: { ...values, ...(state.drafts.license as Partial<License> | undefined) },
    failure: 'The license could not be saved.',
    onSubmit: async ({ issuedOn, expiresOn, ...texts }) => {
      const body = { ...texts, issuedOn: issuedOn || null, expiresOn: expiresOn || null };
      const { id } = known
        ? await call(businessLicenses.update, { params: { id: known.id }, body: { ...body, version: known.version } })
        : await call(businessLicenses.create, { body });
      put(
        await call(onboarding.completeStep, {
          params: { step: 'license' },
          body: { version: state.version, licenseId: id },
        }),
      );
      onStep('plan');
    },
  });
  useStepDraft('license', form.methods);
  return (
    <Form form={form}>
      <StepHeading title="Business license">
        If your business needs a license, add it here to get a reminder before it expires. You can add more later.
      </StepHeading>
      <div className="grid gap-4">
        <FormField name="name" label="License" required placeholder="General contractor" />
        <FormField name="authority" label="Authority" optional hint="Issuing authority." />
        <FormField name="number" label="Number" optional />
        <div className="flex flex-wrap gap-4">
          <FormField name="issuedOn" label="Issued on" type="date" optional className="min-w-40 flex-1" />
          <FormField name="expiresOn" label="Expires on" type="date" optional className="min-w-40 flex-1" />
        </div>
      </div>
      <StepButtons
        onBack={() => onStep('business')}
        onSkip={() =>
          void skip('license', state.version).then((noted) => {
            if (noted) onStep('plan');
          })
        }
      >
        <Button type="submit" variant="primary" size="lg" loading={form.saving}>
          Continue
        </Button>
      </StepButtons>
    </Form>
  );
}
