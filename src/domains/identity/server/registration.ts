/**
 * Registration: the owner of a new installation, and businesses that register themselves once their address is proven.
 */
import { AppError } from '../../../kernel/errors.ts';
import { audit } from '../../../server/audit/audit.ts';
import { appLink } from '../../../server/app-url.ts';
import { asSystem, query, selectRow, transaction } from '../../../server/db/index.ts';
import { throttle } from '../../../server/http/rate-limit.ts';
import { log } from '../../../server/observability/log.ts';
import { mailProvider } from '../../../server/providers/mail/index.ts';
import type { BusinessRegistration, Registration, SetupStatus } from '../contract.ts';
import { mailConfirmation } from './addresses.ts';
import { createAccount, createWorkspace, emailKey, requireTimeZone } from './accounts.ts';
import { queueAccountMail } from './mail-job.ts';
import { makeLink, spendLink } from './mailed-links.ts';
import { refuseKnownPassword } from './password-rules.ts';

const MAILS = 3;
const WINDOW = 3600;
const CLOSED = 'Registration is turned off. Ask the people who run this installation for an invitation.';

/** Guards the first registration: of two that arrive together, one becomes the owner. */
const FIRST_RUN_LOCK = 72_717_802;

/** Whether this installation still waits for its owner. */
async function isFirstRun(): Promise<boolean> {
  const [row] = await asSystem(() => query<{ empty: boolean }>('select not exists (select 1 from users) as empty'));
  return row!.empty;
}

/** Whether administrators let businesses register themselves. */
async function isRegistrationOpen(): Promise<boolean> {
  const [policy] = await asSystem(() =>
    query<{ open: boolean }>('select open_registration as open from installation_policy'),
  );
  return policy!.open;
}

/** The installation's state for the pages before sign-in. */
export async function setupStatus(demo: boolean, demoAccounts: SetupStatus['demoAccounts']): Promise<SetupStatus> {
  const firstRun = await isFirstRun();
  return {
    firstRun,
    openRegistration: !firstRun && (await isRegistrationOpen()),
    demo,
    demoAccounts: demo ? demoAccounts : [],
  };
}

/**
 * The first registration of an installation: makes the operations workspace and its owner, role admin.
 * @throws AppError forbidden when the installation has an owner.
 */
export function registerOwner(registration: Registration): Promise<{ id: string; workspaceId: string }> {
  refuseKnownPassword(registration.password, [registration.name, registration.email, registration.businessName]);
  requireTimeZone(registration.timeZone);
  // Where mail goes no further than this very server, a mailed link would prove nothing.
  const emailConfirmed = !mailProvider().delivers;
  return asSystem(() =>
    transaction(async () => {
      await query(`select pg_advisory_xact_lock(${FIRST_RUN_LOCK})`);
      if (!(await isFirstRun()))
        throw new AppError(
          'forbidden',
          'This installation already has an owner. Ask your administrator for an invitation.',
        );
      const { businessName: name, timeZone, currency, country } = registration;
      const workspaceId = await createWorkspace({ kind: 'operations', name, timeZone, currency, country });
      const id = await createAccount({
        ...registration,
        role: 'admin',
        workspaceId,
        workspaceRole: 'owner',
        isOwner: true,
        emailConfirmed,
      });
      if (!emailConfirmed)
        await mailConfirmation({ id, name: registration.name, email: registration.email }, workspaceId);
      return { id, workspaceId };
    }),
  );
}

async function requireOpen(): Promise<void> {
  if (!(await isRegistrationOpen())) throw new AppError('forbidden', CLOSED);
}

/**
 * Mails a link to the address. One that has an account is told that instead; the caller learns nothing of it, neither
 * by the answer nor by its time.
 * @throws AppError forbidden while registration is closed, rate_limited after several requests for one address.
 */
export async function requestRegistration(email: string): Promise<void> {
  await requireOpen();
  const { count, retryAfter } = await asSystem(() => throttle(`registration:account:${emailKey(email)}`, WINDOW));
  if (count > MAILS)
    throw new AppError(
      'rate_limited',
      'Several emails are already on their way to this address. Check the spam folder, or try again in an hour.',
      { retryAfter },
    );
  void asSystem(() => mailLink(email)).catch((error: unknown) =>
    log().error({ err: error }, 'registration mail failed'),
  );
}

async function mailLink(email: string): Promise<void> {
  await transaction(async () => {
    const user = await selectRow('users', ['name'], { emailKey: emailKey(email) });
    const operations = await selectRow(
      'workspaces',
      ['id', 'name'],
      { kind: 'operations' },
      { orderBy: ['createdAt'] },
    );
    const mail = user
      ? {
          name: user.name,
          subject: 'You already have a Gauntlet account',
          text: `Hello ${user.name},\n\nWe received a request to register a business with this address. It already has an account. Sign in at ${appLink('/login')}, or reset your password at ${appLink('/forgot-password')}.\n`,
        }
      : {
          name: email,
          subject: 'Register your business with Gauntlet',
          text: `Hello,\n\nUse this link to register your business with ${operations!.name}. It works once, for 24 hours:\n\n${appLink('/registration-wizard', { token: await makeLink({ purpose: 'register', email }) })}\n\nIf you did not ask for this, ignore this email.\n`,
        };
    await queueAccountMail(operations!.id, { ...mail, address: email.trim() });
  });
}

/**
 * Makes the owner's account and the workspace of the business.
 * @throws AppError gone for a link that no longer works, forbidden when registration was closed meanwhile.
 */
export async function registerBusiness({
  token,
  name,
  password,
  businessName,
  timeZone,
  currency,
  country,
}: BusinessRegistration): Promise<{ id: string; workspaceId: string }> {
  await requireOpen();
  requireTimeZone(timeZone);
  return asSystem(() =>
    transaction(async () => {
      const { email } = await spendLink(token, ['register']);
      refuseKnownPassword(password, [name, email, businessName]);
      const workspaceId = await createWorkspace({
        kind: 'client',
        name: businessName,
        timeZone,
        currency,
        country,
        setup: 'open',
      });
      const id = await createAccount({
        name,
        email,
        password,
        role: 'user',
        workspaceId,
        workspaceRole: 'owner',
        emailConfirmed: true,
      });
      await audit({ action: 'business.registered', actorId: id, workspaceId });
      return { id, workspaceId };
    }),
  );
}
