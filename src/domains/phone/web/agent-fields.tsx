import { useOwners } from '../../../records/web/choices.ts';
import { Field } from '../../../web/ui/field.tsx';
import { Input, Textarea } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { CopyBox } from '../../identity/web/index.ts';
import { formatCredits } from '../../billing/contract.ts';
import { LANGUAGES, type NewAgent, type PhoneStatus } from '../contract.ts';
import { LANGUAGE_LABELS } from './labels.ts';

interface FieldsProps {
  draft: NewAgent;
  carrier: PhoneStatus['carrier'];
  minutePrice: PhoneStatus['minutePrice'];
  errorOf: (field: string) => string | undefined;
  onChange: (change: Partial<NewAgent>) => void;
}

/** What an agent is: name, words, number, and limits. */
export function AgentFields({ draft, carrier, minutePrice, errorOf, onChange }: FieldsProps) {
  const owners = useOwners();
  const error = (field: keyof NewAgent) => {
    const message = errorOf(field);
    return message ? { error: message } : {};
  };
  return (
    <section aria-label="Agent" className="grid gap-4">
      <Field label="Name" required {...error('name')}>
        {(control) => (
          <Input
            {...control}
            value={draft.name}
            maxLength={80}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Greeting" required hint="Said first on every call." {...error('greeting')}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={draft.greeting}
            maxLength={400}
            onChange={(event) => onChange({ greeting: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Goal"
        optional
        hint="What calls should lead to. For your team; callers don’t hear it."
        {...error('goal')}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={draft.goal}
            maxLength={500}
            onChange={(event) => onChange({ goal: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Phone number"
          optional
          hint="The number that callers dial. Leave it blank for test calls only."
          {...error('number')}
        >
          {(control) => (
            <Input
              {...control}
              type="tel"
              placeholder={carrier?.number || '+14155550123'}
              value={draft.number ?? ''}
              onChange={(event) => onChange({ number: event.target.value.replace(/[\s()-]/g, '') || null })}
            />
          )}
        </Field>
        <Field label="Language" {...error('language')}>
          {(control) => (
            <Select
              {...control}
              value={draft.language}
              options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_LABELS[value] ?? value }))}
              onChange={(event) => onChange({ language: event.target.value as NewAgent['language'] })}
            />
          )}
        </Field>
        <Field label="Voice" optional hint="A voice name of your phone service." {...error('voice')}>
          {(control) => (
            <Input
              {...control}
              value={draft.voice}
              maxLength={80}
              onChange={(event) => onChange({ voice: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Longest call (minutes)"
          required
          hint={
            minutePrice
              ? `The call ends then, or when the credits run out. A minute costs ${formatCredits(minutePrice)} credits.`
              : 'The call ends then, whatever happens.'
          }
          {...error('maxMinutes')}
        >
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              max={60}
              value={draft.maxMinutes || ''}
              onChange={(event) => onChange({ maxMinutes: Number(event.target.value) })}
            />
          )}
        </Field>
        <Field label="Tasks go to" optional {...error('ownerId')}>
          {(control) => (
            <Select
              {...control}
              value={draft.ownerId ?? ''}
              options={[
                { value: '', label: 'Whoever created the agent' },
                ...owners.options.map(({ value, label }) => ({ value, label })),
              ]}
              onChange={(event) => onChange({ ownerId: event.target.value || null })}
            />
          )}
        </Field>
      </div>
      <Switch
        label="Answer calls"
        hint={draft.isOn ? 'The agent answers calls to its number.' : 'Callers hear that the number is not in service.'}
        checked={draft.isOn}
        onCheckedChange={(isOn) => onChange({ isOn })}
      />
      {carrier && draft.number && <CarrierSetup carrier={carrier} />}
    </section>
  );
}

/** The two addresses that the phone service has to know. */
function CarrierSetup({ carrier }: { carrier: NonNullable<PhoneStatus['carrier']> }) {
  return (
    <details className="rounded-lg border border-line p-3">
      <summary className="cursor-pointer font-medium">Set up the number at {carrier.name}</summary>
      <div className="mt-3 grid gap-3">
        <p className="text-muted">In the settings of the number, enter these addresses with the method POST.</p>
        <div className="grid gap-1">
          <p className="font-medium">A call comes in</p>
          <CopyBox text={carrier.webhook} what="Address for incoming calls" />
        </div>
        <div className="grid gap-1">
          <p className="font-medium">Call status changes</p>
          <CopyBox text={carrier.statusWebhook} what="Address for call status" />
        </div>
      </div>
    </details>
  );
}
