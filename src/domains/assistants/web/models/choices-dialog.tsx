import { useId, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read, readKey } from '../../../../web/api/request.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import {
  MAX_CHOICES,
  type ModelChoice,
  type ModelConfig,
  type ModelConnection,
  models,
  type Purpose,
} from '../../contract.ts';
import { PURPOSE_WORDS } from './labels.ts';

interface ChoicesDialogProps {
  config: ModelConfig;
  purpose: Purpose;
  onClose: () => void;
}

/** Models of a purpose in fall-back order. */
export function ChoicesDialog({ config, purpose, onClose }: ChoicesDialogProps) {
  const client = useQueryClient();
  const [choices, setChoices] = useState<readonly ModelChoice[]>(config.choices[purpose]);
  const [failure, setFailure] = useState<string>();
  const [saving, setSaving] = useState(false);
  const { label } = PURPOSE_WORDS[purpose];
  const first = config.connections[0]!;
  const save = async () => {
    setSaving(true);
    setFailure(undefined);
    try {
      const saved = await call(models.choose, { params: { purpose }, body: { choices: [...choices] } });
      client.setQueryData(readKey(models.config), saved);
      onClose();
    } catch (error) {
      setFailure(messageFor(error, 'The models could not be saved.'));
      setSaving(false);
    }
  };
  const change = (nth: number, part: Partial<ModelChoice>) =>
    setChoices(choices.map((one, at) => (at === nth ? { ...one, ...part } : one)));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Choose models for ${label}`}
      description={PURPOSE_WORDS[purpose].hint}
      footer={
        <Button variant="primary" loading={saving} onClick={() => void save()}>
          Save models
        </Button>
      }
    >
      {failure && (
        <p role="alert" className="mb-3 text-sm text-danger-ink">
          {failure}
        </p>
      )}
      {choices.length === 0 && (
        <p className="mb-3 text-sm text-muted">The connections are asked in their order, with their default models.</p>
      )}
      <ol className="grid gap-3">
        {choices.map((choice, nth) => (
          <Choice
            // Rows have no identity beside their place.
            key={nth}
            nth={nth}
            choice={choice}
            connections={config.connections}
            onChange={(part) => change(nth, part)}
            onUp={() => setChoices(choices.with(nth - 1, choice).with(nth, choices[nth - 1]!))}
            onRemove={() => setChoices(choices.toSpliced(nth, 1))}
          />
        ))}
      </ol>
      {choices.length < MAX_CHOICES && (
        <Button
          size="sm"
          className="mt-3"
          icon={<Plus />}
          onClick={() =>
            setChoices([...choices, { connectionId: first.id, model: first.defaultModel, maxTokens: null }])
          }
        >
          Add model
        </Button>
      )}
    </Dialog>
  );
}

interface ChoiceProps {
  nth: number;
  choice: ModelChoice;
  connections: readonly ModelConnection[];
  onChange: (part: Partial<ModelChoice>) => void;
  onUp: () => void;
  onRemove: () => void;
}

function Choice({ nth, choice, connections, onChange, onUp, onRemove }: ChoiceProps) {
  const place = nth + 1;
  return (
    <li className="flex items-end gap-2">
      <Field label={`Connection ${place}`} className="min-w-0 flex-1">
        {(control) => (
          <Select
            {...control}
            value={choice.connectionId}
            onChange={(event) =>
              onChange({
                connectionId: event.target.value,
                model: connections.find(({ id }) => id === event.target.value)?.defaultModel ?? '',
              })
            }
            options={connections.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </Field>
      <Field label={`Model ${place}`} className="min-w-0 flex-1">
        {(control) => (
          <ModelInput
            {...control}
            connectionId={choice.connectionId}
            value={choice.model}
            onValueChange={(model) => onChange({ model })}
          />
        )}
      </Field>
      <IconButton label={`Move model ${place} up`} icon={<ArrowUp />} disabled={nth === 0} onClick={onUp} />
      <IconButton label={`Remove model ${place}`} icon={<X />} onClick={onRemove} />
    </li>
  );
}

interface ModelInputProps {
  id?: string;
  connectionId: string;
  value: string;
  onValueChange: (model: string) => void;
}

/** The name of a model; the connection's own list helps, and any name may be typed. */
export function ModelInput({ connectionId, value, onValueChange, ...control }: ModelInputProps) {
  const listId = useId();
  const { data } = useQuery({
    ...read(models.available, { params: { id: connectionId } }),
    retry: false,
    staleTime: 300_000,
  });
  return (
    <>
      <Input
        {...control}
        list={listId}
        value={value}
        autoComplete="off"
        onChange={(event) => onValueChange(event.target.value)}
      />
      <datalist id={listId}>
        {data?.items.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}
