import { lazy, Suspense, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read, readKey } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Switch } from '../../../../web/ui/switch.tsx';
import { Loaded, Panel, RowSkeletons } from '../../../identity/web/index.ts';
import { type Policy, policy as calls } from '../../contract/onboarding.ts';

const AddClientDialog = lazy(() => import('./add-client-dialog.tsx'));

/** Registration settings: by businesses themselves, or as clients added by an administrator. */
export default function RegistrationPanel() {
  const query = useQuery(read(calls.get));
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Panel
        title="Open registration"
        description="Let businesses register and get their own workspace as your client."
      >
        <Loaded query={query} what="Registration policy" skeleton={<RowSkeletons />}>
          {(value) => <OpenRegistration value={value} />}
        </Loaded>
      </Panel>
      <Panel
        title="Add a client"
        description="Enter the business and invite its owner, who completes the registration wizard."
        actions={<Button onClick={() => setAdding(true)}>Add client</Button>}
      >
        <p className="text-sm text-muted">Available even if registration is closed.</p>
      </Panel>
      <Suspense fallback={null}>{adding && <AddClientDialog onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}

function OpenRegistration({ value }: { value: Policy }) {
  const client = useQueryClient();
  /** The choice just made, until the server confirms it. */
  const [wanted, setWanted] = useState<boolean>();
  const set = async (openRegistration: boolean) => {
    setWanted(openRegistration);
    try {
      const saved = await call(calls.update, { body: { version: value.version, openRegistration } });
      client.setQueryData(readKey(calls.get), saved);
      toast({ type: 'success', title: openRegistration ? 'Registration is open' : 'Registration is closed' });
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t update the policy', description: messageFor(error, 'Try again.') });
      await client.invalidateQueries({ queryKey: readKey(calls.get) });
    }
    setWanted(undefined);
  };
  return (
    <div className="grid gap-3">
      <Switch
        label="Businesses can register themselves"
        hint={`At ${location.origin}/registration-wizard, after they verify their email address.`}
        checked={wanted ?? value.openRegistration}
        onCheckedChange={(checked) => void set(checked)}
      />
      {!value.mailDelivers && (
        <Banner tone="warning">
          No mail server is set up, so registration and invitation links are not delivered. Set SMTP_URL to send email.
          Until then, administrators can read the emails at /admin?tab=mails.
        </Banner>
      )}
    </div>
  );
}
