import { useId, useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import type { Part } from '../contract/content.ts';
import { type Template, templates } from '../contract/templates.ts';
import { PartsPicker } from './parts-picker.tsx';
import { TargetPicker } from './target-picker.tsx';
import { PART_ORDER } from './labels.ts';

type CapturedPart = Exclude<Part, 'examples'>;
const OFFERED = PART_ORDER.filter((part): part is CapturedPart => part !== 'examples');

interface CaptureDialogProps {
  /** The template whose next version it becomes; absent: a new one. */
  into?: Template;
  onClose: () => void;
  onDone: (ref: string) => void;
}

/** Takes the set-up of a workspace along as a template. */
export default function CaptureDialog({ into, onClose, onDone }: CaptureDialogProps) {
  const formId = useId();
  const [from, setFrom] = useState<Option | null>(null);
  const [parts, setParts] = useState<Part[]>([...OFFERED]);
  const [name, setName] = useState('');
  const [industry, setIndustry] = useState('');
  const [note, setNote] = useState('');
  const [error, setError] = useState('');
  const [saving, setSaving] = useState(false);
  const chosen = OFFERED.filter((part) => parts.includes(part));
  const save = async () => {
    const missing = !from
      ? 'Choose the workspace that it is taken from.'
      : !into && name.trim() === ''
        ? 'Give the template a name.'
        : chosen.length === 0
          ? 'Choose at least one part.'
          : '';
    setError(missing);
    if (missing || !from) return;
    setSaving(true);
    try {
      const { template, leftOut } = await call(templates.capture, {
        body: {
          workspaceId: from.value,
          parts: chosen,
          ...(into
            ? { into: { id: into.ref, version: into.version, note: note.trim() } }
            : { head: { name: name.trim(), industry: industry.trim() } }),
        },
      });
      toast({
        type: leftOut.length > 0 ? 'warning' : 'success',
        title: into ? `Version ${template.number} of “${template.name}” is made` : `“${template.name}” is made`,
        ...(leftOut.length > 0 && { description: `Left out: ${leftOut.join(' ')}` }),
      });
      onDone(template.ref);
    } catch (failure) {
      setError(messageFor(failure, 'The template could not be made.'));
      setSaving(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={into ? `New version of “${into.name}”` : 'Template from a workspace'}
      description="Takes the set-up along, never the records: customers are nobody’s example."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={saving}>
            {into ? 'Make the version' : 'Make the template'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {error && <Banner tone="danger">{error}</Banner>}
        <TargetPicker label="Take it from" value={from} onChange={setFrom} />
        {into ? (
          <Field label="What is different">
            {(control) => (
              <Input {...control} maxLength={300} value={note} onChange={(event) => setNote(event.target.value)} />
            )}
          </Field>
        ) : (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Name" required>
              {(control) => (
                <Input
                  {...control}
                  maxLength={80}
                  autoComplete="off"
                  value={name}
                  onChange={(event) => setName(event.target.value)}
                />
              )}
            </Field>
            <Field label="Trade">
              {(control) => (
                <Input
                  {...control}
                  maxLength={60}
                  autoComplete="off"
                  value={industry}
                  onChange={(event) => setIndustry(event.target.value)}
                />
              )}
            </Field>
          </div>
        )}
        <PartsPicker legend="Parts" offered={OFFERED} value={parts} onChange={setParts} />
      </form>
    </Dialog>
  );
}
