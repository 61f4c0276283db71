import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { cx } from '../../../web/ui/cx.ts';
import { NewBoard, whiteboards } from '../contract.ts';
import { TEMPLATE_IDS, TEMPLATE_NAMES, type TemplateId } from '../contract/template-names.ts';
import { WHITEBOARDS } from '../paths.ts';

/** Names a board and chooses what it starts with. */
export default function NewBoardDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (id: string) => void }) {
  const client = useQueryClient();
  const form = useContractForm(NewBoard.extend({ template: NewBoard.shape.template.unwrap() }), {
    defaultValues: { title: '', template: 'blank' },
    failure: 'The board was not created.',
    onSubmit: async (body) => {
      const board = await call(whiteboards.create, { body });
      await client.invalidateQueries({ queryKey: [WHITEBOARDS] });
      onClose();
      onAdded(board.id);
    },
  });
  const template = form.methods.watch('template');
  const choose = (id: TemplateId) => form.methods.setValue('template', id, { shouldDirty: true });
  return (
    <EntryDialog form={form} title="New board" submit="Create board" onClose={onClose}>
      <FormField<{ title: string; template: TemplateId }> name="title" label="Title" required />
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="mb-2 text-sm font-medium">Template</legend>
        {TEMPLATE_IDS.map((id) => (
          <label
            key={id}
            aria-label={TEMPLATE_NAMES[id].name}
            className={cx(
              'flex cursor-pointer items-start gap-2 rounded-lg border p-3 text-sm',
              template === id ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name="template"
              className="mt-1 accent-(--color-accent)"
              checked={template === id}
              onChange={() => choose(id)}
            />
            <span>
              <span className="block font-medium">{TEMPLATE_NAMES[id].name}</span>
              <span className="block text-xs text-muted">{TEMPLATE_NAMES[id].summary}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </EntryDialog>
  );
}
