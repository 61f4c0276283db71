import { useId, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { call } from '../../../../web/api/request.ts';
import { useSessionUser } from '../../../../web/api/session.ts';
import { Form } from '../../../../web/form/form.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Role, WorkspaceRole } from '../../../identity/contract.ts';
import { INVITATION_DAYS, invitations } from '../../contract/invitations.ts';
import { TEAM } from '../../paths.ts';
import { Addresses } from './addresses.ts';
import { type Skipped, skippedText } from './skipped-addresses.ts';
import { ROLES } from './labels.tsx';

const Invitations = z.object({ emails: Addresses, role: Role, workspaceRole: WorkspaceRole });

/** Invites people into the active workspace by their addresses. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const client = useQueryClient();
  const user = useSessionUser();
  const [skipped, setSkipped] = useState<Skipped>([]);
  const form = useContractForm(Invitations, {
    defaultValues: { emails: '', role: 'user', workspaceRole: 'member' },
    judge: 'onSubmit',
    failure: 'The invitations could not be sent.',
    onSubmit: async (body) => {
      const { invited, skipped: left } = await call(invitations.create, { body });
      void client.invalidateQueries({ queryKey: [TEAM.invitations] });
      if (invited.length > 0) {
        const waiting = invited.some(({ state }) => state === 'waiting');
        toast({
          type: 'success',
          title: invited.length === 1 ? 'Invitation created' : `${invited.length} invitations created`,
          description: waiting ? 'They are sent once you confirm your own address.' : 'The links are being sent.',
        });
      }
      if (left.length === 0) onClose();
      else {
        setSkipped(left);
        form.methods.reset({ ...form.methods.getValues(), emails: '' });
      }
    },
  });
  const operations = user?.workspace.kind === 'operations';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Invite people"
      description={`Each person gets an email with a link that works once and expires in ${INVITATION_DAYS} days.`}
      footer={
        <>
          <Button onClick={onClose}>{skipped.length > 0 ? 'Done' : 'Cancel'}</Button>
          <Button type="submit" form={formId} variant="primary" loading={form.saving}>
            Invite
          </Button>
        </>
      }
    >
      {user && !user.emailConfirmed && (
        <Banner className="mb-4">
          Your own address is not confirmed yet. Invitations are sent after you confirm it.
        </Banner>
      )}
      {skipped.length > 0 && (
        <Banner tone="warning" className="mb-4">
          {skippedText(skipped)}
        </Banner>
      )}
      <Form form={form} id={formId}>
        <div className="grid gap-4">
          <FormField
            name="emails"
            label="Email addresses"
            rows={3}
            required
            autoFocus
            hint="Separate addresses with commas or new lines."
          />
          {operations && (
            <FormField
              name="role"
              label="Role"
              options={Object.entries(ROLES).map(([value, label]) => ({ value, label }))}
            />
          )}
          {!operations && (
            <FormField
              name="workspaceRole"
              label="Workspace role"
              options={[
                { value: 'member', label: 'Member' },
                { value: 'owner', label: 'Owner' },
              ]}
            />
          )}
        </div>
      </Form>
    </Dialog>
  );
}
