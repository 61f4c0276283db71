import { useState } from 'react';
import * as z from 'zod';
import { call } from '../../../../web/api/request.ts';
import { Form } from '../../../../web/form/form.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button, buttonClass } from '../../../../web/ui/button.tsx';
import { Email, identity } from '../../../identity/contract.ts';
import { Entrance, textLink } from '../../../identity/web/index.ts';

const Request = z.object({ email: Email });

/** The first step of a registration: proving an address. The answer is the same whether or not it has an account. */
export function RequestLink({ open }: { open: boolean }) {
  const [sentTo, setSentTo] = useState<string>();
  const form = useContractForm(Request, {
    defaultValues: { email: '' },
    judge: 'onSubmit',
    failure: 'The link could not be requested.',
    onSubmit: async (body) => {
      await call(identity.requestRegistration, { body });
      setSentTo(body.email);
    },
  });
  const below = (
    <p className="text-center text-sm text-muted">
      Already registered?{' '}
      <Link to="/login" search={{ next: '/registration-wizard' }} className={textLink}>
        Sign in to continue
      </Link>
    </p>
  );
  if (!open) {
    return (
      <Entrance
        title="Registration is by invitation"
        lead="Ask your provider to invite you, then follow the link in the email."
      >
        <Link
          to="/login"
          search={{ next: '/registration-wizard' }}
          className={`w-full ${buttonClass({ variant: 'primary', size: 'lg' })}`}
        >
          Go to sign-in
        </Link>
      </Entrance>
    );
  }
  if (sentTo) {
    return (
      <Entrance
        title="Check your email"
        lead="Continue with the link in the email. It works once and expires in 1 day."
        below={below}
      >
        <Banner tone="success">
          We sent an email to <strong className="break-all">{sentTo}</strong>.
        </Banner>
        <Button
          className="mt-4"
          onClick={() => {
            setSentTo(undefined);
          }}
        >
          Use another address
        </Button>
      </Entrance>
    );
  }
  return (
    <Entrance
      title="Register your business"
      lead="Enter your email address. We send you a link to verify it."
      below={below}
    >
      <Form form={form}>
        <div className="grid gap-4">
          <FormField
            name="email"
            label="Work email"
            type="email"
            required
            autoComplete="email"
            inputMode="email"
            autoFocus
          />
          <Button type="submit" variant="primary" size="lg" loading={form.saving} className="w-full">
            Send link
          </Button>
        </div>
      </Form>
    </Entrance>
  );
}
