import { useMemo, useState } from 'react';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import Send from 'lucide-react/icons/send';
import Trash2 from 'lucide-react/icons/trash-2';
import { ApiError, messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { useUnsavedGuard } from '../../../web/form/unsaved.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Field } from '../../../web/ui/field.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Input, Textarea } from '../../../web/ui/input.tsx';
import { type DealRoom, dealRooms, type Proposal } from '../contract.ts';
import { contentOf, formOf, type ProposalForm } from './proposal-draft.ts';
import { ProposalItems } from './proposal-items.tsx';
import { ProposalPlan } from './proposal-plan.tsx';
import { SendDialog } from './send-dialog.tsx';
import { useKeepRoom, useRoomAct } from './use-room-act.ts';

interface ProposalEditorProps {
  room: DealRoom;
  draft: Proposal | undefined;
  onDone: () => void;
}

/** Writes the next version: sections, items, payment plan, and the words that are agreed to. */
export default function ProposalEditor({ room, draft, onDone }: ProposalEditorProps) {
  const [form, setForm] = useState(() => formOf(room, draft));
  const [isDirty, setDirty] = useState(draft === undefined);
  const [problem, setProblem] = useState('');
  const [saving, setSaving] = useState(false);
  const [sending, setSending] = useState<Proposal>();
  const keep = useKeepRoom();
  const act = useRoomAct();
  useUnsavedGuard(isDirty && draft !== undefined && !saving);
  const change = (part: Partial<ProposalForm>) => {
    setForm((current) => ({ ...current, ...part }));
    setDirty(true);
  };
  const save = async (): Promise<Proposal | undefined> => {
    const made = contentOf(form);
    if ('problem' in made) {
      setProblem(made.problem);
      return undefined;
    }
    if (draft && !isDirty) return draft;
    setSaving(true);
    try {
      const body = { content: made.content, validUntil: form.validUntil || null, version: draft?.version ?? null };
      const saved = await call(dealRooms.saveDraft, { params: { id: room.id }, body });
      setDirty(false);
      setProblem('');
      await keep(saved);
      // From here on the draft itself keeps the editor open.
      onDone();
      return saved.proposals.find(({ state }) => state === 'draft');
    } catch (error) {
      setProblem(
        error instanceof ApiError && error.fields[0]
          ? error.fields[0].message
          : messageFor(error, 'The draft could not be saved.'),
      );
      return undefined;
    } finally {
      setSaving(false);
    }
  };
  const discard = async () => {
    const yes = await confirm({ title: 'Discard this draft?', action: 'Discard draft', tone: 'danger' });
    if (!yes) return;
    if (draft) await act(() => call(dealRooms.discardDraft, { params: { id: room.id } }), 'Draft not discarded');
    onDone();
  };
  return (
    <div className="grid gap-6 rounded-lg border border-line p-4" data-testid="editor">
      <div className="grid grid-cols-[minmax(0,1fr)_8rem_11rem] gap-3 max-sm:grid-cols-1">
        <Field label="Title" required>
          {(control) => (
            <Input
              {...control}
              maxLength={200}
              value={form.title}
              onChange={(event) => change({ title: event.target.value })}
            />
          )}
        </Field>
        <Field label="Currency" required>
          {(control) => (
            <Input
              {...control}
              maxLength={3}
              value={form.currency}
              onChange={(event) => change({ currency: event.target.value.toUpperCase() })}
            />
          )}
        </Field>
        <Field label="Valid until" optional>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={form.validUntil}
              onChange={(event) => change({ validUntil: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Sections sections={form.sections} onChange={(sections) => change({ sections })} />
      <ProposalItems form={form} onChange={(lines) => change({ lines })} />
      <ProposalPlan form={form} onChange={(plan) => change({ plan })} />
      <Field
        label="What the buyer agrees to"
        hint="Shown beside the box that the buyer ticks, and kept with the signature."
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={2_000}
            value={form.consent}
            onChange={(event) => change({ consent: event.target.value })}
          />
        )}
      </Field>
      {problem && <Banner tone="danger">{problem}</Banner>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={() => void discard()}>
          Discard draft
        </Button>
        <Button
          loading={saving}
          onClick={() => void save().then((saved) => saved && toast({ type: 'success', title: 'Draft saved' }))}
        >
          Save draft
        </Button>
        <Button variant="primary" icon={<Send />} loading={saving} onClick={() => void save().then(setSending)}>
          Send proposal
        </Button>
      </div>
      {sending && <SendDialog room={room} proposal={sending} onClose={() => setSending(undefined)} />}
    </div>
  );
}

type Sections = ProposalForm['sections'];

function Sections({ sections, onChange }: { sections: Sections; onChange: (sections: Sections) => void }) {
  const change = (id: string, part: Partial<Sections[number]>) =>
    onChange(sections.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const up = (index: number) => {
    const next = [...sections];
    [next[index - 1], next[index]] = [next[index]!, next[index - 1]!];
    onChange(next);
  };
  const names = useMemo(() => sections.map(({ title }, n) => title || `section ${n + 1}`), [sections]);
  return (
    <section aria-labelledby="sections" className="grid gap-3">
      <h3 id="sections" className="text-sm font-semibold">
        Sections
      </h3>
      {sections.map(({ id, title, text }, index) => (
        <div key={id} className="grid gap-2">
          <div className="flex gap-1">
            <Input
              aria-label={`Title of section ${index + 1}`}
              placeholder="Title"
              maxLength={200}
              value={title}
              onChange={(event) => change(id, { title: event.target.value })}
            />
            <IconButton
              label={`Move ${names[index]} up`}
              icon={<ArrowUp />}
              disabled={index === 0}
              onClick={() => up(index)}
            />
            <IconButton
              label={`Remove ${names[index]}`}
              icon={<Trash2 />}
              onClick={() => onChange(sections.filter((one) => one.id !== id))}
            />
          </div>
          <Textarea
            aria-label={`Text of section ${index + 1}`}
            rows={4}
            maxLength={20_000}
            value={text}
            onChange={(event) => change(id, { text: event.target.value })}
          />
        </div>
      ))}
      <Button
        size="sm"
        className="justify-self-start"
        icon={<Plus />}
        onClick={() => onChange([...sections, { id: crypto.randomUUID(), title: '', text: '' }])}
      >
        Add section
      </Button>
    </section>
  );
}
