import { useId, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import DoorClosed from 'lucide-react/icons/door-closed';
import * as z from 'zod';
import { call, read } from '../../../../web/api/request.ts';
import { dropUser, useSessionUser } from '../../../../web/api/session.ts';
import { usePages } from '../../../../web/api/pages.ts';
import { Form } from '../../../../web/form/form.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { Link, useGo } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button, buttonClass } from '../../../../web/ui/button.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { Loaded, Panel, PasswordField, RowSkeletons } from '../../../identity/web/index.ts';
import { account } from '../../contract/team.ts';
import { workspaces } from '../../contract/visits.ts';
import { Receivers } from '../team/receivers.tsx';
import { OwnBusinessPanel } from './own-business-panel.tsx';

/** The account as a whole: who looked into the workspace, and how to leave. */
export default function AccountPanel() {
  const user = useSessionUser();
  const [deleting, setDeleting] = useState(false);
  if (!user) return null;
  return (
    <>
      {user.workspace.kind === 'client' && (user.workspaceRole === 'owner' || user.role === 'admin') && <Visits />}
      {user.workspace.kind === 'client' && user.workspaceRole === 'owner' && (
        <Panel
          title="Your business"
          description={`Name, country, time zone, currency, and plan of ${user.workspace.name}.`}
        >
          <Link to="/registration-wizard" search={{ step: 'business' }} className={buttonClass()}>
            Edit business
          </Link>
        </Panel>
      )}
      {user.workspace.kind === 'operations' && user.role === 'admin' && <OwnBusinessPanel />}
      {!user.steppedIn && (
        <Panel
          title="Delete your account"
          description="Your open records are reassigned, and all personal data is erased. Your actions stay in the history without your name."
        >
          <Button variant="danger" onClick={() => setDeleting(true)}>
            Delete account…
          </Button>
        </Panel>
      )}
      {deleting && <DeleteDialog email={user.email} userId={user.id} onClose={() => setDeleting(false)} />}
    </>
  );
}

function Visits() {
  const list = usePages(workspaces.visits, { query: { limit: 20 } });
  return (
    <Panel
      title="Visits"
      description="Administrators who visited this workspace, with their reason. Everything they did is in the audit log."
    >
      {list.error && list.items.length === 0 && <Failure error={list.error} what="Visits" onRetry={list.retry} />}
      {list.loading && (
        <div role="status" aria-label="Visits: loading">
          <RowSkeletons />
        </div>
      )}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState icon={<DoorClosed />} title="No visits yet">
          Administrator visits to this workspace appear here.
        </EmptyState>
      )}
      <ul className="-my-1 divide-y divide-line">
        {list.items.map(({ id, admin, reason, startedAt, endsAt, open }) => (
          <li key={id} data-testid="row" className="py-2.5">
            <p className="flex flex-wrap items-center gap-x-2 text-sm">
              <span className="font-medium">{admin}</span>
              {open && <Badge tone="warning">Active now</Badge>}
            </p>
            <p className="text-sm break-words">{reason}</p>
            <p className="text-xs text-muted">
              Started <RelativeTime value={startedAt} />, {open ? 'ends' : 'ended'} <RelativeTime value={endsAt} />
            </p>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </Panel>
  );
}

const WORD = 'DELETE';
const Proof = z.object({
  password: z.string().min(1, 'Enter your password.').max(200),
  word: z.literal(WORD, `Type ${WORD} to continue.`),
});

function DeleteDialog({ email, userId, onClose }: { email: string; userId: string; onClose: () => void }) {
  const formId = useId();
  const client = useQueryClient();
  const go = useGo();
  const owned = useQuery(read(account.owned));
  const [receivers, setReceivers] = useState<Record<string, string | null>>({});
  const form = useContractForm(Proof, {
    defaultValues: { password: '', word: '' as never },
    judge: 'onSubmit',
    failure: 'The account could not be deleted.',
    onSubmit: async ({ password }) => {
      await call(account.remove, { body: { password, receivers } });
      toast({ type: 'success', title: 'Account deleted', description: 'Thank you for using Gauntlet.' });
      dropUser(client, { onPurpose: true });
      await go('/login', { replace: true });
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Delete your account?"
      description="You can’t undo this."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="danger" loading={form.saving}>
            Delete my account
          </Button>
        </>
      }
    >
      <Loaded query={owned} what="Your records" skeleton={<RowSkeletons />}>
        {({ kinds, owns }) => (
          <Receivers from={userId} kinds={kinds} owns={owns} value={receivers} onChange={setReceivers} />
        )}
      </Loaded>
      <Form form={form} id={formId} className="mt-4">
        <div className="grid gap-4">
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField label="Your password" autoComplete="current-password" />
          <FormField name="word" label={`Type ${WORD}`} required autoComplete="off" />
        </div>
      </Form>
    </Dialog>
  );
}
