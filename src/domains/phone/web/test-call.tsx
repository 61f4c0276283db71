import { useState } from 'react';
import PhoneCall from 'lucide-react/icons/phone-call';
import PhoneOff from 'lucide-react/icons/phone-off';
import { useContactSearch } from '../../../records/web/choices.ts';
import { Composer } from '../../../web/form/composer.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { MAX_HEARD, type PhoneAgent, PhoneNumber } from '../contract.ts';
import { canListen, canSpeak, mayListen } from './speech.ts';
import { TranscriptTurns } from './transcript.tsx';
import { useTestCall } from './use-test-call.ts';

interface TestCallProps {
  agent: PhoneAgent;
  /** There are changes that the test would not have. */
  isChanged: boolean;
  onOpenCall: (id: string) => void;
}

/** Calls the agent from this page: by typing and keys, or by the browser's own speech. */
export function TestCall({ agent, isChanged, onOpenCall }: TestCallProps) {
  const call = useTestCall();
  const isOn = call.phase === 'live' || call.phase === 'connecting';
  return (
    <section
      aria-labelledby="test-call"
      className="grid min-w-0 gap-3 rounded-lg border border-line bg-raised p-4 lg:sticky lg:top-16 lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto"
    >
      <h2 id="test-call" className="text-base font-semibold">
        Test call
      </h2>
      {call.failure && <Banner tone="danger">{call.failure}</Banner>}
      {call.turns.length > 0 && (
        <TranscriptTurns turns={call.turns} agentName={agent.name} callerName="You" label="Test call transcript" />
      )}
      {isOn ? (
        <OnCall call={call} />
      ) : (
        <>
          {call.phase === 'ended' && !call.failure && (
            <div className="flex flex-wrap items-center gap-2" role="status">
              <span className="flex-1">
                {call.transferTo ? `The caller would be put through to ${call.transferTo}.` : 'The call has ended.'}
              </span>
              {call.callId && (
                <Button size="sm" onClick={() => onOpenCall(call.callId!)}>
                  View call
                </Button>
              )}
            </div>
          )}
          <StartForm agent={agent} isChanged={isChanged} onStart={call.start} />
        </>
      )}
    </section>
  );
}

function StartForm({
  agent,
  isChanged,
  onStart,
}: {
  agent: PhoneAgent;
  isChanged: boolean;
  onStart: ReturnType<typeof useTestCall>['start'];
}) {
  const searchContacts = useContactSearch();
  const [contact, setContact] = useState<Option | null>(null);
  const [number, setNumber] = useState('');
  const [error, setError] = useState('');
  const [isLogged, setLogged] = useState(true);
  const [aloud, setAloud] = useState(false);
  const [microphone, setMicrophone] = useState(false);
  const start = () => {
    const plain = number.replace(/[\s()-]/g, '');
    const read = PhoneNumber.safeParse(plain);
    if (plain && !read.success) return setError(read.error.issues[0]!.message);
    setError('');
    onStart({
      agentId: agent.id,
      language: agent.language,
      number: plain,
      contactId: contact?.value,
      isLogged,
      aloud,
      microphone,
    });
  };
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <p className="text-muted">Call this agent from here. Type what you would say, or press keys.</p>
      <Field label="Call as" optional hint="The call appears on this contact’s timeline.">
        {(control) => (
          <Combobox
            {...control}
            label="Call as"
            source={searchContacts}
            placeholder="Search contacts"
            value={contact}
            onChange={setContact}
          />
        )}
      </Field>
      <Field label="Your number" optional hint="Leave it blank for a withheld number." {...(error && { error })}>
        {(control) => (
          <Input
            {...control}
            type="tel"
            placeholder="+14155550123"
            value={number}
            onChange={(event) => setNumber(event.target.value)}
          />
        )}
      </Field>
      <Checkbox
        label="Log the call and create its tasks"
        hint="Appointments are then booked, and confirmed to the caller."
        checked={isLogged}
        onChange={(event) => setLogged(event.target.checked)}
      />
      {canSpeak() && (
        <Checkbox
          label="Read the agent aloud"
          hint="With the voice of this browser."
          checked={aloud}
          onChange={(event) => setAloud(event.target.checked)}
        />
      )}
      {canListen() && (
        <Checkbox
          label="Use the microphone"
          hint={
            mayListen()
              ? 'This browser turns speech into text. It may send audio to its maker.'
              : 'Reload this page to use the microphone.'
          }
          disabled={!mayListen()}
          checked={microphone}
          onChange={(event) => setMicrophone(event.target.checked)}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" icon={<PhoneCall />} disabled={isChanged}>
          Start test call
        </Button>
        {isChanged && <span className="text-muted">Save your changes first.</span>}
      </div>
    </form>
  );
}

function OnCall({ call }: { call: ReturnType<typeof useTestCall> }) {
  return (
    <div className="grid gap-3">
      <div className="flex min-h-control flex-wrap items-center gap-2">
        <span className="flex-1 text-muted">
          {call.phase === 'connecting' ? 'Connecting…' : call.isSpeaking ? 'The agent is speaking.' : 'Your turn.'}
        </span>
        {call.isSpeaking && (
          <Button size="sm" onClick={call.interrupt}>
            Interrupt
          </Button>
        )}
      </div>
      <Composer
        label="Say"
        placeholder="Type what you say"
        draft="phone.test-call"
        max={MAX_HEARD}
        onSend={(text) => {
          call.say(text);
          return Promise.resolve();
        }}
      />
      <div role="group" aria-label="Keypad" className="grid w-48 grid-cols-3 gap-1.5">
        {[...'123456789*0#'].map((digit) => (
          <Button key={digit} onClick={() => call.press(digit)} aria-label={`Press ${digit}`}>
            {digit}
          </Button>
        ))}
      </div>
      <div>
        <Button variant="danger" icon={<PhoneOff />} onClick={call.hangUp}>
          Hang up
        </Button>
      </div>
    </div>
  );
}
