import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ApiError, messageFor } from '../../../../web/api/error.ts';
import { read } from '../../../../web/api/request.ts';
import { useSessionUser } from '../../../../web/api/session.ts';
import { GoTo, Link } from '../../../../web/router/link.tsx';
import type { RawSearch } from '../../../../web/router/page.ts';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { buttonClass } from '../../../../web/ui/button.tsx';
import { ErrorState } from '../../../../web/ui/states.tsx';
import { Spinner } from '../../../../web/ui/spinner.tsx';
import { identity } from '../../../identity/contract.ts';
import { Entrance } from '../../../identity/web/index.ts';
import { onboarding, Step } from '../../contract/onboarding.ts';
import { AccountStep } from './account-step.tsx';
import { BusinessStep } from './business-step.tsx';
import { LicenseStep } from './license-step.tsx';
import { PlanStep } from './plan-step.tsx';
import { RequestLink } from './request-link.tsx';
import { furthestStep, type WizardStep } from './steps.ts';
import { TeamStep } from './team-step.tsx';
import { WizardFrame } from './wizard-frame.tsx';

/** The last step reads files: whoever begins need not wait for that. */
const ImportStep = lazy(() => import('./import-step.tsx'));

function parseSearch({ token, step }: RawSearch): { token: string; step: WizardStep | undefined } {
  const parsed = Step.safeParse(step);
  return {
    token: typeof token === 'string' ? token : '',
    step: parsed.success ? parsed.data : step === 'done' ? 'done' : undefined,
  };
}

/**
 * `/registration-wizard`: a business registers itself. Signed out it begins with a proven address; signed in as the
 * owner it goes on where it was left, whichever browser that was in.
 */
export default function WizardPage() {
  const [{ token, step }, setSearch] = usePageSearch(parseSearch);
  const user = useSessionUser();
  if (user === undefined) return <Waiting />;
  if (token && !user) return <AccountStep token={token} />;
  if (!user) return <SignedOut />;
  if (user.workspaceRole !== 'owner' || user.workspace.kind !== 'client') return <NotYours email={user.email} />;
  return (
    <Steps
      step={step}
      onStep={(next, replace) => setSearch({ step: next, token: undefined }, replace ? { replace } : {})}
    />
  );
}

const Waiting = () => (
  <div className="grid min-h-dvh animate-appear-late place-items-center">
    <Spinner label="Loading" />
  </div>
);

function SignedOut() {
  const { data: setup, error, refetch } = useQuery(read(identity.setupStatus));
  if (error && !setup)
    return (
      <Entrance title="Register your business">
        <ErrorState
          message={messageFor(error, 'The registration could not be opened.')}
          requestId={error instanceof ApiError ? error.requestId : undefined}
          onRetry={() => void refetch()}
        />
      </Entrance>
    );
  if (!setup) return <Waiting />;
  if (setup.firstRun) return <GoTo to="/register" />;
  return <RequestLink open={setup.openRegistration} />;
}

function NotYours({ email }: { email: string }) {
  return (
    <Entrance
      title="Register your business"
      lead={`You are signed in as ${email}, which does not own a client business. Sign out to register one.`}
    >
      <Link to="/" className={`w-full ${buttonClass({ variant: 'primary', size: 'lg' })}`}>
        Open Gauntlet
      </Link>
    </Entrance>
  );
}

function Steps({
  step,
  onStep,
}: {
  step: WizardStep | undefined;
  onStep: (step: WizardStep, replace?: boolean) => void;
}) {
  const query = useQuery(read(onboarding.get));
  const { data: state, error, refetch } = query;
  if (error && !state)
    return (
      <Entrance title="Register your business">
        <ErrorState
          message={messageFor(error, 'The registration could not be opened.')}
          requestId={error instanceof ApiError ? error.requestId : undefined}
          onRetry={() => void refetch()}
        />
      </Entrance>
    );
  if (!state) return <Waiting />;
  // The address may name any step that is reached; one that lies ahead leads to the first that is open.
  const furthest = furthestStep(state);
  const shown = step && (step === 'business' || state.done.includes('business')) ? step : furthest;
  const common = { state, onStep };
  return (
    <WizardFrame step={shown} state={state} onStep={onStep}>
      {shown === 'business' && <BusinessStep {...common} />}
      {shown === 'license' && <LicenseStep {...common} />}
      {shown === 'plan' && <PlanStep {...common} />}
      {shown === 'team' && <TeamStep {...common} />}
      {(shown === 'import' || shown === 'done') && (
        <Suspense fallback={<Spinner label="Loading" />}>
          <ImportStep {...common} />
        </Suspense>
      )}
    </WizardFrame>
  );
}
