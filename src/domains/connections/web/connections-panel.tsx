import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { read } from '../../../web/api/request.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { type ConnectionDetails, type ConnectionPort, connections } from '../contract.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import { ConnectionRow } from './connection-row.tsx';

/** Settings → Connections: the services outside, by what they are for. */
export default function ConnectionsPanel() {
  const list = useQuery({ ...read(connections.list), refetchOnMount: 'always' });
  const [open, setOpen] = useState<{ port: ConnectionPort; connection?: ConnectionDetails }>();
  if (list.error && !list.data)
    return <Failure error={list.error} what="Connections" onRetry={() => void list.refetch()} />;
  if (!list.data)
    return (
      <div role="status" aria-label="Connections: loading" className="grid gap-4">
        <Skeleton className="h-32 w-full" />
        <Skeleton className="h-32 w-full" />
      </div>
    );
  const { items, ports, providers, mayConnectInstallation } = list.data;
  return (
    <>
      <p className="mb-4 text-sm text-muted">
        Connect your own accounts for models, email, messages, and payments. Credentials are encrypted and never shown
        again.
      </p>
      {ports.map((port) => (
        <PortCard
          key={port.port}
          port={port}
          connections={items.filter((one) => one.port === port.port)}
          canConnect={providers.some((one) => one.port === port.port)}
          onConnect={() => setOpen({ port })}
          onEdit={(connection) => setOpen({ port, connection })}
        />
      ))}
      {open && (
        <ConnectDialog
          port={open.port}
          providers={providers.filter(({ port }) => port === open.port.port)}
          connection={open.connection}
          mayConnectInstallation={mayConnectInstallation}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

interface PortCardProps {
  port: ConnectionPort;
  connections: ConnectionDetails[];
  canConnect: boolean;
  onConnect: () => void;
  onEdit: (connection: ConnectionDetails) => void;
}

function PortCard({ port, connections: items, canConnect, onConnect, onEdit }: PortCardProps) {
  const { label, embedded } = port;
  return (
    <Card className="mb-4" aria-label={label}>
      <CardHeader
        title={label}
        description={items.length > 1 ? 'The first working connection is used, then the next.' : undefined}
        actions={
          canConnect && (
            <Button size="sm" icon={<Plus />} onClick={onConnect} aria-label={`Connect ${label.toLowerCase()}`}>
              Connect
            </Button>
          )
        }
      />
      <CardBody className="pt-1">
        {items.length > 0 && (
          <ul className="-my-1 divide-y divide-line">
            {items.map((connection) => (
              <ConnectionRow
                key={connection.id}
                connection={connection}
                siblings={items.filter(({ installation }) => installation === connection.installation)}
                onEdit={() => onEdit(connection)}
              />
            ))}
          </ul>
        )}
        {items.length === 0 && (
          <p className="text-sm text-muted">
            {embedded ? (
              <>
                <Badge tone="warning">Embedded</Badge> <span className="text-ink">{embedded.name}</span>.{' '}
                {embedded.summary}
              </>
            ) : (
              'Nothing connected yet.'
            )}
          </p>
        )}
      </CardBody>
    </Card>
  );
}
