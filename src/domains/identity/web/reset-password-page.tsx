import { useState } from 'react';
import * as z from 'zod';
import { Form } from '../../../web/form/form.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { ApiError } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { Link, useGo } from '../../../web/router/link.tsx';
import type { RawSearch } from '../../../web/router/page.ts';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { identity, NewPassword } from '../contract.ts';
import { Entrance, textLink } from './entrance.tsx';
import { PasswordField } from './password-field.tsx';

const parseSearch = ({ token }: RawSearch) => ({ token: typeof token === 'string' ? token : '' });
const Request = z.object({ password: NewPassword });

/** Sets a new password by the mailed link. */
export default function ResetPasswordPage() {
  const [{ token }] = usePageSearch(parseSearch);
  const [expired, setExpired] = useState(false);
  const go = useGo();
  const form = useContractForm(Request, {
    defaultValues: { password: '' },
    judge: 'onSubmit',
    failure: 'The password could not be set.',
    onSubmit: async ({ password }) => {
      try {
        const { message } = await call(identity.resetPassword, { body: { token, password } });
        toast({ type: 'success', title: 'Password updated', description: message });
        await go('/login', { replace: true });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'gone') setExpired(true);
        throw error;
      }
    },
  });
  if (!token || expired) {
    return (
      <Entrance title="Set a new password">
        <Banner tone="warning">
          {expired
            ? 'This link was used or is older than one hour.'
            : 'This link is incomplete. Open the link from the email again.'}
        </Banner>
        <Link to="/forgot-password" className={`mt-4 w-full ${buttonClass({ variant: 'primary', size: 'lg' })}`}>
          Request a new link
        </Link>
      </Entrance>
    );
  }
  return (
    <Entrance title="Set a new password" lead="You will be signed out everywhere. Sign in with the new password.">
      <Form form={form}>
        <div className="grid gap-4">
          <PasswordField
            label="New password"
            autoComplete="new-password"
            hint="At least 12 characters. A sentence is fine."
          />
          <Button type="submit" variant="primary" size="lg" loading={form.saving} className="w-full">
            Set password
          </Button>
        </div>
      </Form>
      <Link to="/login" className={`mt-4 ${textLink}`}>
        Back to sign-in
      </Link>
    </Entrance>
  );
}
