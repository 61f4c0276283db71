import { useEffect, useRef, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import LogIn from 'lucide-react/icons/log-in';
import * as z from 'zod';
import { call, request } from '../../../web/api/request.ts';
import { useSessionUser } from '../../../web/api/session.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { MultiCombobox } from '../../../web/ui/multi-combobox.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { useOwners } from '../../../records/web/choices.ts';
import { mailAccounts, type MailServers } from '../contract.ts';
import { useMailRefresh } from './use-mail-acts.ts';
import { useSignIn, useSignIns } from './use-sign-in.ts';

const Server = z.object({
  host: z.string().trim().max(253),
  port: z.number().int().min(1).max(65_535),
  security: z.enum(['tls', 'starttls', 'none']),
});
const ConnectForm = z.object({
  kind: z.enum(['gmail', 'microsoft', 'imap']),
  address: z.email('Enter a complete email address.'),
  senderName: z.string().trim().max(200),
  userName: z.string().trim().max(254),
  password: z.string().min(1, 'Password is required.').max(1_000),
  imap: Server,
  smtp: Server,
  sharing: z.enum(['personal', 'shared']),
});
type ConnectForm = z.infer<typeof ConnectForm>;

const SECURITY = [
  { value: 'tls', label: 'TLS' },
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'none', label: 'None (private network)' },
];
const SERVICES = { gmail: 'Google', microsoft: 'Microsoft' } as const;
const HINTS = {
  gmail: 'Create an app password in your Google account under Security. Your normal password does not work.',
  microsoft: 'Use an app password, and check that IMAP and SMTP sign-in are on for the mailbox.',
  imap: 'The password of the mailbox. It is tested before it is stored, and stored encrypted.',
} as const;

/** Connects a mailbox by signing in at its provider, or by password. */
export default function ConnectDialog({ onDone }: { onDone: () => void }) {
  const refresh = useMailRefresh();
  const owners = useOwners();
  const [members, setMembers] = useState<Option[]>([]);
  const form = useContractForm(ConnectForm, {
    defaultValues: {
      kind: 'gmail',
      address: '',
      senderName: '',
      userName: '',
      password: '',
      imap: { host: '', port: 993, security: 'tls' },
      smtp: { host: '', port: 465, security: 'tls' },
      sharing: 'personal',
    },
    failure: 'The mailbox was not connected.',
    onSubmit: async ({ imap, smtp, sharing, ...entry }) => {
      const isShared = sharing === 'shared';
      await call(mailAccounts.connect, {
        body: {
          ...entry,
          ...(entry.kind === 'imap' && { imap, smtp }),
          isShared,
          memberIds: isShared ? members.map(({ value }) => value) : [],
        },
      });
      toast({ type: 'success', title: 'Mailbox connected', description: 'The newest emails come first.' });
      await refresh();
      onDone();
    },
  });
  const [kind, sharing] = useWatch({ control: form.methods.control, name: ['kind', 'sharing'] });
  const found = useServers(form.methods);
  const signIns = useSignIns();
  const { signIn, isLeaving } = useSignIn();
  const leave = (connectionId: string) => {
    const { senderName, sharing: who, address } = form.methods.getValues();
    const isShared = who === 'shared';
    void signIn(
      {
        connectionId,
        senderName,
        isShared,
        memberIds: isShared ? members.map(({ value }) => value) : [],
        ...(IS_ADDRESS.test(address.trim()) && { address: address.trim() }),
      },
      // What was typed goes along.
      () => form.methods.reset(form.methods.getValues()),
    );
  };
  const sharingFields = (
    <>
      <FormField<ConnectForm>
        name="sharing"
        label="Who can read it"
        options={[
          { value: 'personal', label: 'Only me' },
          { value: 'shared', label: 'Shared inbox with members' },
        ]}
      />
      {sharing === 'shared' && (
        <Field label="Members" optional>
          {(control) => (
            <MultiCombobox
              {...control}
              label="Members"
              source={async (query) =>
                owners.options.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))
              }
              value={members}
              onChange={setMembers}
              placeholder="Search teammates"
            />
          )}
        </Field>
      )}
    </>
  );
  return (
    <EntryDialog form={form} title="Connect mailbox" submit="Connect mailbox" onClose={onDone}>
      {sharingFields}
      {signIns.items.length > 0 && (
        <>
          <div className="grid gap-2">
            {signIns.items.map(({ connectionId, name }) => (
              <Button
                key={connectionId}
                size="lg"
                icon={<LogIn />}
                disabled={isLeaving}
                onClick={() => leave(connectionId)}
              >
                Sign in with {name}
              </Button>
            ))}
          </div>
          <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            or connect with a password
          </p>
        </>
      )}
      <FormField<ConnectForm>
        name="address"
        label="Email address"
        type="email"
        required
        autoComplete="off"
        hint={found}
      />
      <FormField<ConnectForm>
        name="kind"
        label="Provider"
        options={[
          { value: 'gmail', label: 'Gmail' },
          { value: 'microsoft', label: 'Microsoft 365 or Outlook' },
          { value: 'imap', label: 'Another provider (IMAP and SMTP)' },
        ]}
      />
      {kind !== 'imap' && (
        <NoSignIn service={SERVICES[kind]} isShown={signIns.lacks(kind)} redirectUri={signIns.redirectUri} />
      )}
      <FormField<ConnectForm>
        name="password"
        label="Password"
        type="password"
        required
        hint={HINTS[kind]}
        autoComplete="off"
      />
      <FormField<ConnectForm>
        name="senderName"
        label="Your name"
        optional
        hint="Recipients see it. Leave it blank to use the name of your account."
      />
      {kind === 'imap' && (
        <>
          <FormField<ConnectForm>
            name="userName"
            label="User name"
            optional
            hint="Leave it blank to use the email address."
          />
          <ServerFields name="imap" label="IMAP" />
          <ServerFields name="smtp" label="SMTP" />
        </>
      )}
    </EntryDialog>
  );
}

/** How people get to sign in with a service that no one has connected yet. */
function NoSignIn({ service, isShown, redirectUri }: { service: string; isShown: boolean; redirectUri: string }) {
  const user = useSessionUser();
  if (!isShown) return null;
  const isManager = user?.role === 'admin' || user?.workspaceRole === 'owner';
  return (
    <div className="rounded-md bg-info-soft px-3 py-2 text-sm text-info-ink">
      {isManager ? (
        <>
          To sign in with {service} instead of a password, connect {service} once under Mailbox sign-in in{' '}
          <Link to="/settings" search={{ tab: 'connections' }} className="underline underline-offset-2">
            Settings → Connections
          </Link>
          . Register this redirect URI there: <code className="text-xs break-all">{redirectUri}</code>
        </>
      ) : (
        `To sign in with ${service} instead of a password, ask an owner of this workspace to connect ${service} under Mailbox sign-in in Settings → Connections.`
      )}
    </div>
  );
}

const FOUND: Readonly<Record<MailServers['by'], string>> = {
  provider: 'The servers of this provider are known.',
  mx: 'The servers were found: this domain’s email is with this provider.',
  srv: 'The servers were found in the DNS of this domain. Check them before you connect.',
  autoconfig: 'The servers were found in the settings that this domain publishes. Check them before you connect.',
  names: 'These servers exist in this domain. Check them before you connect.',
  none: 'No servers were found for this address. Enter those that your provider names.',
};
const IS_ADDRESS = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
/** Milliseconds of rest before a typed address is looked up. */
const REST = 500;

/**
 * Fills in the servers of the address as it is typed. What someone chose or typed stays.
 * @returns what was found, in words
 */
function useServers({ control, getValues, setValue }: UseFormReturn<ConnectForm>): string | undefined {
  const address = useWatch({ control, name: 'address' });
  const [words, setWords] = useState<string>();
  const filled = useRef<Pick<MailServers, 'kind' | 'imap' | 'smtp'>>({ kind: 'gmail', imap: null, smtp: null });
  useEffect(() => {
    setWords(undefined);
    const wanted = address.trim();
    if (!IS_ADDRESS.test(wanted)) return;
    const looking = new AbortController();
    const look = async () => {
      try {
        const servers = await request(mailAccounts.discover, { body: { address: wanted }, signal: looking.signal });
        if (looking.signal.aborted) return;
        const before = filled.current;
        if (getValues('kind') === before.kind) setValue('kind', servers.kind);
        for (const name of ['imap', 'smtp'] as const) {
          const server = servers[name];
          if (server && getValues(`${name}.host`) === (before[name]?.host ?? '')) setValue(name, server);
        }
        if (servers.userName && getValues('userName') === '') setValue('userName', servers.userName);
        filled.current = servers;
        setWords(FOUND[servers.by]);
      } catch {
        // The fields stay as they are; connecting says what is wrong.
      }
    };
    const timer = setTimeout(() => void look(), REST);
    return () => {
      clearTimeout(timer);
      looking.abort();
    };
  }, [address, getValues, setValue]);
  return words;
}

function ServerFields({ name, label }: { name: 'imap' | 'smtp'; label: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_5rem_9rem] gap-2 max-sm:grid-cols-1">
      <FormField<ConnectForm> name={`${name}.host`} label={`${label} server`} required />
      <FormField<ConnectForm> name={`${name}.port`} label={`${label} port`} type="number" required />
      <FormField<ConnectForm> name={`${name}.security`} label={`${label} security`} options={SECURITY} />
    </div>
  );
}
