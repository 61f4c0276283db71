import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ApiError, messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { type WebhookEndpoint, webhooks } from '../contract/webhooks.ts';
import { AUTOMATION } from '../paths.ts';
import { CopyField } from './copy-field.tsx';
import { EventTypes } from './event-types.tsx';

/** Adds an endpoint, and shows the secret that signs; or changes one. */
export function EndpointDialog({ endpoint, onClose }: { endpoint?: WebhookEndpoint; onClose: () => void }) {
  const formId = useId();
  const client = useQueryClient();
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [types, setTypes] = useState<string[]>(endpoint?.types ?? []);
  const [secret, setSecret] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const [saving, setSaving] = useState(false);
  const error = (field: string) =>
    failure instanceof ApiError ? failure.fields.find((one) => one.field.startsWith(field))?.message : undefined;
  const save = async () => {
    setSaving(true);
    setFailure(undefined);
    try {
      if (endpoint)
        await call(webhooks.update, {
          params: { id: endpoint.id },
          body: { version: endpoint.version, url, description, types },
        });
      else setSecret((await call(webhooks.create, { body: { url, description, types } })).secret);
      await client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(AUTOMATION.endpoints),
      });
      if (endpoint) onClose();
    } catch (refused) {
      setFailure(refused);
    }
    setSaving(false);
  };
  if (secret) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title="Endpoint added"
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <div className="grid gap-3">
          <p className="text-sm">
            Give this secret to the other system. It uses the secret to verify that messages come from Gauntlet. You can
            view it again later.
          </p>
          <CopyField label="Signing secret" value={secret} />
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={endpoint ? 'Edit endpoint' : 'Add endpoint'}
      size="lg"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={saving}>
            {endpoint ? 'Save' : 'Add endpoint'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {failure !== undefined && !error('url') && !error('types') && (
          <Banner tone="danger">{messageFor(failure, 'The endpoint could not be saved.')}</Banner>
        )}
        <Field label="URL" required error={error('url')}>
          {(control) => (
            <Input
              {...control}
              type="url"
              autoFocus
              value={url}
              placeholder="https://example.com/hook"
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        <Field label="Description" optional>
          {(control) => (
            <Input
              {...control}
              maxLength={200}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        <EventTypes types={types} onChange={setTypes} error={error('types')} />
      </form>
    </Dialog>
  );
}
