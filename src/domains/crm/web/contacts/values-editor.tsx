import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useId, useRef } from 'react';
import { Button } from '../../../../web/ui/button.tsx';
import { FieldError } from '../../../../web/ui/field.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { VALUE_LABELS } from '../../../../records/contract/field-values.ts';
import type { Editor } from '../../../../records/web/inline-field.tsx';

export interface LabelledValue {
  value: string;
  label: string;
  ext?: string | undefined;
}

/** Most addresses or numbers that one contact has. */
const MAX = 20;

interface ValuesEditorProps {
  editor: Editor<LabelledValue[]>;
  kind: 'email' | 'phone';
  /** Label of one value: "Email address". */
  itemLabel: string;
}

/** Several addresses or numbers, each with what it is for. The first is the main one; any other can be made it. */
export function ValuesEditor({ editor: { control, draft, setDraft, problemOf }, kind, itemLabel }: ValuesEditorProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const entries = draft.length > 0 ? draft : [{ value: '', label: 'work' }];
  const change = (index: number, part: Partial<LabelledValue>) =>
    setDraft(entries.map((entry, at) => (at === index ? { ...entry, ...part } : entry)));
  const focusLast = () =>
    requestAnimationFrame(() =>
      [...(box.current?.querySelectorAll<HTMLInputElement>('input[data-value]') ?? [])].at(-1)?.focus(),
    );
  return (
    <div ref={box} className="grid gap-1.5">
      {entries.map((entry, index) => {
        const problem = problemOf(`${index}.value`) ?? problemOf(`${index}.ext`) ?? problemOf(String(index));
        const name = entries.length > 1 ? `${itemLabel} ${index + 1}` : itemLabel;
        const errorId = `${id}-${index}`;
        return (
          <div key={index} className="grid gap-1">
            <Input
              data-value
              id={index === 0 ? control.id : undefined}
              type={kind === 'email' ? 'email' : 'tel'}
              aria-label={name}
              autoComplete="off"
              value={entry.value}
              placeholder={kind === 'email' ? 'name@example.com' : '+1 415 555 0100'}
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? errorId : undefined}
              onChange={(event) => change(index, { value: event.target.value })}
            />
            {problem && <FieldError id={errorId}>{problem}</FieldError>}
            <div className="flex items-center gap-1">
              <Select
                aria-label={`Type of ${name}`}
                className="flex-1"
                value={entry.label}
                onChange={(event) => change(index, { label: event.target.value })}
                options={labelOptions(entry.label)}
              />
              {kind === 'phone' && (
                <span className="w-18 shrink-0">
                  <Input
                    aria-label={`Extension of ${name}`}
                    placeholder="Ext."
                    inputMode="numeric"
                    autoComplete="off"
                    value={entry.ext ?? ''}
                    onChange={(event) => change(index, { ext: event.target.value })}
                  />
                </span>
              )}
              {index > 0 && (
                <IconButton
                  size="sm"
                  label={`Make ${name} primary`}
                  icon={<ArrowUp />}
                  onClick={() => setDraft([entry, ...entries.filter((_, at) => at !== index)])}
                />
              )}
              <IconButton
                size="sm"
                label={`Remove ${name}`}
                icon={<Trash2 />}
                onClick={() => {
                  setDraft(entries.filter((_, at) => at !== index));
                  focusLast();
                }}
              />
            </div>
          </div>
        );
      })}
      {entries.length < MAX && (
        <div>
          <Button
            size="sm"
            variant="ghost"
            icon={<Plus />}
            onClick={() => {
              setDraft([...entries, { value: '', label: kind === 'phone' ? 'mobile' : 'work' }]);
              focusLast();
            }}
          >
            Add another
          </Button>
        </div>
      )}
    </div>
  );
}

/** The usual labels, and the one that an import brought. */
function labelOptions(own: string) {
  const labels: string[] = VALUE_LABELS.includes(own as (typeof VALUE_LABELS)[number])
    ? [...VALUE_LABELS]
    : [own, ...VALUE_LABELS];
  return labels.map((label) => ({
    value: label,
    label: label ? label[0]!.toUpperCase() + label.slice(1) : 'No label',
  }));
}
