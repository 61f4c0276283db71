import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { Button } from '../../../../web/ui/button.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import type { ModelConnection } from '../../contract.ts';
import { ModelInput } from './choices-dialog.tsx';

export interface PickedModel {
  connectionId: string;
  model: string;
}

/** Several models, each of a connection. @param min fewest that stay, default 1 */
export function ModelPickers({
  connections,
  models,
  min = 1,
  max,
  onChange,
}: {
  connections: readonly ModelConnection[];
  models: readonly PickedModel[];
  min?: number;
  max: number;
  onChange: (models: readonly PickedModel[]) => void;
}) {
  const change = (nth: number, part: Partial<PickedModel>) =>
    onChange(models.map((one, at) => (at === nth ? { ...one, ...part } : one)));
  const [first] = connections;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {models.map((one, nth) => (
          <div key={nth} className="flex max-w-full flex-wrap items-end gap-1 rounded-lg border border-line p-2">
            <Field label={`Connection ${nth + 1}`} className="w-40">
              {(control) => (
                <Select
                  {...control}
                  value={one.connectionId}
                  onChange={(event) => change(nth, { connectionId: event.target.value, model: '' })}
                  options={connections.map(({ id, name }) => ({ value: id, label: name }))}
                />
              )}
            </Field>
            <Field label={`Model ${nth + 1}`} className="w-44">
              {(control) => (
                <ModelInput
                  {...control}
                  connectionId={one.connectionId}
                  value={one.model}
                  onValueChange={(model) => change(nth, { model })}
                />
              )}
            </Field>
            {models.length > min && (
              <IconButton
                label={`Remove model ${nth + 1}`}
                icon={<X />}
                onClick={() => onChange(models.toSpliced(nth, 1))}
              />
            )}
          </div>
        ))}
      </div>
      {models.length < max && first && (
        <div>
          <Button icon={<Plus />} onClick={() => onChange([...models, { connectionId: first.id, model: '' }])}>
            Add model
          </Button>
        </div>
      )}
    </>
  );
}
