import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Form } from '../../../web/form/form.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { ApiError } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { useSessionUser } from '../../../web/api/session.ts';
import { GoTo, Link } from '../../../web/router/link.tsx';
import { safeNext } from '../../../web/router/next-path.ts';
import type { RawSearch } from '../../../web/router/page.ts';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Credentials, identity, type SetupStatus } from '../contract.ts';
import { toastEntryFailure, useEnter } from './enter-app.ts';
import { Entrance, textLink } from './entrance.tsx';
import { PasswordField } from './password-field.tsx';

const parseSearch = ({ next }: RawSearch) => ({ next: typeof next === 'string' ? next : undefined });

/** Sign-in, at /login and /auth. A new installation leads to the first-run wizard instead. */
export default function SignInPage() {
  const [{ next }] = usePageSearch(parseSearch);
  const { data: setup } = useQuery(read(identity.setupStatus));
  const user = useSessionUser();
  const [entering, setEntering] = useState(false);
  const enter = useEnter();
  const form = useContractForm(Credentials, {
    defaultValues: { email: '', password: '' },
    judge: 'onSubmit',
    failure: 'Login failed. Please check your credentials.',
    onSubmit: async (body) => {
      setEntering(true);
      try {
        const signedIn = await call(identity.login, { body });
        await enter(signedIn, { title: 'Login successful', description: `Welcome back, ${signedIn.name}.` }, next);
      } catch (error) {
        setEntering(false);
        if (error instanceof ApiError && error.fields.length === 0) form.methods.resetField('password');
        form.methods.setFocus('password');
        toastEntryFailure('Login failed', error, 'Invalid email or password');
        throw error;
      }
    },
  });

  if (setup?.firstRun) return <GoTo to="/register" />;
  if (user && !entering) return <GoTo to={safeNext(next)} />;
  return (
    <Entrance
      title="Sign in"
      lead={next && 'Sign in to continue.'}
      below={
        setup?.demo && (
          <DemoAccounts
            accounts={setup.demoAccounts}
            onPick={({ email, password }) => form.methods.reset({ email, password: password ?? '' })}
          />
        )
      }
    >
      <Form form={form}>
        <div className="grid gap-4">
          <FormField
            name="email"
            label="Email"
            type="email"
            required
            autoComplete="username"
            inputMode="email"
            autoFocus
          />
          <div>
            <PasswordField autoComplete="current-password" />
            <Link to="/forgot-password" className={`mt-1.5 ${textLink}`}>
              Forgot your password?
            </Link>
          </div>
          <Button type="submit" variant="primary" size="lg" loading={form.saving} className="w-full">
            Sign in
          </Button>
          {setup?.openRegistration && (
            <p className="text-center text-sm text-muted">
              No account yet?{' '}
              <Link to="/registration-wizard" className={textLink}>
                Register your business
              </Link>
            </p>
          )}
        </div>
      </Form>
    </Entrance>
  );
}

/** Accounts of the example business, one press each. Shown in demo mode only. */
function DemoAccounts({
  accounts,
  onPick,
}: {
  accounts: SetupStatus['demoAccounts'];
  onPick: (account: SetupStatus['demoAccounts'][number]) => void;
}) {
  return (
    <section aria-labelledby="demo-accounts" className="rounded-xl border border-line bg-canvas p-4">
      <h2 id="demo-accounts" className="text-sm font-medium">
        Example accounts
      </h2>
      <p className="mt-0.5 text-xs text-muted">
        This installation runs in demo mode. Pick an account to fill in the form.
      </p>
      <ul className="mt-2 -mb-1">
        {accounts.map((account) => (
          <li key={account.email}>
            <button
              type="button"
              onClick={() => onPick(account)}
              className="-mx-2 flex min-h-8 w-[calc(100%+1rem)] flex-wrap items-center justify-between gap-x-3 rounded-md px-2 py-1 text-left text-sm hover:bg-hover pointer-coarse:min-h-11"
            >
              <span>{account.label}</span>
              <span className="text-xs text-muted">{account.email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
