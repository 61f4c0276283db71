import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { DayText } from '../../../web/ui/time.tsx';
import { type Client, clients } from '../contract.ts';
import { GRACE_DAYS, leaving } from '../contract/leaving.ts';
import { CLIENTS } from '../paths.ts';

/** The end of a client: archiving it, deleting it, and the way back from both. */
export function Ending({ client }: { client: Client }) {
  const cache = useQueryClient();
  const params = { id: client.id };
  const act = async (done: string, failed: string, action: () => Promise<unknown>, undo?: () => void) => {
    try {
      await action();
      await cache.invalidateQueries({ queryKey: [CLIENTS] });
      await cache.invalidateQueries({ queryKey: read(clients.get, { params }).queryKey });
      toast({ type: 'success', title: done, ...(undo && { action: { label: 'Undo', onSelect: undo } }) });
    } catch (error) {
      toast({ type: 'error', title: failed, description: messageFor(error, 'Try again.') });
    }
  };
  const restore = () =>
    void act(`${client.name} restored`, `Couldn’t restore ${client.name}`, () => call(clients.restore, { params }));
  const people = client.members === 1 ? '1 person is' : `${client.members.toLocaleString()} people are`;
  const archive = async () => {
    if (
      !(await confirm({
        title: `Archive ${client.name}?`,
        description: `${people} signed out immediately and can no longer sign in. Nothing is deleted, and you can restore the client.`,
        action: 'Archive client',
      }))
    )
      return;
    await act(
      `${client.name} archived`,
      `Couldn’t archive ${client.name}`,
      () => call(clients.archive, { params }),
      restore,
    );
  };
  const remove = async () => {
    const wish = {
      title: `Delete ${client.name}?`,
      typed: client.name,
      action: 'Delete client',
      description: `${client.state === 'archived' ? '' : `${people} signed out immediately. `}You can restore the client for ${GRACE_DAYS} days. Then its contacts, deals, files, and all other data are permanently deleted. The audit log is kept. Export all data first if the client needs it.`,
    };
    if (!(await confirm(wish))) return;
    await act(
      `${client.name} will be deleted in ${GRACE_DAYS} days`,
      `Couldn’t delete ${client.name}`,
      () => call(leaving.remove, { params, query: { confirm: client.name } }),
      restore,
    );
  };
  return (
    <>
      {client.state === 'archived' ? (
        <Card>
          <CardHeader
            title={client.deleteAt ? 'Restore client' : 'Restore client'}
            description="People can sign in again, and all data is available."
          />
          <CardBody className="grid gap-3">
            {client.deleteAt && (
              <p className="text-sm">
                It will be permanently deleted on <DayText value={client.deleteAt.slice(0, 10)} />.
              </p>
            )}
            <div>
              <Button variant="primary" onClick={restore}>
                {client.deleteAt ? 'Restore' : 'Restore'}
              </Button>
            </div>
          </CardBody>
        </Card>
      ) : (
        <Card>
          <CardHeader title="Archive client" description="For businesses that are no longer clients. Data is kept." />
          <CardBody>
            <Button onClick={() => void archive()}>Archive client</Button>
          </CardBody>
        </Card>
      )}
      {!client.deleteAt && (
        <Card>
          <CardHeader
            title="Delete client"
            description={`Access ends immediately. Data is permanently deleted after ${GRACE_DAYS} days. The audit log is kept.`}
          />
          <CardBody>
            <Button variant="danger" onClick={() => void remove()}>
              Delete client
            </Button>
          </CardBody>
        </Card>
      )}
    </>
  );
}
