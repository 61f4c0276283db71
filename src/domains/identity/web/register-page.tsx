import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ApiError, messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { useSessionUser } from '../../../web/api/session.ts';
import { Form } from '../../../web/form/form.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { GoTo, Link } from '../../../web/router/link.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { ErrorState } from '../../../web/ui/states.tsx';
import { Spinner } from '../../../web/ui/spinner.tsx';
import { identity, Registration, type CurrentUser } from '../contract.ts';
import { toastEntryFailure, useEnter } from './enter-app.ts';
import { Entrance } from './entrance.tsx';
import {
  countryOptions,
  currencyOptions,
  guessCountry,
  guessCurrency,
  guessTimeZone,
  timeZoneOptions,
} from './locale-guess.ts';
import { PasswordField } from './password-field.tsx';
import { StrengthMeter } from './settings/strength-meter.tsx';

/** The first visitor of a new installation becomes its owner here; later accounts come by invitation. */
export default function RegisterPage() {
  const { data: setup, error, refetch } = useQuery(read(identity.setupStatus));
  const [owner, setOwner] = useState<CurrentUser>();
  const user = useSessionUser();
  if (owner) return <Done owner={owner} />;
  if (user) return <GoTo to="/" />;
  if (error && !setup) {
    return (
      <Entrance title="Set up Gauntlet">
        <ErrorState
          title="Can’t reach the server"
          message={messageFor(error, 'The setup could not be started.')}
          requestId={error instanceof ApiError ? error.requestId : undefined}
          onRetry={() => void refetch()}
        />
      </Entrance>
    );
  }
  if (!setup)
    return (
      <div className="grid min-h-dvh animate-appear-late place-items-center">
        <Spinner label="Loading" />
      </div>
    );
  return setup.firstRun ? <Wizard onDone={setOwner} /> : <Taken open={setup.openRegistration} />;
}

/** The installation has its owner: businesses may register themselves where administrators allow it. */
function Taken({ open }: { open: boolean }) {
  const signIn = (
    <Link to="/login" className={`w-full ${buttonClass({ variant: open ? 'secondary' : 'primary', size: 'lg' })}`}>
      Go to sign-in
    </Link>
  );
  if (!open)
    return (
      <Entrance
        title="Accounts are by invitation"
        lead="This installation already has an owner. Ask an administrator to invite you, then sign in."
      >
        {signIn}
      </Entrance>
    );
  return (
    <Entrance
      title="Register your business"
      lead="This installation already has an owner. Register your business as a client."
    >
      <div className="grid gap-3">
        <Link to="/registration-wizard" className={`w-full ${buttonClass({ variant: 'primary', size: 'lg' })}`}>
          Register business
        </Link>
        {signIn}
      </div>
    </Entrance>
  );
}

const ACCOUNT_FIELDS = ['name', 'email', 'password'] as const;

/** Two steps of one form: nothing is sent before the end, and going back loses nothing. */
function Wizard({ onDone }: { onDone: (owner: CurrentUser) => void }) {
  const [step, setStep] = useState<'account' | 'business'>('account');
  const heading = useRef<HTMLDivElement>(null);
  const form = useContractForm(Registration, {
    defaultValues: {
      name: '',
      email: '',
      password: '',
      businessName: '',
      timeZone: guessTimeZone(),
      currency: guessCurrency(),
      country: guessCountry(),
    },
    failure: 'Registration failed',
    onSubmit: async (body) => {
      try {
        onDone(await call(identity.register, { body }));
      } catch (error) {
        toastEntryFailure('Registration failed', error, 'There was an error creating your account');
        // Errors about the account are shown on its step, where they can be fixed.
        if (
          error instanceof ApiError &&
          error.fields.some(({ field }) => (ACCOUNT_FIELDS as readonly string[]).includes(field))
        )
          setStep('account');
        throw error;
      }
    },
  });

  const first = useRef(true);
  useEffect(() => {
    // Each step starts at its first field; the page itself starts where the browser does.
    if (first.current) first.current = false;
    else
      heading.current
        ?.querySelector<HTMLElement>(step === 'account' ? '[name="name"]' : '[name="businessName"]')
        ?.focus();
  }, [step]);

  const next = async () => {
    if (await form.methods.trigger(ACCOUNT_FIELDS, { shouldFocus: true })) setStep('business');
  };
  // Nothing is to be sent yet, so the browser has no button that Enter could press.
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void next();
  };
  const account = step === 'account';
  const [name, email, password] = form.methods.watch(['name', 'email', 'password']);
  return (
    <Entrance
      title={account ? 'Your account' : 'Your business'}
      lead={
        account
          ? 'You are the first user. This account will own the installation.'
          : 'The agency that runs Gauntlet. You can change all of this later.'
      }
    >
      <Steps current={account ? 1 : 2} />
      <Form form={form}>
        <div ref={heading}>
          <div hidden={!account} onKeyDown={onEnter} className="grid gap-4 [[hidden]]:hidden">
            <FormField name="name" label="Your name" required autoComplete="name" />
            <FormField name="email" label="Email" type="email" required autoComplete="email" inputMode="email" />
            <div className="grid gap-2">
              <PasswordField autoComplete="new-password" hint="At least 12 characters. A sentence is fine." />
              <StrengthMeter password={password} own={[name, email]} wanted={password !== ''} />
            </div>
            <Button type="button" variant="primary" size="lg" onClick={() => void next()} className="w-full">
              Continue
            </Button>
          </div>
          {!account && (
            <div className="grid gap-4">
              <FormField name="businessName" label="Business name" required autoComplete="organization" />
              <FormField
                name="country"
                label="Country"
                options={countryOptions()}
                hint="Phone numbers without a country code are read as numbers in this country."
              />
              <FormField
                name="timeZone"
                label="Time zone"
                options={timeZoneOptions()}
                hint="Used for dates and reports."
              />
              <FormField name="currency" label="Currency" options={currencyOptions()} />
              <div className="flex gap-2">
                <Button size="lg" onClick={() => setStep('account')}>
                  Back
                </Button>
                <Button type="submit" variant="primary" size="lg" loading={form.saving} className="flex-1">
                  Create account
                </Button>
              </div>
            </div>
          )}
        </div>
      </Form>
    </Entrance>
  );
}

function Done({ owner }: { owner: CurrentUser }) {
  const enter = useEnter();
  const [entering, setEntering] = useState<string>();
  const open = (to: string) => {
    setEntering(to);
    void enter(owner, { title: 'Registration successful', description: `Welcome, ${owner.name}.` }, to);
  };
  return (
    <Entrance title="Gauntlet is ready" lead={`${owner.workspace.name} is set up. You are the owner.`}>
      <Steps current={3} />
      <p className="text-sm text-muted">
        Import your contacts from a CSV file and invite your team. You can do both later.
      </p>
      <div className="mt-4 grid gap-2">
        <Button
          variant="primary"
          size="lg"
          loading={entering === '/'}
          onClick={() => open('/')}
          className="w-full"
          autoFocus
        >
          Open Gauntlet
        </Button>
        <Button
          size="lg"
          loading={entering === '/team?invite=1'}
          onClick={() => open('/team?invite=1')}
          className="w-full"
        >
          Invite your team
        </Button>
        <Button
          size="lg"
          loading={entering === '/contacts/import'}
          onClick={() => open('/contacts/import')}
          className="w-full"
        >
          Import contacts
        </Button>
      </div>
    </Entrance>
  );
}

const STEPS = ['Account', 'Business', 'Done'];

function Steps({ current }: { current: number }) {
  return (
    <ol className="mb-5 flex gap-2" aria-label="Steps">
      {STEPS.map((label, nth) => (
        <li key={label} aria-current={nth + 1 === current ? 'step' : undefined} className="flex-1">
          <span className={`block h-1 rounded-full ${nth < current ? 'bg-accent' : 'bg-line'}`} aria-hidden="true" />
          <span className={`mt-1 block text-xs ${nth + 1 === current ? 'font-medium text-ink' : 'text-muted'}`}>
            {label}
          </span>
        </li>
      ))}
    </ol>
  );
}
