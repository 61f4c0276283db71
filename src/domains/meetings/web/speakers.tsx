import { useState } from 'react';
import { useContactSearch, useOwners } from '../../../records/web/choices.ts';
import { call } from '../../../web/api/request.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { counted, percent } from '../../../web/ui/format.ts';
import { type Meeting, meetings, type Speaker } from '../contract.ts';
import { minutesWords } from './labels.ts';
import type { Act } from './meeting-items.tsx';

/** Talk time by speaker; each can be named once. */
export function Speakers({ meeting, onAct }: { meeting: Meeting; onAct: Act }) {
  const [naming, setNaming] = useState<string>();
  if (meeting.speakers.length === 0) return null;
  return (
    <section aria-labelledby="speakers" className="grid gap-1">
      <h2 id="speakers" className="text-base font-semibold">
        Speakers
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {meeting.speakers.map((speaker) => (
          <li key={speaker.label} data-testid="speaker" className="grid gap-1.5 py-2">
            <div className="flex flex-wrap items-center gap-x-3">
              <span className="font-medium">{speaker.name}</span>
              {!speaker.user && !speaker.contact && (
                <Button size="sm" variant="ghost" onClick={() => setNaming(speaker.label)}>
                  Name speaker
                </Button>
              )}
              <span className="tabular ml-auto text-muted">{talkWords(speaker)}</span>
            </div>
            <div aria-hidden="true" className="h-1.5 rounded-full bg-sunken">
              <div className="h-full rounded-full bg-accent" style={{ width: `${speaker.share * 100}%` }} />
            </div>
            {naming === speaker.label && (
              <NameSpeaker
                meetingId={meeting.id}
                label={speaker.label}
                onAct={onAct}
                onDone={() => setNaming(undefined)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const talkWords = ({ share, spokenMs, interruptions, questions }: Speaker) =>
  [
    percent(share),
    ...(spokenMs === null ? [] : [minutesWords(spokenMs)]),
    ...(questions > 0 ? [counted(questions, 'question')] : []),
    ...(interruptions > 0 ? [counted(interruptions, 'interruption')] : []),
  ].join(' · ');

function NameSpeaker({
  meetingId,
  label,
  onAct,
  onDone,
}: {
  meetingId: string;
  label: string;
  onAct: Act;
  onDone: () => void;
}) {
  const owners = useOwners();
  const searchContacts = useContactSearch();
  const name = (who: { userId: string } | { contactId: string }) =>
    void onAct(
      () => call(meetings.nameSpeaker, { params: { id: meetingId }, body: { label, ...who } }),
      'Couldn’t name the speaker',
    ).then((done) => done && onDone());
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Teammate">
        {(control) => (
          <Combobox
            {...control}
            label="Teammate"
            source={owners.options}
            placeholder="Choose a teammate"
            value={null}
            onChange={(option) => option && name({ userId: option.value })}
          />
        )}
      </Field>
      <Field label="Contact">
        {(control) => (
          <Combobox
            {...control}
            label="Contact"
            source={searchContacts}
            placeholder="Search contacts"
            value={null}
            onChange={(option) => option && name({ contactId: option.value })}
          />
        )}
      </Field>
    </div>
  );
}
