import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../../web/api/error.ts';
import { call } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { team, type TeamMember } from '../../contract/team.ts';
import { TEAM } from '../../paths.ts';
import { Receivers } from './receivers.tsx';

interface DeactivateDialogProps {
  member: TeamMember;
  kinds: readonly { kind: string; label: string }[];
  /** Only hand the records over; the account stays as it is. */
  keepAccount?: boolean;
  onClose: () => void;
}

/** Ends a member's access and gives their records to teammates; or only the latter. */
export function DeactivateDialog({ member, kinds, keepAccount = false, onClose }: DeactivateDialogProps) {
  const client = useQueryClient();
  const [receivers, setReceivers] = useState<Record<string, string | null>>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const act = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const params = { id: member.id };
      const { jobId } = keepAccount
        ? await call(team.handOver, { params, body: { receivers } })
        : await call(team.deactivate, { params, body: { version: member.version, receivers } });
      void client.invalidateQueries({ queryKey: [TEAM.members] });
      void client.invalidateQueries({ queryKey: [`${TEAM.members}/${member.id}`] });
      toast({
        type: 'success',
        title: keepAccount ? 'Reassigning records' : `${member.name} deactivated`,
        description: jobId ? 'See the progress under Jobs in the header.' : 'There were no records to reassign.',
      });
      onClose();
    } catch (error) {
      setProblem(messageFor(error, 'The change was not saved. Try again.'));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={keepAccount ? `Reassign records of ${member.name}` : `Deactivate ${member.name}?`}
      description={
        keepAccount
          ? undefined
          : 'They are signed out everywhere, and their API keys are deleted. They can’t sign in until you reactivate the account.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={keepAccount ? 'primary' : 'danger'} loading={busy} onClick={() => void act()}>
            {keepAccount ? 'Reassign records' : 'Deactivate'}
          </Button>
        </>
      }
    >
      {problem && (
        <Banner tone="danger" className="mb-3">
          {problem}
        </Banner>
      )}
      <Receivers from={member.id} kinds={kinds} owns={member.owns} value={receivers} onChange={setReceivers} />
    </Dialog>
  );
}
