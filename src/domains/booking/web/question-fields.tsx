import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { CheckboxField, ControlledField, FormField } from '../../../web/form/form-field.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Textarea } from '../../../web/ui/input.tsx';
import { MAX_QUESTIONS, type NewBookingType } from '../contract.ts';

/** Questions besides name and email. */
export function QuestionFields() {
  const { control } = useFormContext<NewBookingType>();
  const { fields, append, remove } = useFieldArray({ control, name: 'questions' });
  const questions = useWatch({ control, name: 'questions' });
  return (
    <div className="flex flex-col gap-2">
      {fields.map((field, n) => (
        <fieldset key={field.id} className="flex min-w-0 flex-col gap-2 rounded-lg border border-line p-3">
          <legend className="sr-only">Question {n + 1}</legend>
          <div className="flex items-end gap-2">
            <FormField name={`questions.${n}.label`} label={`Question ${n + 1}`} className="flex-1" />
            <IconButton label={`Remove question ${n + 1}`} icon={<Trash2 />} onClick={() => remove(n)} />
          </div>
          <div className="flex flex-wrap items-end gap-3">
            <FormField
              name={`questions.${n}.kind`}
              label="Answer"
              className="w-40"
              options={[
                { value: 'text', label: 'Short text' },
                { value: 'long', label: 'Long text' },
                { value: 'choice', label: 'One choice' },
              ]}
            />
            <CheckboxField name={`questions.${n}.required`} label="Required" />
          </div>
          {questions[n]?.kind === 'choice' && (
            <ControlledField name={`questions.${n}.options`} label="Choices" hint="One per line">
              {({ value, onChange, onBlur }, input) => (
                <Textarea
                  {...input}
                  rows={3}
                  defaultValue={Array.isArray(value) ? value.join('\n') : ''}
                  onBlur={onBlur}
                  onChange={(event) =>
                    onChange(
                      event.target.value
                        .split('\n')
                        .map((line) => line.trim())
                        .filter(Boolean),
                    )
                  }
                />
              )}
            </ControlledField>
          )}
        </fieldset>
      ))}
      {fields.length < MAX_QUESTIONS && (
        <Button
          size="sm"
          className="self-start"
          icon={<Plus />}
          onClick={() => append({ label: '', kind: 'text', required: false, options: [] })}
        >
          Add question
        </Button>
      )}
    </div>
  );
}
