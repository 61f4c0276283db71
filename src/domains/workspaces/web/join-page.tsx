import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { ApiError, messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { endSession, dropUser, useSessionUser } from '../../../web/api/session.ts';
import { Form } from '../../../web/form/form.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Link } from '../../../web/router/link.tsx';
import type { RawSearch } from '../../../web/router/page.ts';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { ErrorState } from '../../../web/ui/states.tsx';
import { Spinner } from '../../../web/ui/spinner.tsx';
import { Entrance, PasswordField, StrengthMeter, useEnter } from '../../identity/web/index.ts';
import { Acceptance, type InvitationOffer, invitations } from '../contract/invitations.ts';

const parseSearch = ({ token }: RawSearch) => ({ token: typeof token === 'string' ? token : '' });
const ROLE_WORDS = { admin: 'as an administrator', opus_team: 'on the fund team', user: '' } as const;

/** Where an invitation's link leads: a new account, or one that exists, joins the workspace. */
export default function InvitationPage() {
  const [{ token }] = usePageSearch(parseSearch);
  const {
    data: offer,
    error,
    refetch,
  } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call(invitations.read, { body: { token } }),
    enabled: token !== '',
    gcTime: 0,
  });
  const gone = token === '' || (error instanceof ApiError && (error.code === 'gone' || error.status === 400));
  if (gone) {
    return (
      <Entrance title="This invitation is not valid">
        <Banner tone="warning">
          {token === ''
            ? 'The link is incomplete. Open it from the email again.'
            : 'It was used, revoked, or has expired. Ask for a new one.'}
        </Banner>
        <Link to="/login" className={`mt-4 w-full ${buttonClass({ variant: 'primary', size: 'lg' })}`}>
          Go to sign-in
        </Link>
      </Entrance>
    );
  }
  if (error && !offer)
    return (
      <Entrance title="Invitation">
        <ErrorState message={messageFor(error, 'The invitation could not be opened.')} onRetry={() => void refetch()} />
      </Entrance>
    );
  if (!offer)
    return (
      <div className="grid min-h-dvh animate-appear-late place-items-center">
        <Spinner label="Loading" />
      </div>
    );
  return (
    <Entrance
      title={`Join ${offer.workspace.name}`}
      lead={`${offer.invitedBy ?? 'An administrator'} invited you to join ${ROLE_WORDS[offer.role]}`.trim() + '.'}
    >
      {offer.hasAccount ? <Join offer={offer} token={token} /> : <NewAccount offer={offer} token={token} />}
    </Entrance>
  );
}

function NewAccount({ offer, token }: { offer: InvitationOffer; token: string }) {
  const enter = useEnter();
  const form = useContractForm(Acceptance.omit({ token: true }), {
    defaultValues: { name: '', password: '' },
    judge: 'onSubmit',
    failure: 'The invitation could not be accepted.',
    onSubmit: async (body) => {
      const user = await call(invitations.accept, { body: { ...body, token } });
      await enter(
        user,
        { title: 'Registration successful', description: `Welcome to ${user.workspace.name}, ${user.name}.` },
        user.setup === 'open' && user.workspaceRole === 'owner' ? '/registration-wizard' : '/',
      );
    },
  });
  const [name, password] = form.methods.watch(['name', 'password']);
  return (
    <Form form={form}>
      <div className="grid gap-4">
        <p className="text-sm text-muted">
          Sign in with <strong className="break-all text-ink">{offer.email}</strong>.
        </p>
        <input type="text" name="username" autoComplete="username" value={offer.email} readOnly hidden />
        <FormField name="name" label="Your name" required autoComplete="name" autoFocus />
        <div className="grid gap-2">
          <PasswordField autoComplete="new-password" hint="At least 12 characters. A sentence is fine." />
          <StrengthMeter password={password} own={[name, offer.email]} wanted={password !== ''} />
        </div>
        <Button type="submit" variant="primary" size="lg" loading={form.saving} className="w-full">
          Create account and join
        </Button>
      </div>
    </Form>
  );
}

const Nothing = z.object({});

function Join({ offer, token }: { offer: InvitationOffer; token: string }) {
  const user = useSessionUser();
  const client = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const form = useContractForm(Nothing, {
    defaultValues: {},
    failure: 'The invitation could not be accepted.',
    onSubmit: async () => {
      await call(invitations.join, { body: { token } });
      // Another workspace: nothing that was read before belongs to it.
      location.assign('/');
    },
  });
  if (!user) {
    return (
      <>
        <p className="text-sm text-muted">
          <strong className="break-all text-ink">{offer.email}</strong> already has an account. Sign in, then you return
          here to join.
        </p>
        <Link
          to="/login"
          search={{ next: `/join?token=${token}` }}
          className={`mt-4 w-full ${buttonClass({ variant: 'primary', size: 'lg' })}`}
        >
          Sign in to join
        </Link>
      </>
    );
  }
  if (user.email.toLowerCase() !== offer.email.toLowerCase()) {
    const leave = async () => {
      setLeaving(true);
      try {
        await endSession();
        dropUser(client, { onPurpose: true });
      } catch (error) {
        toast({
          type: 'error',
          title: 'Logout failed',
          description: messageFor(error, 'An error occurred while logging out. Please try again.'),
        });
      }
      setLeaving(false);
    };
    return (
      <>
        <Banner tone="warning">
          This invitation is for <strong className="break-all">{offer.email}</strong>. You are signed in as {user.email}
          .
        </Banner>
        <Button size="lg" className="mt-4 w-full" loading={leaving} onClick={() => void leave()}>
          Sign out
        </Button>
      </>
    );
  }
  return (
    <Form form={form}>
      <p className="text-sm text-muted">You join as {user.name}. You can switch between your workspaces at any time.</p>
      <Button type="submit" variant="primary" size="lg" loading={form.saving} className="mt-4 w-full">
        Join {offer.workspace.name}
      </Button>
    </Form>
  );
}
