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
      Registered already?{' '}
      <Link to="/login" search={{ next: '/registration-wizard' }} className={textLink}>
        Sign in to go on
      </Link>
    </p>
  );
  if (!open) {
    return (
      <Entrance
        title="Registration is by invitation"
        lead="Businesses cannot register themselves here. Ask the people who run this installation to invite you; the link in their mail leads you on."
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
        title="Look into your mailbox"
        lead="The registration goes on with the link in the mail. It works once, for a day."
        below={below}
      >
        <Banner tone="success">
          A mail is on its way to <strong className="break-all">{sentTo}</strong>.
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
      lead="It begins with your email address: we mail you a link that proves it is yours."
      below={below}
    >
      <Form form={form}>
        <div className="grid gap-4">
          <FormField
            name="email"
            label="Your email address at work"
            type="email"
            required
            autoComplete="email"
            inputMode="email"
            autoFocus
          />
          <Button type="submit" variant="primary" size="lg" loading={form.saving} className="w-full">
            Mail the link
          </Button>
        </div>
      </Form>
    </Entrance>
  );
}
