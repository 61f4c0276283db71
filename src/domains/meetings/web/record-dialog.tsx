import { useEffect, useRef, useState } from 'react';
import * as z from 'zod';
import { useQueryClient } from '@tanstack/react-query';
import CircleDot from 'lucide-react/icons/circle-dot';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Square from 'lucide-react/icons/square';
import { messageFor, UserFacingError } from '../../../web/api/error.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { fileSize } from '../../../web/ui/format.ts';
import type { Option } from '../../../web/ui/use-options.ts';
import { MAX_RECORDING, meetings } from '../contract.ts';
import { clockOf } from '../engine/clock.ts';
import { heldAtOf, MEETING_FIELDS, MeetingFields, useMeetingDefaults } from './meeting-fields.tsx';
import { type LiveState, LiveUpload } from './record/live-upload.ts';
import { canRecord, canShareTab, type Recording, startRecording } from './record/recorder.ts';
import { startRecorder } from './record/recorder-lock.ts';
import { SpeechGate } from './speech-gate.tsx';

const TITLE = 'Record meeting';

/** Records a meeting in the browser; what is recorded is uploaded while it is made. */
export default function RecordDialog({ onClose }: { onClose: () => void }) {
  return (
    <SpeechGate title={TITLE} onClose={onClose}>
      {({ pieceBytes }) =>
        canRecord() ? (
          <Recorder pieceBytes={pieceBytes ?? MAX_RECORDING} onClose={onClose} />
        ) : (
          <Dialog open onOpenChange={onClose} title={TITLE}>
            <p className="text-sm">This browser can’t record. Use a current Chrome, Edge, Firefox, or Safari.</p>
          </Dialog>
        )
      }
    </SpeechGate>
  );
}

const Fields = z.object(MEETING_FIELDS);

interface Live {
  title: string;
  recording: Recording;
  upload: LiveUpload;
}

function Recorder({ pieceBytes, onClose }: { pieceBytes: number; onClose: () => void }) {
  const [live, setLive] = useState<Live>();
  const [waiting, setWaiting] = useState<LiveState>({ waiting: 0, isBroken: false, error: '' });
  const [withTab, setWithTab] = useState(false);
  const [contact, setContact] = useState<Option | null>(null);
  const form = useContractForm(Fields, {
    defaultValues: useMeetingDefaults(),
    failure: 'The recording was not started.',
    onSubmit: async ({ title, ...when }) => {
      let upload: LiveUpload | undefined;
      const early: Blob[] = [];
      const recording = await startRecording({
        withTab,
        onSound: (sound) => void (upload ? upload.add(sound) : early.push(sound)),
        onEnd: () => setWaiting((now) => ({ ...now })),
      }).catch((error: unknown) => {
        throw new UserFacingError(reasonOf(error), { cause: error });
      });
      const recorder = startRecorder();
      try {
        const { id } = await call(meetings.startUpload, {
          body: {
            title,
            heldAt: heldAtOf(when),
            ...(contact && { contactId: contact.value }),
            name: `Recording.${recording.extension}`,
            size: null,
            recorder: recorder.id,
          },
        });
        upload = new LiveUpload(id, recorder, setWaiting);
        for (const sound of early) upload.add(sound);
        setLive({ title, recording, upload });
      } catch (error) {
        recorder.release();
        await recording.stop();
        throw error;
      }
    },
  });
  if (live) return <OnAir live={live} state={waiting} pieceBytes={pieceBytes} onClose={onClose} />;
  return (
    <EntryDialog
      form={form}
      title={TITLE}
      description="Tell everyone that you record. The recording is uploaded as you speak, and your speech service transcribes it."
      submit="Start recording"
      onClose={onClose}
    >
      <MeetingFields contact={contact} onContact={setContact} />
      {canShareTab() && (
        <Checkbox
          label="Also record the sound of a tab"
          hint="For video calls in the browser. Choose the tab, and turn on its audio."
          checked={withTab}
          onChange={(event) => setWithTab(event.target.checked)}
        />
      )}
    </EntryDialog>
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof DOMException)) return messageFor(error, 'The recording was not started.');
  if (error.name === 'NotFoundError') return 'No microphone was found. Connect one, then try again.';
  if (error.name === 'NotAllowedError') {
    const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } };
    return featurePolicy?.allowsFeature('microphone') === false
      ? 'Reload this page to use the microphone.'
      : 'The browser blocks the microphone. Allow it for this site, then try again.';
  }
  return 'The microphone can’t be used. Close other programs that use it, then try again.';
}

/** Close to the limit, a recording that cannot be split ends by itself. */
const ROOM = 500_000;

function OnAir({
  live: { title, recording, upload },
  state: { waiting, isBroken, error },
  pieceBytes,
  onClose,
}: {
  live: Live;
  state: LiveState;
  pieceBytes: number;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [phase, setPhase] = useState<'on' | 'paused' | 'ending'>('on');
  const [failure, setFailure] = useState('');
  const time = useTimer(phase === 'on');
  const refresh = () => client.invalidateQueries({ queryKey: readKey(meetings.recordings) });
  const finish = async () => {
    setPhase('ending');
    setFailure('');
    await recording.stop();
    try {
      await upload.finish();
      await refresh();
      onClose();
    } catch (error) {
      setFailure(messageFor(error, 'The recording was not sent. Try again.'));
    }
  };
  const limit = recording.extension === 'webm' ? MAX_RECORDING : pieceBytes;
  const isFull = upload.length > limit - ROOM;
  const ending = useRef(false);
  useEffect(() => {
    if (!isFull || ending.current) return;
    ending.current = true;
    void finish();
  });
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  const mayClose = async () => {
    const sure = await confirm({
      title: 'Discard this recording?',
      description: 'What was recorded is deleted. This cannot be undone.',
      action: 'Discard recording',
      tone: 'danger',
    });
    if (!sure) return false;
    await recording.stop();
    try {
      await upload.discard();
    } catch (reason) {
      toast({
        type: 'error',
        title: 'Couldn’t delete the recording',
        description: `${messageFor(reason, 'Try again.')} You can delete it in the list of recordings.`,
      });
    }
    await refresh();
    return true;
  };
  const isPaused = phase === 'paused';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={mayClose}
      title={title}
      footer={
        phase === 'ending' ? (
          <Button variant="primary" loading={!failure} onClick={() => void finish()}>
            {failure ? 'Try again' : 'Stop and transcribe'}
          </Button>
        ) : (
          <>
            <Button
              icon={isPaused ? <Play /> : <Pause />}
              onClick={() => {
                if (isPaused) recording.resume();
                else recording.pause();
                setPhase(isPaused ? 'on' : 'paused');
              }}
            >
              {isPaused ? 'Resume' : 'Pause'}
            </Button>
            <Button variant="primary" icon={<Square />} onClick={() => void finish()}>
              Stop and transcribe
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-3 text-sm">
        <p role="status" className="flex items-center gap-2 text-base font-medium">
          <CircleDot aria-hidden className={phase === 'on' ? 'size-5 text-danger-ink' : 'size-5 text-muted'} />
          {phase === 'on' ? 'Recording' : isPaused ? 'Paused' : 'Uploading the rest'}
        </p>
        <p className="tabular text-2xl" data-testid="recorded-time">
          {clockOf(time)}
        </p>
        <LevelMeter level={() => (phase === 'on' ? recording.level() : 0)} />
        {isBroken ? (
          <Banner tone="warning">
            The connection is gone. Keep this page open: {fileSize(waiting)} are stored here and sent once it is back.
          </Banner>
        ) : (
          <p className="text-muted">
            {upload.length === 0
              ? 'Everything you say is uploaded every few seconds.'
              : `${fileSize(upload.length)} recorded, ${waiting > 0 ? `${fileSize(waiting)} to upload` : 'all uploaded'}.`}
          </p>
        )}
        {error && !failure && !isBroken && (
          <Banner tone="danger">{error} What you record is stored here until it can be sent.</Banner>
        )}
        {failure && <Banner tone="danger">{failure}</Banner>}
      </div>
    </Dialog>
  );
}

/** Milliseconds that ran while it was on. */
function useTimer(isOn: boolean): number {
  const [ms, setMs] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      setMs((before) => before + now - last);
      last = now;
    }, 250);
    return () => clearInterval(timer);
  }, [isOn]);
  return ms;
}

/** Milliseconds in which the meter falls from full to nothing: a short sound would pass unseen. */
const FALL_MS = 1_500;

/** How loud it is: it rises at once and falls slowly. It moves without drawing the page again. */
function LevelMeter({ level }: { level: () => number }) {
  const bar = useRef<HTMLDivElement>(null);
  const read = useRef(level);
  useEffect(() => {
    read.current = level;
  });
  useEffect(() => {
    let frame = 0;
    let last = performance.now();
    let now = 0;
    const draw = (time: number) => {
      now = Math.max(read.current(), now - Math.max(0, time - last) / FALL_MS);
      last = time;
      if (bar.current) {
        bar.current.style.transform = `scaleX(${now})`;
        bar.current.parentElement!.setAttribute('aria-valuenow', String(Math.round(now * 100)));
      }
      frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div
      role="meter"
      aria-label="Loudness"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
      className="h-2 w-full overflow-hidden rounded-full bg-hover"
    >
      <div ref={bar} className="h-full origin-left bg-accent" style={{ transform: 'scaleX(0)' }} />
    </div>
  );
}
