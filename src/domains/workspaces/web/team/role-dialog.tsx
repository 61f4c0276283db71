import { useId } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { call, readKey } from '../../../../web/api/request.ts';
import { useSessionUser } from '../../../../web/api/session.ts';
import { Form } from '../../../../web/form/form.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { PasswordDialog, PasswordField } from '../../../identity/web/index.ts';
import { RoleChange, team, type TeamMember } from '../../contract/team.ts';
import { TEAM } from '../../paths.ts';
import { ROLES } from './labels.tsx';

const Change = RoleChange.omit({ version: true });

/** Changes what a member may do. The administrator's password shows that it is really them. */
export function RoleDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const formId = useId();
  const user = useSessionUser();
  const put = usePut();
  const form = useContractForm(Change, {
    defaultValues: { role: member.role, workspaceRole: member.workspaceRole, password: '' },
    judge: 'onSubmit',
    failure: 'The role could not be changed.',
    onSubmit: async (body) => {
      put(await call(team.changeRole, { params: { id: member.id }, body: { ...body, version: member.version } }));
      toast({ type: 'success', title: 'Role changed', description: `The new role of ${member.name} applies now.` });
      onClose();
    },
  });
  const operations = user?.workspace.kind === 'operations';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={`Role of ${member.name}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={form.saving}>
            Change role
          </Button>
        </>
      }
    >
      <Form form={form} id={formId}>
        <div className="grid gap-4">
          {operations && (
            <FormField
              name="role"
              label="Role"
              options={Object.entries(ROLES).map(([value, label]) => ({ value, label }))}
              hint="Administrators manage the team, clients and the installation. The fund team sees the fund."
            />
          )}
          <FormField
            name="workspaceRole"
            label="Workspace role"
            options={[
              { value: 'member', label: 'Member' },
              { value: 'owner', label: 'Owner' },
            ]}
            hint="Owners can invite people and see visits."
          />
          <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
          <PasswordField label="Your password" autoComplete="current-password" />
        </div>
      </Form>
    </Dialog>
  );
}

/** Makes an administrator the owner of the installation in place of the one who is signed in. */
export function OwnershipDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const put = usePut();
  const pass = async (password: string) => {
    put(await call(team.passOwnership, { params: { id: member.id }, body: { password } }));
    toast({
      type: 'success',
      title: 'Ownership transferred',
      description: `${member.name} now owns this installation. You are still an administrator.`,
    });
    onClose();
  };
  return (
    <PasswordDialog
      title={`Make ${member.name} the owner?`}
      description="Only the new owner can transfer it back. You stay an administrator."
      action="Make owner"
      failure="The ownership could not be transferred."
      onPassword={pass}
      onClose={onClose}
    />
  );
}

/** For a member who has lost the phone and the recovery codes. */
export function TwoFactorDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const put = usePut();
  const remove = async (password: string) => {
    put(await call(team.removeTwoFactor, { params: { id: member.id }, body: { password } }));
    toast({
      type: 'success',
      title: 'Two-factor sign-in turned off',
      description: `${member.name} now signs in with only a password and was notified.`,
    });
    onClose();
  };
  return (
    <PasswordDialog
      title={`Turn off two-factor sign-in for ${member.name}?`}
      action="Turn off"
      description="For someone who lost their phone and recovery codes. Verify their identity first. They will sign in with only a password."
      failure="Two-factor sign-in could not be turned off."
      onPassword={remove}
      onClose={onClose}
    />
  );
}

function usePut() {
  const client = useQueryClient();
  return (member: TeamMember) => {
    client.setQueryData(readKey(team.member, { params: { id: member.id } }), member);
    void client.invalidateQueries({ queryKey: [TEAM.members] });
  };
}
