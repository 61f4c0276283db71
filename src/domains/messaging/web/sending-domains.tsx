import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../../records/web/use-row-action.ts';
import { call, read } from '../../../web/api/request.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { CopyBox, Loaded, Panel, RowSkeletons } from '../../identity/web/index.ts';
import { messaging, type SendingDomain } from '../contract.ts';
import { MESSAGING } from '../paths.ts';

const FOUND = {
  ok: { label: 'Found', tone: 'success' },
  missing: { label: 'Missing', tone: 'warning' },
  wrong: { label: 'Wrong value', tone: 'danger' },
  unchecked: { label: 'Not checked', tone: 'neutral' },
} as const;
const NAMES = { dkim: 'DKIM', spf: 'SPF', dmarc: 'DMARC' } as const;

/** Domains in whose name mail is signed. */
export function SendingDomains() {
  const query = useQuery(read(messaging.domains));
  const act = useAct(MESSAGING.domains);
  const [domain, setDomain] = useState('');
  const [saving, setSaving] = useState(false);
  const add = async () => {
    setSaving(true);
    const done = await act(`${domain} added`, 'The domain was not added', () =>
      call(messaging.addDomain, { body: { domain } }),
    );
    if (done) setDomain('');
    setSaving(false);
  };
  return (
    <Panel
      title="Sending domains"
      description="Mail from your own domain is signed, so that mailboxes trust it. Add the records where the domain is registered."
    >
      <Loaded query={query} what="The domains" skeleton={<RowSkeletons />}>
        {({ items }) => (
          <div className="grid gap-4">
            {items.map((one) => (
              <DomainCard key={one.id} domain={one} />
            ))}
            <form
              className="flex flex-wrap items-end gap-3"
              onSubmit={(event) => {
                event.preventDefault();
                void add();
              }}
            >
              <Field label="Domain" className="flex-1 basis-52">
                {(control) => (
                  <Input
                    {...control}
                    placeholder="example.com"
                    value={domain}
                    onChange={(event) => setDomain(event.target.value)}
                  />
                )}
              </Field>
              <Button type="submit" loading={saving} disabled={!domain.trim()}>
                Add domain
              </Button>
            </form>
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

function DomainCard({ domain: { id, domain, isVerified, records } }: { domain: SendingDomain }) {
  const act = useAct(MESSAGING.domains);
  const [checking, setChecking] = useState(false);
  const check = async () => {
    setChecking(true);
    await act(`${domain} checked`, 'The domain was not checked', () => call(messaging.checkDomain, { params: { id } }));
    setChecking(false);
  };
  const remove = async () => {
    const description = 'Its key is deleted. Mail goes out from the address of the server.';
    if (await confirm({ title: `Remove ${domain}?`, description, action: 'Remove domain' }))
      await act(`${domain} removed`, 'The domain was not removed', () =>
        call(messaging.removeDomain, { params: { id } }),
      );
  };
  return (
    <div className="grid gap-3 rounded-lg border border-line p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium break-all">{domain}</span>
        <Badge tone={isVerified ? 'success' : 'warning'}>{isVerified ? 'Verified' : 'Not verified'}</Badge>
        <span className="ml-auto flex gap-2">
          <Button size="sm" loading={checking} onClick={() => void check()}>
            Check records
          </Button>
          <Button size="sm" variant="ghost" onClick={() => void remove()}>
            Remove
          </Button>
        </span>
      </p>
      {records.map((record) => (
        <div key={record.record} className="grid gap-1">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-medium">{NAMES[record.record]}</span>
            <Badge tone={FOUND[record.state].tone}>{FOUND[record.state].label}</Badge>
            <span className="break-all text-muted">TXT · {record.name}</span>
          </p>
          <CopyBox text={record.value} what={`${NAMES[record.record]} record`} />
        </div>
      ))}
    </div>
  );
}
