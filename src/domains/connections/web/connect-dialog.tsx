import { type FormEvent, useId, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, messageFor } from '../../../web/api/error.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { type ConnectionDetails, type ConnectionPort, type ConnectionProvider, connections } from '../contract.ts';
import { changedSettings, initialSettings, type SettingValues } from './setting-values.ts';
import { SettingInput } from './setting-input.tsx';

interface ConnectDialogProps {
  port: ConnectionPort;
  providers: readonly ConnectionProvider[];
  /** The one to edit; absent: a new one. */
  connection?: ConnectionDetails | undefined;
  mayConnectInstallation: boolean;
  onClose: () => void;
}

/** Asks for a service's settings, and tests them before they are kept. */
export function ConnectDialog({ port, providers, connection, mayConnectInstallation, onClose }: ConnectDialogProps) {
  const formId = useId();
  const [providerId, setProviderId] = useState(connection?.provider ?? providers[0]?.id ?? '');
  const provider = providers.find(({ id }) => id === providerId);
  const [name, setName] = useState(connection?.name ?? provider?.name ?? '');
  const [values, setValues] = useState<SettingValues>(() => initialSettings(provider?.fields ?? [], connection));
  const [installation, setInstallation] = useState(mayConnectInstallation);
  const { save, saving, failure, errorOf } = useSave(connection, onClose);
  if (!provider) return null;

  const choose = (id: string) => {
    const next = providers.find((one) => one.id === id);
    setProviderId(id);
    if (!next) return;
    if (name === provider.name) setName(next.name);
    setValues(initialSettings(next.fields));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const settings = changedSettings(provider.fields, values, connection !== undefined);
    void save({ name, settings, port: port.port, provider: provider.id, installation });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      title={connection ? `Edit ${connection.name}` : `Connect ${port.label.toLowerCase()}`}
      description={provider.summary}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={saving}>
            {connection ? 'Test and save' : 'Test and connect'}
          </Button>
        </>
      }
    >
      <form id={formId} className="grid gap-4" noValidate onSubmit={submit}>
        {failure && <Banner tone="danger">{failure}</Banner>}
        {!connection && providers.length > 1 && (
          <Field label="Service">
            {(control) => (
              <Select
                {...control}
                value={providerId}
                options={providers.map(({ id, name: label }) => ({ value: id, label }))}
                onChange={(event) => choose(event.target.value)}
              />
            )}
          </Field>
        )}
        <Field label="Name" required error={errorOf('name')} hint="Shown in lists, for example “OpenAI, marketing”.">
          {(control) => (
            <Input {...control} maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        {provider.fields.map((field) => (
          <SettingInput
            key={`${provider.id}/${field.name}`}
            field={field}
            value={values[field.name]}
            kept={connection !== undefined && field.name in connection.secrets}
            error={errorOf(`settings.${field.name}`) ?? errorOf(field.name)}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        {!connection && mayConnectInstallation && (
          <Checkbox
            label="Use in all workspaces"
            hint="Client workspaces without a connection of their own use this one."
            checked={installation}
            onChange={(event) => setInstallation(event.target.checked)}
          />
        )}
      </form>
    </Dialog>
  );
}

interface Entry {
  name: string;
  settings: SettingValues;
  port: ConnectionPort['port'];
  provider: string;
  installation: boolean;
}

function useSave(connection: ConnectionDetails | undefined, onSaved: () => void) {
  const client = useQueryClient();
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const fields = refused instanceof ApiError ? refused.fields : [];
  const save = async ({ name, settings, ...rest }: Entry) => {
    setSaving(true);
    setRefused(undefined);
    try {
      if (connection)
        await call(connections.update, {
          params: { id: connection.id },
          body: { version: connection.version, name, settings },
        });
      else await call(connections.create, { body: { name, settings, ...rest } });
      toast({ type: 'success', title: connection ? `${name} saved` : `${name} connected` });
      await client.invalidateQueries({ queryKey: readKey(connections.list) });
      onSaved();
    } catch (error) {
      setRefused(error);
    }
    setSaving(false);
  };
  return {
    save,
    saving,
    failure: refused !== undefined && messageFor(refused, 'The connection could not be saved.'),
    errorOf: (field: string) => fields.find((one) => one.field === field)?.message,
  };
}
