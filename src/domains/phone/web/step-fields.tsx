import { useState } from 'react';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { Button } from '../../../web/ui/button.tsx';
import { Field, FieldError } from '../../../web/ui/field.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Input, Textarea } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { MAX_INSTRUCTIONS, MAX_SPEECH, type MenuOption, type MenuStep, type PhoneStatus } from '../contract.ts';
import type { MenuProblem } from '../engine/menu.ts';

interface StepFieldsProps {
  step: MenuStep;
  steps: readonly MenuStep[];
  bookingTypes: PhoneStatus['bookingTypes'];
  /** With the field within the step. */
  problems: readonly MenuProblem[];
  onChange: (step: MenuStep) => void;
}

/** What a step says, and which one follows. */
export function StepFields({ step, steps, bookingTypes, problems, onChange }: StepFieldsProps) {
  const errorOf = (field: string) => {
    const message = problems.find((one) => one.field === field)?.message;
    return message ? { error: message } : {};
  };
  const next = (label: string, field: string, value: string, set: (id: string) => void) => (
    <Field label={label} {...errorOf(field)}>
      {(control) => (
        <Select
          {...control}
          value={value}
          placeholder="Choose a step"
          options={steps.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => set(event.target.value)}
        />
      )}
    </Field>
  );
  const bookingType = (value: string, set: (id: string) => void, isOptional: boolean) => (
    <Field
      label={isOptional ? 'May book' : 'Booking type'}
      {...(isOptional ? { optional: true } : { required: true })}
      hint={
        bookingTypes.length === 0
          ? 'There are no booking types yet. Add one under Appointment funnel.'
          : isOptional
            ? 'Blank: the agent books no appointments.'
            : 'Its hours and limits count. Its questions are not asked on the phone.'
      }
      {...errorOf('typeId')}
    >
      {(control) => (
        <Select
          {...control}
          value={value}
          placeholder={isOptional ? 'No appointments' : 'Choose a booking type'}
          options={typeOptions(bookingTypes, value)}
          onChange={(event) => set(event.target.value)}
        />
      )}
    </Field>
  );
  return (
    <>
      {'text' in step && (
        <Field
          label={step.kind === 'ask' ? 'Question' : step.kind === 'talk' ? 'Opening' : 'Text'}
          required
          {...errorOf('text')}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              maxLength={MAX_SPEECH}
              value={step.text}
              onChange={(event) => onChange({ ...step, text: event.target.value })}
            />
          )}
        </Field>
      )}
      {step.kind === 'talk' && (
        <>
          <Field
            label="Instructions"
            required
            hint="What the agent knows and does: services, prices, what to ask, when to transfer."
            {...errorOf('instructions')}
          >
            {(control) => (
              <Textarea
                {...control}
                rows={5}
                maxLength={MAX_INSTRUCTIONS}
                value={step.instructions}
                onChange={(event) => onChange({ ...step, instructions: event.target.value })}
              />
            )}
          </Field>
          {bookingType(step.typeId, (typeId) => onChange({ ...step, typeId }), true)}
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label="May transfer to" optional hint="Blank: the agent transfers no one." {...errorOf('to')}>
              {(control) => (
                <Input
                  {...control}
                  type="tel"
                  placeholder="+14155550123"
                  value={step.to}
                  onChange={(event) => onChange({ ...step, to: event.target.value.replace(/[\s()-]/g, '') })}
                />
              )}
            </Field>
            <Field label="Most tokens of a call" required hint="Then the call goes on." {...errorOf('maxTokens')}>
              {(control) => (
                <Input
                  {...control}
                  type="number"
                  min={2_000}
                  max={200_000}
                  step={1_000}
                  value={step.maxTokens || ''}
                  onChange={(event) => onChange({ ...step, maxTokens: Number(event.target.value) })}
                />
              )}
            </Field>
          </div>
        </>
      )}
      {step.kind === 'book' && bookingType(step.typeId, (typeId) => onChange({ ...step, typeId }), false)}
      {step.kind === 'book' && (
        <div className="grid gap-3 sm:grid-cols-2">
          {next('Once it is booked', 'next', step.next, (id) => onChange({ ...step, next: id }))}
          {next('Otherwise', 'otherwise', step.otherwise, (otherwise) => onChange({ ...step, otherwise }))}
        </div>
      )}
      {'next' in step &&
        step.kind !== 'book' &&
        next('Then', 'next', step.next, (id) => onChange({ ...step, next: id }))}
      {step.kind === 'hours' && (
        <div className="grid gap-3 sm:grid-cols-2">
          {next('During opening hours', 'open', step.open, (open) => onChange({ ...step, open }))}
          {next('Outside opening hours', 'closed', step.closed, (closed) => onChange({ ...step, closed }))}
        </div>
      )}
      {step.kind === 'transfer' && (
        <Field label="Number to transfer to" required {...errorOf('to')}>
          {(control) => (
            <Input
              {...control}
              type="tel"
              placeholder="+14155550123"
              value={step.to}
              onChange={(event) => onChange({ ...step, to: event.target.value.replace(/[\s()-]/g, '') })}
            />
          )}
        </Field>
      )}
      {step.kind === 'ask' && (
        <>
          <ul className="grid gap-3">
            {step.options.map((option, index) => (
              <OptionRow
                // The order of options is all that names them.
                key={index}
                option={option}
                index={index}
                steps={steps}
                error={problems.find(({ field }) => field.startsWith(`options.${index}.`))?.message}
                onChange={(one) => onChange({ ...step, options: step.options.with(index, one) })}
                onRemove={
                  step.options.length > 1
                    ? () => onChange({ ...step, options: step.options.filter((_, at) => at !== index) })
                    : undefined
                }
              />
            ))}
          </ul>
          {step.options.length < 12 && (
            <div>
              <Button
                size="sm"
                icon={<Plus />}
                onClick={() => onChange({ ...step, options: [...step.options, newOption(step.options)] })}
              >
                Add option
              </Button>
            </div>
          )}
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label="Ask at most" {...errorOf('tries')}>
              {(control) => (
                <Select
                  {...control}
                  value={String(step.tries)}
                  options={[1, 2, 3, 4, 5].map((tries) => ({
                    value: String(tries),
                    label: tries === 1 ? 'Once' : `${tries} times`,
                  }))}
                  onChange={(event) => onChange({ ...step, tries: Number(event.target.value) })}
                />
              )}
            </Field>
            {next('Without an answer', 'otherwise', step.otherwise, (otherwise) => onChange({ ...step, otherwise }))}
          </div>
        </>
      )}
    </>
  );
}

/** With one that is chosen and no longer offered. */
function typeOptions(types: PhoneStatus['bookingTypes'], chosen: string) {
  const options = types.map(({ id, name, minutes }) => ({ value: id, label: `${name} (${minutes} min)` }));
  const isKnown = chosen === '' || types.some(({ id }) => id === chosen);
  return isKnown ? options : [...options, { value: chosen, label: 'A booking type that is off' }];
}

function newOption(options: readonly MenuOption[]): MenuOption {
  const digit = [...'1234567890'].find((one) => !options.some((option) => option.digit === one)) ?? '';
  return { digit, words: [], next: '' };
}

const wordsIn = (text: string) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
    .slice(0, 10);

function OptionRow({
  option,
  index,
  steps,
  error,
  onChange,
  onRemove,
}: {
  option: MenuOption;
  index: number;
  steps: readonly MenuStep[];
  error: string | undefined;
  onChange: (option: MenuOption) => void;
  onRemove: (() => void) | undefined;
}) {
  const [typed, setTyped] = useState('');
  // What is typed stays as it is while it means the same words.
  const isTyped = wordsIn(typed).join() === option.words.join();
  return (
    <li className="grid gap-1 border-l-2 border-line pl-3">
      <div className="grid grid-cols-[4rem_minmax(0,1fr)] items-end gap-2 sm:grid-cols-[4rem_minmax(0,1fr)_minmax(0,1fr)_auto]">
        <Field label="Key">
          {(control) => (
            <Select
              {...control}
              aria-label={`Key of option ${index + 1}`}
              value={option.digit}
              placeholder="–"
              options={[...'1234567890*#'].map((value) => ({ value, label: value }))}
              onChange={(event) => onChange({ ...option, digit: event.target.value })}
            />
          )}
        </Field>
        <Field label="Keywords">
          {(control) => (
            <Input
              {...control}
              aria-label={`Keywords of option ${index + 1}`}
              placeholder="sales, new order"
              value={isTyped ? typed : option.words.join(', ')}
              onChange={(event) => {
                setTyped(event.target.value);
                onChange({ ...option, words: wordsIn(event.target.value) });
              }}
            />
          )}
        </Field>
        <Field label="Then" className="max-sm:col-start-2">
          {(control) => (
            <Select
              {...control}
              aria-label={`Step after option ${index + 1}`}
              value={option.next}
              placeholder="Choose a step"
              options={steps.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(event) => onChange({ ...option, next: event.target.value })}
            />
          )}
        </Field>
        {onRemove && <IconButton label={`Delete option ${index + 1}`} icon={<X />} onClick={onRemove} />}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </li>
  );
}
