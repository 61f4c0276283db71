import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, messageFor } from '../../../web/api/error.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input, Textarea } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { CopyBox, Loaded, Panel, RowSkeletons } from '../../identity/web/index.ts';
import { type Channel, CONSENT_PURPOSES, messaging, type VersionedSettings } from '../contract.ts';
import { CHANNEL_LABELS, PURPOSE_LABELS } from './labels.ts';
import { MessageList } from './message-list.tsx';
import { Reach } from './reach.tsx';
import { SendingDomains } from './sending-domains.tsx';
import { Suppressions } from './suppressions.tsx';

type Settings = VersionedSettings & { inboundUrl: string };
const CHANNELS: readonly Channel[] = ['email', 'sms'];
const RULES = [
  { value: 'opt_in', label: 'Only with consent' },
  { value: 'opt_out', label: 'Unless they unsubscribed' },
];

/** How the workspace writes to people outside: sender, consent, quiet hours, limits, and who gets nothing. */
export default function MessagingPanel() {
  const query = useQuery(read(messaging.settings));
  return (
    <>
      <Panel title="Sending" description="For mails and texts to people outside, of workflows and people alike.">
        <Loaded query={query} what="The settings" skeleton={<RowSkeletons />}>
          {(settings) => <SettingsForm key={settings.version} settings={settings} />}
        </Loaded>
      </Panel>
      <SendingDomains />
      <Panel title="Reach" description="How many contacts a message would reach now, and why not the others.">
        <Reach />
      </Panel>
      <Suppressions />
      <Panel title="Messages" description="Everything that was said to people outside.">
        <MessageList mayResolve />
      </Panel>
      {query.data && (
        <Panel
          title="Bounces and complaints"
          description="Let your mail server post delivery reports here, as JSON with the whole message in “raw”."
        >
          <CopyBox text={query.data.inboundUrl} what="Address for delivery reports" />
        </Panel>
      )}
    </>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  const client = useQueryClient();
  const { inboundUrl: _, ...start } = settings;
  const [value, setValue] = useState(start);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    setProblems({});
    try {
      client.setQueryData(readKey(messaging.settings), await call(messaging.saveSettings, { body: value }));
      toast({ type: 'success', title: 'Settings saved' });
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : [];
      setProblems(Object.fromEntries(fields.map(({ field, message }) => [field, message])));
      if (fields.length === 0)
        toast({ type: 'error', title: 'The settings were not saved', description: messageFor(error, 'Try again.') });
    } finally {
      setSaving(false);
    }
  };
  const sender = (part: Partial<Settings['sender']>) => setValue({ ...value, sender: { ...value.sender, ...part } });
  const number = (group: 'caps' | 'throttle', key: string, label: string, hint?: string) => (
    <Field label={label} {...(hint && { hint })} error={problems[`${group}.${key}`]}>
      {(control) => (
        <Input
          {...control}
          type="number"
          min={0}
          inputMode="numeric"
          value={String((value[group] as Record<string, number>)[key])}
          onChange={(event) =>
            setValue({ ...value, [group]: { ...value[group], [key]: Math.trunc(Number(event.target.value)) } })
          }
        />
      )}
    </Field>
  );
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Sender name" hint="Blank: the name of the business.">
          {(control) => (
            <Input {...control} value={value.sender.name} onChange={(event) => sender({ name: event.target.value })} />
          )}
        </Field>
        <Field
          label="Sender address"
          hint="Of a verified domain. Blank: the server’s."
          error={problems['sender.address']}
        >
          {(control) => (
            <Input
              {...control}
              type="email"
              value={value.sender.address}
              onChange={(event) => sender({ address: event.target.value.trim() })}
            />
          )}
        </Field>
        <Field label="Replies go to" error={problems['sender.replyTo']}>
          {(control) => (
            <Input
              {...control}
              type="email"
              value={value.sender.replyTo}
              onChange={(event) => sender({ replyTo: event.target.value.trim() })}
            />
          )}
        </Field>
      </div>
      <Field
        label="Postal address"
        hint="Stands at the end of mails that are not transactional. In the United States the law asks for it."
        error={problems['postalAddress']}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={value.postalAddress}
            onChange={(event) => setValue({ ...value, postalAddress: event.target.value })}
          />
        )}
      </Field>
      {CHANNELS.map((channel) => (
        <fieldset key={channel} className="grid gap-3">
          <legend className="mb-2 text-sm font-semibold">{CHANNEL_LABELS[channel]}</legend>
          <div className="grid gap-4 sm:grid-cols-3">
            {CONSENT_PURPOSES.map((purpose) => (
              <Field key={purpose} label={PURPOSE_LABELS[purpose]}>
                {(control) => (
                  <Select
                    {...control}
                    value={value.rules[channel][purpose]}
                    options={RULES}
                    onChange={(event) =>
                      setValue({
                        ...value,
                        rules: {
                          ...value.rules,
                          [channel]: { ...value.rules[channel], [purpose]: event.target.value },
                        },
                      })
                    }
                  />
                )}
              </Field>
            ))}
          </div>
          <Quiet channel={channel} value={value} onChange={setValue} problems={problems} />
        </fieldset>
      ))}
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-semibold">Limits</legend>
        <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
          {number('caps', 'day', 'To one person a day', '0: any number')}
          {number('caps', 'week', 'To one person a week', '0: any number')}
          {number('throttle', 'minute', 'In a minute')}
          {number('throttle', 'destination', 'To one mail domain in a minute')}
        </div>
      </fieldset>
      <div>
        <Button type="submit" variant="primary" loading={saving}>
          Save settings
        </Button>
      </div>
    </form>
  );
}

interface QuietProps {
  channel: Channel;
  value: VersionedSettings;
  onChange: (value: VersionedSettings) => void;
  problems: Record<string, string>;
}

function Quiet({ channel, value, onChange, problems }: QuietProps) {
  const quiet = value.quiet[channel];
  const set = (part: Partial<typeof quiet>) =>
    onChange({ ...value, quiet: { ...value.quiet, [channel]: { ...quiet, ...part } } });
  return (
    <div className="flex flex-wrap items-end gap-4">
      <Checkbox
        label="Quiet hours"
        hint="Messages wait until the morning of the recipient. Transactional ones do not."
        checked={quiet.on}
        onChange={(event) => set({ on: event.target.checked })}
      />
      {quiet.on &&
        (['from', 'to'] as const).map((end) => (
          <Field
            key={end}
            label={end === 'from' ? 'From' : 'To'}
            error={problems[`quiet.${channel}.${end}`]}
            className="w-32"
          >
            {(control) => (
              <Input
                {...control}
                type="time"
                value={quiet[end]}
                onChange={(event) => set({ [end]: event.target.value })}
              />
            )}
          </Field>
        ))}
    </div>
  );
}
