import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import X from 'lucide-react/icons/x';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { identity } from '../../../identity/contract.ts';
import { type Ledger, type LedgerRole, ledgers } from '../../contract/ledgers.ts';
import { FINANCE } from '../../paths.ts';

interface Member {
  userId: string;
  name: string;
  role: LedgerRole;
}

const ROLES: readonly { value: LedgerRole; label: string }[] = [
  { value: 'viewer', label: 'Can view' },
  { value: 'editor', label: 'Can edit' },
  { value: 'owner', label: 'Owner' },
];

/** Access to a ledger. Owners decide. */
export default function ShareDialog({ ledger, onClose }: { ledger: Ledger; onClose: () => void }) {
  const { data, error, refetch } = useQuery(read(ledgers.members, { params: { id: ledger.id } }));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Share ${ledger.name}`}
      description="No one else in the workspace can see it, whatever their role."
    >
      {error && !data ? (
        <Failure error={error} what="People with access" onRetry={() => void refetch()} />
      ) : data ? (
        <Members ledger={ledger} kept={data.items} onClose={onClose} />
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </Dialog>
  );
}

function Members({ ledger, kept, onClose }: { ledger: Ledger; kept: readonly Member[]; onClose: () => void }) {
  const client = useQueryClient();
  const { data: people } = useQuery(read(identity.members));
  /**
   * Changes by person; null for removed people. Kept apart from the list, so that other people's changes do not discard
   * them.
   */
  const [changes, setChanges] = useState<ReadonlyMap<string, Member | null>>(new Map());
  const members = [
    ...kept.flatMap((member) => {
      const changed = changes.get(member.userId);
      return changed === null ? [] : [{ ...member, role: changed?.role ?? member.role }];
    }),
    ...[...changes.values()]
      .filter((one) => one !== null)
      .filter((one) => !kept.some(({ userId }) => userId === one.userId)),
  ];
  const change = (userId: string, to: Member | null) => setChanges(new Map([...changes, [userId, to]]));
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  const isOwner = ledger.role === 'owner';
  const addable = (people?.items ?? [])
    .filter((person) => person.active && !members.some((member) => member.userId === person.id))
    .map((person) => ({ value: person.id, label: person.name, detail: person.email }));
  const save = async () => {
    setSaving(true);
    setProblem(undefined);
    try {
      await call(ledgers.share, {
        params: { id: ledger.id },
        body: { members: members.map(({ userId, role }) => ({ userId, role })) },
      });
      await client.invalidateQueries({ queryKey: [FINANCE.ledgers] });
      toast({ type: 'success', title: 'Sharing saved' });
      onClose();
    } catch (failure) {
      setProblem(messageFor(failure, 'It could not be saved. Try again.'));
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className="grid gap-4">
      {problem && <Banner tone="danger">{problem}</Banner>}
      <ul className="grid gap-2">
        {members.map((member) => (
          <li key={member.userId} className="flex items-center gap-2 text-sm">
            <span className="min-w-0 flex-1 truncate">{member.name || 'Former member'}</span>
            <Select
              aria-label={`Access of ${member.name}`}
              className="w-40"
              disabled={!isOwner}
              options={ROLES}
              value={member.role}
              onChange={(event) => change(member.userId, { ...member, role: event.target.value as LedgerRole })}
            />
            {isOwner && (
              <IconButton
                size="sm"
                label={`Remove ${member.name}`}
                icon={<X />}
                onClick={() => change(member.userId, null)}
              />
            )}
          </li>
        ))}
      </ul>
      {isOwner && (
        <>
          <Combobox
            label="Add person"
            placeholder="Add person…"
            source={addable}
            value={null}
            onChange={(option) => {
              if (option) change(option.value, { userId: option.value, name: option.label, role: 'viewer' });
            }}
          />
          <div className="flex justify-end">
            <Button variant="primary" loading={saving} onClick={() => void save()}>
              Save
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
