import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { newIntent } from '../../../web/api/idempotency-key.ts';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { ControlledField, FormField } from '../../../web/form/form-field.tsx';
import { confirmDiscard } from '../../../web/form/unsaved.ts';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { counted } from '../../../web/ui/format.ts';
import { MultiCombobox } from '../../../web/ui/multi-combobox.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { useContactSearch, useTagSearch } from '../../../records/web/choices.ts';
import { CONSENT_PURPOSES, withStopNotice } from '../../messaging/contract.ts';
import { PURPOSE_LABELS } from '../../messaging/web/index.ts';
import { type BroadcastPreview, MAX_CHOSEN, NewBroadcast, broadcasts } from '../contract/broadcasts.ts';
import { TEXTING } from '../paths.ts';
import { AUDIENCE_LABELS } from './broadcast-labels.ts';
import { BroadcastReach } from './broadcast-reach.tsx';
import { TemplateMenu } from './template-menu.tsx';
import { TextSize } from './text-size.tsx';

const BroadcastForm = z
  .object({
    name: NewBroadcast.shape.name,
    purpose: NewBroadcast.shape.purpose,
    kind: z.enum(['all', 'tag', 'contacts']),
    tag: z.string(),
    contacts: z
      .array(z.object({ value: z.string(), label: z.string(), detail: z.string().optional() }))
      .max(MAX_CHOSEN, `Choose at most ${MAX_CHOSEN} contacts.`),
    text: NewBroadcast.shape.text,
    segmentPrice: z.union([z.literal(''), NewBroadcast.shape.segmentPrice.unwrap().unwrap()]),
  })
  .refine(({ kind, tag }) => kind !== 'tag' || tag !== '', { path: ['tag'], message: 'Choose a tag.' })
  .refine(({ kind, contacts }) => kind !== 'contacts' || contacts.length > 0, {
    path: ['contacts'],
    message: 'Choose at least one contact.',
  });
type BroadcastForm = z.infer<typeof BroadcastForm>;

function bodyOf({ name, purpose, kind, tag, contacts, text, segmentPrice }: BroadcastForm) {
  const audience =
    kind === 'tag'
      ? { kind, tag }
      : kind === 'contacts'
        ? { kind, contactIds: contacts.map(({ value }) => value) }
        : { kind };
  return { name, text, purpose, audience, segmentPrice: segmentPrice || null };
}
type Body = ReturnType<typeof bodyOf>;

interface NewBroadcastDialogProps {
  /** The last broadcast's price per segment; blank without one. */
  lastPrice: string;
  onClose: () => void;
  onStarted: () => void;
}

/** Writes a broadcast, shows who gets it and what it costs, and starts it. */
export default function NewBroadcastDialog({ lastPrice, onClose, onStarted }: NewBroadcastDialogProps) {
  const searchContacts = useContactSearch();
  const searchTags = useTagSearch('contact');
  const [review, setReview] = useState<{ body: Body; preview: BroadcastPreview }>();
  const form = useContractForm(BroadcastForm, {
    defaultValues: {
      name: '',
      purpose: 'marketing',
      kind: 'all',
      tag: '',
      contacts: [],
      text: '',
      segmentPrice: lastPrice,
    },
    failure: 'The recipients could not be counted.',
    onSubmit: async (values) => {
      const body = bodyOf(values);
      const { name: _name, ...draft } = body;
      setReview({ body, preview: await call(broadcasts.preview, { body: draft }) });
    },
  });
  const { control, setValue } = form.methods;
  const [kind, text] = useWatch({ control, name: ['kind', 'text'] });
  if (review)
    return <ReviewDialog {...review} onBack={() => setReview(undefined)} onClose={onClose} onStarted={onStarted} />;
  return (
    <EntryDialog
      form={form}
      title="New broadcast"
      submit="Review broadcast"
      // Outside the form: saving a template must not submit the broadcast.
      aside={
        <div className="mr-auto">
          <TemplateMenu
            onTake={(taken) => setValue('text', taken, { shouldDirty: true, shouldValidate: true, shouldTouch: true })}
          />
        </div>
      }
      onClose={onClose}
    >
      <FormField<BroadcastForm> name="name" label="Name" hint="Only your team sees it." required autoFocus />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<BroadcastForm>
          name="kind"
          label="Audience"
          options={Object.entries(AUDIENCE_LABELS).map(([value, label]) => ({ value, label }))}
        />
        <FormField<BroadcastForm>
          name="purpose"
          label="Purpose"
          options={CONSENT_PURPOSES.map((value) => ({ value, label: PURPOSE_LABELS[value] }))}
        />
      </div>
      {kind === 'tag' && (
        <ControlledField<BroadcastForm> name="tag" label="Tag" required>
          {({ value, onChange }, aria) => (
            <Combobox
              {...aria}
              label="Tag"
              source={searchTags}
              placeholder="Search tags"
              value={value ? { value: value as string, label: value as string } : null}
              onChange={(option) => onChange(option?.value ?? '')}
            />
          )}
        </ControlledField>
      )}
      {kind === 'contacts' && (
        <ControlledField<BroadcastForm> name="contacts" label="Contacts" required>
          {({ value, onChange }, aria) => (
            <MultiCombobox
              {...aria}
              label="Contacts"
              source={searchContacts}
              placeholder="Search contacts"
              value={value as Option[]}
              onChange={onChange}
            />
          )}
        </ControlledField>
      )}
      <div>
        <FormField<BroadcastForm>
          name="text"
          label="Text"
          hint="{{first_name}} and {{name}} become the recipient’s name. “Reply STOP to end.” is added to every text."
          rows={4}
          required
        />
        <TextSize text={text.trim() && withStopNotice(text.trim())} />
      </div>
      <FormField<BroadcastForm>
        name="segmentPrice"
        label="Price per segment"
        hint="What your carrier bills, such as 0.0079. Used to estimate the cost."
        optional
        inputMode="decimal"
        className="sm:max-w-56"
      />
    </EntryDialog>
  );
}

interface ReviewDialogProps {
  body: Body;
  preview: BroadcastPreview;
  onBack: () => void;
  onClose: () => void;
  onStarted: () => void;
}

function ReviewDialog({ body, preview, onBack, onClose, onStarted }: ReviewDialogProps) {
  const client = useQueryClient();
  const [isStarting, setIsStarting] = useState(false);
  const [failure, setFailure] = useState('');
  // Pressed again after a lost answer, it is the same broadcast.
  const key = useRef('');
  const start = async () => {
    setIsStarting(true);
    setFailure('');
    key.current ||= newIntent();
    try {
      await call(broadcasts.start, { body, headers: { 'Idempotency-Key': key.current } });
      await client.invalidateQueries({ queryKey: [TEXTING.broadcasts] });
      onStarted();
    } catch (error) {
      setFailure(messageFor(error, 'The broadcast was not started. Try again.'));
      setIsStarting(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={async () => !isStarting && confirmDiscard()}
      title="Review broadcast"
      description={body.name}
      footer={
        <>
          <Button onClick={onBack} disabled={isStarting}>
            Back
          </Button>
          <Button variant="primary" loading={isStarting} disabled={preview.wouldGo === 0} onClick={() => void start()}>
            Send to {counted(preview.wouldGo, 'person', 'people')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure && <Banner tone="danger">{failure}</Banner>}
        <p className="rounded-lg bg-accent-soft px-3 py-2 text-sm break-words whitespace-pre-wrap">
          {withStopNotice(body.text)}
        </p>
        <BroadcastReach preview={preview} segmentPrice={body.segmentPrice} />
      </div>
    </Dialog>
  );
}
