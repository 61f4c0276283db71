import { useId, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { call, readKey } from '../../../../web/api/request.ts';
import { Form } from '../../../../web/form/form.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { settings, TwoFactorCode } from '../../contract/settings.ts';
import { CopyButton } from './copy-button.tsx';
import { Loaded } from './load-state.tsx';
import { inFours, svgImage } from './two-factor-secret.ts';
import { withProof } from './confirm-password.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const FirstCode = z.strictObject({ code: TwoFactorCode });

/**
 * Sets two-factor sign-in up: the secret goes into an app, a first code of the app proves it, recovery codes are shown
 * once.
 */
export function TwoFactorSetup({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  return codes ? <KeepCodes codes={codes} onClose={onClose} /> : <Connect onConnected={setCodes} onClose={onClose} />;
}

function Connect({ onConnected, onClose }: { onConnected: (codes: readonly string[]) => void; onClose: () => void }) {
  const formId = useId();
  const client = useQueryClient();
  // One secret for each opening of the dialog; it is forgotten with it.
  const setup = useQuery({
    queryKey: ['two-factor-setup', formId],
    queryFn: () => withProof(() => call(settings.setupTwoFactor)),
    gcTime: 0,
  });
  const form = useContractForm(FirstCode, {
    defaultValues: { code: '' },
    failure: 'The code could not be checked.',
    onSubmit: async (body) => {
      const { recoveryCodes } = await call(settings.verifyTwoFactor, { body });
      void client.invalidateQueries({ queryKey: readKey(settings.twoFactorStatus) });
      toast({ type: 'success', title: 'Two-factor enabled', description: 'You will need a code to sign in.' });
      onConnected(recoveryCodes);
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Set up two-factor sign-in"
      size="md"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={form.saving} disabled={!setup.data}>
            Turn on
          </Button>
        </>
      }
    >
      <Loaded query={setup} what="Setup code" skeleton={<Skeleton className="h-48 w-full" />}>
        {({ secret, qr }) => (
          <ol className="grid gap-5 text-sm">
            <li>
              <h3 className="font-medium">1. Scan this with your authenticator app</h3>
              <div className="mt-2 flex flex-wrap items-center gap-4">
                {/* Apps read black on white: the picture is the same in both themes. */}
                <img
                  src={svgImage(qr)}
                  width={160}
                  height={160}
                  alt="QR code with the secret below"
                  className="size-40 rounded-md border border-line"
                />
                <div className="min-w-52 flex-1">
                  <p className="text-muted">No camera? Enter this secret in the app. Choose time-based (TOTP).</p>
                  <p className="mt-2 flex flex-wrap items-center gap-2">
                    <code className="font-mono text-sm break-all select-all">{inFours(secret)}</code>
                    <CopyButton text={secret} what="Secret" />
                  </p>
                </div>
              </div>
            </li>
            <li>
              <h3 className="mb-2 font-medium">2. Enter the code from the app</h3>
              <Form form={form} id={formId} className="max-w-52">
                <FormField
                  name="code"
                  label="Code"
                  required
                  autoComplete="one-time-code"
                  inputMode="numeric"
                  placeholder="123456"
                />
              </Form>
            </li>
          </ol>
        )}
      </Loaded>
    </Dialog>
  );
}

function KeepCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [kept, setKept] = useState(false);
  const mayClose = async () =>
    kept ||
    confirm({
      title: 'Close without saving the codes?',
      description: 'They are not shown again. If you lose your phone, they are the only way to sign in.',
      action: 'Close',
      cancel: 'Go back',
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Save your recovery codes"
      size="md"
      mayClose={mayClose}
      footer={
        <Button variant="primary" onClick={() => void mayClose().then((yes) => yes && onClose())}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4">
        <Banner tone="warning">
          Each code signs you in once if you don’t have your phone. They are shown only once. Store them with your
          passwords.
        </Banner>
        <RecoveryCodes codes={codes} onKept={() => setKept(true)} />
      </div>
    </Dialog>
  );
}
