import { useQuery } from '@tanstack/react-query';
import { ApiError, messageFor } from '../../../../web/api/error.ts';
import { call } from '../../../../web/api/request.ts';
import { Form } from '../../../../web/form/form.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button, buttonClass } from '../../../../web/ui/button.tsx';
import { ErrorState } from '../../../../web/ui/states.tsx';
import { Spinner } from '../../../../web/ui/spinner.tsx';
import { BusinessRegistration, identity } from '../../../identity/contract.ts';
import {
  countryOptions,
  currencyOptions,
  Entrance,
  guessCountry,
  guessCurrency,
  guessTimeZone,
  PasswordField,
  StrengthMeter,
  timeZoneOptions,
  toastEntryFailure,
  useEnter,
} from '../../../identity/web/index.ts';

/**
 * The mailed link is open: the owner's account and the name of the business. From here on everything is kept on the
 * server.
 */
export function AccountStep({ token }: { token: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['registration-link', token],
    queryFn: () => call(identity.readRegistration, { body: { token } }),
    gcTime: 0,
  });
  if (error instanceof ApiError && error.code === 'gone') {
    return (
      <Entrance title="This link no longer works">
        <Banner tone="warning">{messageFor(error, 'It was used or has expired.')}</Banner>
        <Link to="/registration-wizard" className={`mt-4 w-full ${buttonClass({ variant: 'primary', size: 'lg' })}`}>
          Start over
        </Link>
      </Entrance>
    );
  }
  if (error && !data)
    return (
      <Entrance title="Register your business">
        <ErrorState message={messageFor(error, 'The link could not be opened.')} onRetry={() => void refetch()} />
      </Entrance>
    );
  if (!data)
    return (
      <div className="grid min-h-dvh animate-appear-late place-items-center">
        <Spinner label="Loading" />
      </div>
    );
  return <AccountForm token={token} email={data.email} />;
}

function AccountForm({ token, email }: { token: string; email: string }) {
  const enter = useEnter();
  const form = useContractForm(BusinessRegistration.omit({ token: true }), {
    defaultValues: {
      name: '',
      password: '',
      businessName: '',
      timeZone: guessTimeZone(),
      currency: guessCurrency(),
      country: guessCountry(),
    },
    judge: 'onSubmit',
    failure: 'Registration failed',
    onSubmit: async (body) => {
      try {
        const user = await call(identity.registerBusiness, { body: { ...body, token } });
        await enter(
          user,
          { title: 'Registration successful', description: `Welcome, ${user.name}.` },
          '/registration-wizard',
        );
      } catch (error) {
        toastEntryFailure('Registration failed', error, 'There was an error creating your account');
        throw error;
      }
    },
  });
  const [name, password, businessName] = form.methods.watch(['name', 'password', 'businessName']);
  return (
    <Entrance
      title="Your account and business"
      lead={
        <>
          Sign in with <strong className="break-all text-ink">{email}</strong>.
        </>
      }
    >
      <Form form={form}>
        <div className="grid gap-4">
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <FormField name="name" label="Your name" required autoComplete="name" autoFocus />
          <div className="grid gap-2">
            <PasswordField autoComplete="new-password" hint="At least 12 characters. A sentence is fine." />
            <StrengthMeter password={password} own={[name, email, businessName]} wanted={password !== ''} />
          </div>
          <FormField name="businessName" label="Business name" required autoComplete="organization" />
          <FormField name="country" label="Country" options={countryOptions()} />
          <FormField name="timeZone" label="Time zone" options={timeZoneOptions()} />
          <FormField name="currency" label="Currency" options={currencyOptions()} />
          <Button type="submit" variant="primary" size="lg" loading={form.saving} className="w-full">
            Create account
          </Button>
        </div>
      </Form>
    </Entrance>
  );
}
