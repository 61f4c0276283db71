import { useId, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import { call, readKey } from '../../../../web/api/request.ts';
import { ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { Form } from '../../../../web/form/form.tsx';
import { confirmDiscard } from '../../../../web/form/unsaved.ts';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Checkbox } from '../../../../web/ui/checkbox.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { API_SCOPES, type ApiKey, settings } from '../../contract/settings.ts';
import { ApiKeyForm, curlExample, EXPIRIES, SCOPE_WORDS, toNewApiKey } from './api-key-form.ts';
import { CopyBox } from './copy-box.tsx';
import { withProof } from './confirm-password.ts';
import { toastFailure } from './toast-failure.ts';

type Created = ApiKey & { key: string };
type Entry = z.output<typeof ApiKeyForm>;

/** Asks what the key may do, then shows it this one time. */
export function NewApiKeyDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [created, setCreated] = useState<Created>();
  const [copied, setCopied] = useState(false);
  const form = useKeyForm(setCreated);

  if (!created) {
    return (
      <Dialog
        key="dialog"
        open
        onOpenChange={onClose}
        title="Create API key"
        description="Choose only the scopes the program needs."
        size="md"
        mayClose={async () => !form.dirty || confirmDiscard()}
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary" loading={form.saving}>
              Create key
            </Button>
          </>
        }
      >
        <Form form={form} id={formId}>
          <KeyFields />
        </Form>
      </Dialog>
    );
  }
  const mayClose = async () =>
    copied ||
    confirm({
      title: 'Close without copying the key?',
      description: 'The key is not shown again. If you lose it, you have to create a new one.',
      action: 'Close',
      cancel: 'Go back',
    });
  return (
    // The same dialog goes on, so that the focus returns to what opened it.
    <Dialog
      key="dialog"
      open
      onOpenChange={onClose}
      title={`Your key “${created.name}”`}
      size="md"
      mayClose={mayClose}
      footer={
        <Button variant="primary" onClick={() => void mayClose().then((yes) => yes && onClose())}>
          Done
        </Button>
      }
    >
      <KeyOnce created={created} onCopied={() => setCopied(true)} />
    </Dialog>
  );
}

function useKeyForm(onCreated: (created: Created) => void) {
  const client = useQueryClient();
  return useContractForm(ApiKeyForm, {
    defaultValues: { name: '', scopes: ['contacts:read'], expiry: '90' },
    failure: 'The key could not be created.',
    onSubmit: async (values) => {
      try {
        const created = await withProof(() => call(settings.createApiKey, { body: toNewApiKey(values) }));
        void client.invalidateQueries({ queryKey: readKey(settings.apiKeys) });
        toast({
          type: 'success',
          title: 'API key created',
          description: `Copy “${created.name}” now. It is not shown again.`,
        });
        onCreated(created);
      } catch (error) {
        toastFailure('Creation failed', 'Failed to create new API key');
        throw error;
      }
    },
  });
}

function KeyFields() {
  return (
    <div className="grid gap-4">
      <FormField<Entry>
        name="name"
        label="Name"
        required
        hint="Example: “Nightly export”."
        autoComplete="off"
        autoFocus
      />
      <ControlledField<Entry> name="scopes" label="Scopes">
        {({ value, onChange }, { id, ...control }) => (
          <div
            id={id}
            role="group"
            aria-label="Scopes"
            tabIndex={-1}
            aria-describedby={control['aria-describedby']}
            className="grid gap-1 outline-none"
          >
            {API_SCOPES.map((scope) => (
              <Checkbox
                key={scope}
                label={SCOPE_WORDS[scope]}
                hint={scope}
                checked={(value as string[]).includes(scope)}
                onChange={(event) =>
                  onChange(
                    API_SCOPES.filter((one) =>
                      one === scope ? event.target.checked : (value as string[]).includes(one),
                    ),
                  )
                }
              />
            ))}
          </div>
        )}
      </ControlledField>
      <FormField<Entry>
        name="expiry"
        label="Expires after"
        options={Object.entries(EXPIRIES).map(([value, label]) => ({ value, label }))}
        hint="An expiry date protects you if you forget the key."
      />
    </div>
  );
}

function KeyOnce({ created, onCopied }: { created: Created; onCopied: () => void }) {
  return (
    <div className="grid gap-4">
      <Banner tone="warning">
        Copy the key now and store it like a password. It is shown only once; we store only a fingerprint.
      </Banner>
      <CopyBox text={created.key} what="API key" onCopied={onCopied} />
      <div>
        <p className="mb-1 text-sm font-medium">Try it</p>
        <CopyBox
          text={curlExample(location.origin, created.key, created.scopes)}
          what="Example command"
          onCopied={onCopied}
        />
      </div>
    </div>
  );
}
