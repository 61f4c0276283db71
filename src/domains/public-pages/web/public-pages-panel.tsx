import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../../records/web/use-row-action.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { Form } from '../../../web/form/form.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { CopyBox, Loaded, Panel, RowSkeletons } from '../../identity/web/index.ts';
import { type PublicDomain, PublicSite, publicPagesApi as api } from '../contract.ts';
import { PUBLIC_PAGES } from '../paths.ts';

/** How the workspace shows itself to people without an account: forms, shared reports, and preferences. */
export default function PublicPagesPanel() {
  const site = useQuery(read(api.site));
  const domains = useQuery(read(api.domains));
  return (
    <>
      <Panel
        title="Public pages"
        description="Web forms, shared reports, and message preferences show your name, logo, and color."
      >
        <Loaded query={site} what="The brand" skeleton={<RowSkeletons />}>
          {(value) => <Brand value={value} />}
        </Loaded>
      </Panel>
      <Panel
        title="Your own domains"
        description="Add both records where the domain is registered, then check them. It can take an hour until they are visible."
      >
        <Loaded query={domains} what="The domains" skeleton={<RowSkeletons />}>
          {({ items }) => <Domains items={items} />}
        </Loaded>
      </Panel>
    </>
  );
}

function Brand({ value }: { value: PublicSite }) {
  const client = useQueryClient();
  const form = useContractForm(PublicSite, {
    defaultValues: value,
    follows: true,
    failure: 'The public pages could not be saved.',
    onSubmit: async (body) => {
      client.setQueryData(readKey(api.site), await call(api.saveSite, { body }));
      toast({ type: 'success', title: 'Public pages saved' });
    },
  });
  return (
    <Form form={form}>
      <div className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField name="color" label="Color" hint="Such as #1a2b3c. Blank: blue." />
          <FormField name="language" label="Language" hint="Of your texts, such as en, es-MX, or ar." required />
        </div>
        <FormField name="imprint" label="Imprint" hint="Name and postal address, at the end of each page." rows={3} />
        <FormField name="privacyUrl" label="Privacy policy" hint="Its address. Blank: no link." />
        <div>
          <Button type="submit" variant="primary" loading={form.saving}>
            Save public pages
          </Button>
        </div>
      </div>
    </Form>
  );
}

function Domains({ items }: { items: readonly PublicDomain[] }) {
  const act = useAct(PUBLIC_PAGES.domains);
  const [host, setHost] = useState('');
  const [saving, setSaving] = useState(false);
  const add = async () => {
    setSaving(true);
    if (await act(`${host} added`, 'The domain was not added', () => call(api.addDomain, { body: { host } })))
      setHost('');
    setSaving(false);
  };
  return (
    <div className="grid gap-4">
      {items.map((domain) => (
        <DomainCard key={domain.id} domain={domain} />
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
              placeholder="pages.example.com"
              value={host}
              onChange={(event) => setHost(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" loading={saving} disabled={!host.trim()}>
          Add domain
        </Button>
      </form>
    </div>
  );
}

const STATES = {
  pending: { label: 'Not verified', tone: 'warning' },
  verified: { label: 'Verified', tone: 'success' },
  warning: { label: 'Verified, with a problem', tone: 'warning' },
} as const;

function DomainCard({ domain: { id, host, state, problem, records } }: { domain: PublicDomain }) {
  const act = useAct(PUBLIC_PAGES.domains);
  const [checking, setChecking] = useState(false);
  const check = async () => {
    setChecking(true);
    await act(`${host} checked`, 'The domain was not checked', () => call(api.checkDomain, { params: { id } }));
    setChecking(false);
  };
  const remove = async () => {
    const description = 'Links to pages under it stop working.';
    if (await confirm({ title: `Remove ${host}?`, description, action: 'Remove domain' }))
      await act(`${host} removed`, 'The domain was not removed', () => call(api.removeDomain, { params: { id } }));
  };
  return (
    <div className="grid gap-3 rounded-lg border border-line p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium break-all">{host}</span>
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
        <span className="ml-auto flex gap-2">
          <Button size="sm" loading={checking} onClick={() => void check()}>
            Check records
          </Button>
          <Button size="sm" variant="ghost" onClick={() => void remove()}>
            Remove
          </Button>
        </span>
      </p>
      {problem && <p>{problem}</p>}
      {records.map(({ type, name, value }) => (
        <div key={type} className="grid gap-1">
          <p className="break-all text-muted">
            {type} · {name}
          </p>
          <CopyBox text={value} what={`${type} record`} />
        </div>
      ))}
    </div>
  );
}
