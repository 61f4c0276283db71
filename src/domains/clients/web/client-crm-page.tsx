import { Suspense, useState } from 'react';
import { Button } from '../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { StepInDialog } from '../../workspaces/web/index.ts';
import type { Client } from '../contract.ts';
import { ClientFrame } from './client-frame.tsx';
import { countText } from './labels.tsx';

/** The way into a client's CRM, at /clients/{id}/crm and /client-crm/{id}: a visit, on the record. */
export default function ClientCrmPage() {
  return <ClientFrame part="/crm">{(client) => <StepIn client={client} />}</ClientFrame>;
}

function StepIn({ client }: { client: Client }) {
  const [stepping, setStepping] = useState(false);
  if (client.state === 'archived')
    return <p className="text-sm text-muted">You can’t open an archived client. Restore it under Settings first.</p>;
  return (
    <Card className="max-w-2xl">
      <CardHeader
        title={`Work in the CRM of ${client.name}`}
        description="Open the client's workspace for a limited time, under your own name."
      />
      <CardBody className="grid gap-4 text-sm">
        <p>
          {countText(client.contacts)} contacts, {countText(client.openOpportunities)} open deals. You see what the
          client sees: contacts, leads, opportunities, activities, and reports.
        </p>
        <ul className="grid list-disc gap-1 pl-5 text-muted">
          <li>Enter a reason. The client's owner can read it.</li>
          <li>The visit ends after the time you choose, or when you end it.</li>
          <li>Both audit logs record it, and a banner shows on every page during the visit.</li>
        </ul>
        <div>
          <Button variant="primary" onClick={() => setStepping(true)}>
            Step in
          </Button>
        </div>
        {stepping && (
          <Suspense fallback={null}>
            <StepInDialog client={{ id: client.id, name: client.name }} onClose={() => setStepping(false)} />
          </Suspense>
        )}
      </CardBody>
    </Card>
  );
}
