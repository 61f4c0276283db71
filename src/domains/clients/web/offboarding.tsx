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
    void act(`${client.name} is back`, `${client.name} was not brought back`, () => call(clients.restore, { params }));
  const people = client.members === 1 ? 'One person is' : `${client.members.toLocaleString()} people are`;
  const archive = async () => {
    if (
      !(await confirm({
        title: `Archive ${client.name}?`,
        description: `${people} signed out of it at once and can no longer work there. Nothing is deleted, and you can bring it back.`,
        action: 'Archive client',
      }))
    )
      return;
    await act(
      `${client.name} archived`,
      `${client.name} was not archived`,
      () => call(clients.archive, { params }),
      restore,
    );
  };
  const remove = async () => {
    const wish = {
      title: `Delete ${client.name}?`,
      typed: client.name,
      action: 'Delete client',
      description: `${client.state === 'archived' ? '' : `${people} signed out of it at once. `}For ${GRACE_DAYS} days it can be restored. Then its contacts, deals, files and everything else are deleted for good; the audit log is kept. Export everything first if the client wants it.`,
    };
    if (!(await confirm(wish))) return;
    await act(
      `${client.name} will be deleted in ${GRACE_DAYS} days`,
      `${client.name} was not deleted`,
      () => call(leaving.remove, { params, query: { confirm: client.name } }),
      restore,
    );
  };
  return (
    <>
      {client.state === 'archived' ? (
        <Card>
          <CardHeader
            title={client.deleteAt ? 'Restore the client' : 'Bring the client back'}
            description="Its people can sign in again, and everything is as it was."
          />
          <CardBody className="grid gap-3">
            {client.deleteAt && (
              <p className="text-sm">
                It will be deleted for good on <DayText value={client.deleteAt.slice(0, 10)} />.
              </p>
            )}
            <div>
              <Button variant="primary" onClick={restore}>
                {client.deleteAt ? 'Restore' : 'Bring back'}
              </Button>
            </div>
          </CardBody>
        </Card>
      ) : (
        <Card>
          <CardHeader
            title="Archive the client"
            description="For a business that is no client any more. Its data stay."
          />
          <CardBody>
            <Button onClick={() => void archive()}>Archive client</Button>
          </CardBody>
        </Card>
      )}
      {!client.deleteAt && (
        <Card>
          <CardHeader
            title="Delete the client"
            description={`Shut at once, deleted for good after ${GRACE_DAYS} days. The audit log is kept.`}
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
