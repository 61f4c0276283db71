import { useId } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { call, readKey } from '../../../../web/api/request.ts';
import { useSessionUser } from '../../../../web/api/session.ts';
import { Form } from '../../../../web/form/form.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { PasswordField } from '../../../identity/web/index.ts';
import { RoleChange, team, type TeamMember } from '../../contract/team.ts';
import { TEAM } from '../../paths.ts';
import { ROLES } from './words.tsx';

const Change = RoleChange.omit({ version: true });
const Ownership = z.strictObject({ password: z.string().min(1, 'Enter your password.') });

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
      toast({ type: 'success', title: 'Role changed', description: `It takes effect for ${member.name} at once.` });
      onClose();
    },
  });
  const operations = user?.workspace.kind === 'operations';
  return (
    <Dialog
      open onOpenChange={onClose} size="sm" title={`Role of ${member.name}`}
      footer={<><Button onClick={onClose}>Cancel</Button><Button type="submit" form={formId} variant="primary" loading={form.saving}>Change role</Button></>}
    >
      <Form form={form} id={formId}>
        <div className="grid gap-4">
          {operations && <FormField name="role" label="Role" options={Object.entries(ROLES).map(([value, label]) => ({ value, label }))} hint="Administrators manage the team, clients and the installation. The fund team sees the fund." />}
          <FormField name="workspaceRole" label="In this workspace" options={[{ value: 'member', label: 'Member' }, { value: 'owner', label: 'Owner' }]} hint="Owners invite people and read who visited." />
          <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
          <PasswordField label="Your password" autoComplete="current-password" />
        </div>
      </Form>
    </Dialog>
  );
}

/** Makes an administrator the owner of the installation in place of the one who is signed in. */
export function OwnershipDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const formId = useId();
  const user = useSessionUser();
  const put = usePut();
  const form = useContractForm(Ownership, {
    defaultValues: { password: '' },
    judge: 'onSubmit',
    failure: 'The ownership could not be passed on.',
    onSubmit: async (body) => {
      put(await call(team.passOwnership, { params: { id: member.id }, body }));
      toast({ type: 'success', title: 'Ownership passed on', description: `${member.name} owns this installation now. You stay an administrator.` });
      onClose();
    },
  });
  return (
    <Dialog
      open onOpenChange={onClose} size="sm" title={`Make ${member.name} the owner?`} description="Only the new owner can pass it back. You stay an administrator."
      footer={<><Button onClick={onClose}>Cancel</Button><Button type="submit" form={formId} variant="danger" loading={form.saving}>Make owner</Button></>}
    >
      <Form form={form} id={formId}>
        <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <PasswordField label="Your password" autoComplete="current-password" />
      </Form>
    </Dialog>
  );
}

function usePut() {
  const client = useQueryClient();
  return (member: TeamMember) => {
    client.setQueryData(readKey(team.member, { params: { id: member.id } }), member);
    void client.invalidateQueries({ queryKey: [TEAM.members] });
  };
}
