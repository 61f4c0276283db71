import { useState } from 'react';
import * as z from 'zod';
import { Form } from '../../../web/form/form.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { call } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Email, identity } from '../contract.ts';
import { Entrance, textLink } from './entrance.tsx';

const Request = z.object({ email: Email });

/** Asks for a link that sets a new password. The answer is the same whether or not the address has an account. */
export default function ForgotPasswordPage() {
  const [answer, setAnswer] = useState<string>();
  const form = useContractForm(Request, {
    defaultValues: { email: '' },
    judge: 'onSubmit',
    failure: 'The link could not be requested.',
    onSubmit: async (body) => setAnswer((await call(identity.forgotPassword, { body })).message),
  });
  return (
    <Entrance
      title="Forgot your password?"
      lead="Enter your email address and we’ll send you a reset link. It works once, for one hour."
    >
      {answer ? (
        <Banner tone="success">{answer}</Banner>
      ) : (
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
            <Button type="submit" variant="primary" size="lg" loading={form.saving} className="w-full">
              Send link
            </Button>
          </div>
        </Form>
      )}
      <Link to="/login" className={`mt-4 ${textLink}`}>
        Back to sign-in
      </Link>
    </Entrance>
  );
}
