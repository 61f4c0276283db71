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

/** Ends a member's access and gives their records to colleagues; or only the latter. */
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
        title: keepAccount ? 'Hand-over begun' : `${member.name} is deactivated`,
        description: jobId
          ? 'The records change hands now; the jobs in the header show how far it is.'
          : 'There was nothing to hand over.',
      });
      onClose();
    } catch (error) {
      setProblem(messageFor(error, 'It could not be done. Please try again.'));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={keepAccount ? `Hand over the records of ${member.name}` : `Deactivate ${member.name}?`}
      description={
        keepAccount
          ? undefined
          : 'They are signed out everywhere at once, their API keys are deleted, and they cannot sign in again until you reactivate the account.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={keepAccount ? 'primary' : 'danger'} loading={busy} onClick={() => void act()}>
            {keepAccount ? 'Hand over' : 'Deactivate'}
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
