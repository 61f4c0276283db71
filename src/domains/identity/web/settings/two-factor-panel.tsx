import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldOff from 'lucide-react/icons/shield-off';
import { read } from '../../../../web/api/request.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { settings, type TwoFactorStatus } from '../../contract/settings.ts';
import { DisableTwoFactorDialog } from './disable-two-factor-dialog.tsx';
import { useKeptFocus } from './keep-focus.ts';
import { Loaded } from './load-state.tsx';
import { Panel } from './panel.tsx';
import { ProofHost } from './confirm-password-dialog.tsx';
import { RowSkeletons } from './row-skeletons.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';

/** With so few recovery codes left it is time for new ones. */
const FEW_CODES = 3;

/** A second proof at sign-in: a code of an app on the person's phone. */
export function TwoFactorPanel() {
  // A recovery code may have been used elsewhere meanwhile.
  const query = useQuery({ ...read(settings.twoFactorStatus), refetchOnMount: 'always' });
  const [open, setOpen] = useState<'setup' | 'disable' | null>(null);
  const close = () => setOpen(null);
  useKeptFocus(query.data && `${query.data.enabled} ${open}`);
  return (
    <Panel
      title="Two-factor sign-in"
      description="Require a code from an app on your phone in addition to your password."
    >
      <Loaded query={query} what="Your two-factor settings" skeleton={<RowSkeletons />}>
        {(status) =>
          status.enabled ? (
            <On status={status} onDisable={() => setOpen('disable')} />
          ) : (
            <Off onSetUp={() => setOpen('setup')} />
          )
        }
      </Loaded>
      {open === 'setup' && <TwoFactorSetup onClose={close} />}
      <ProofHost />
      {open === 'disable' && <DisableTwoFactorDialog onClose={close} />}
    </Panel>
  );
}

function Off({ onSetUp }: { onSetUp: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <ShieldOff size={20} className="shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-60 flex-1">
        <p className="text-sm font-medium">Off</p>
        <p className="text-xs text-muted">
          Anyone who has your password can sign in. Protect your account with an authenticator app such as Google
          Authenticator, 1Password, or Aegis.
        </p>
      </div>
      <Button variant="primary" onClick={onSetUp}>
        Set up
      </Button>
    </div>
  );
}

function On({
  status: { confirmedAt, recoveryCodesLeft },
  onDisable,
}: {
  status: TwoFactorStatus;
  onDisable: () => void;
}) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <ShieldCheck size={20} className="shrink-0 text-success-ink" aria-hidden="true" />
        <div className="min-w-60 flex-1">
          <p className="text-sm font-medium">On</p>
          <p className="text-xs text-muted">
            {confirmedAt && (
              <>
                Since <RelativeTime value={confirmedAt} />.{' '}
              </>
            )}
            {recoveryCodesLeft === 1 ? '1 recovery code is left.' : `${recoveryCodesLeft} recovery codes are left.`}
          </p>
        </div>
        <Button onClick={onDisable}>Turn off</Button>
      </div>
      {recoveryCodesLeft <= FEW_CODES && (
        <Banner tone="warning">
          {recoveryCodesLeft === 0 ? 'You have no recovery codes left.' : 'You are running out of recovery codes.'}{' '}
          Without your phone or a recovery code, you can’t sign in. Turn two-factor sign-in off and set it up again to
          get ten new codes.
        </Banner>
      )}
    </div>
  );
}
