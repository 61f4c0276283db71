import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { TemplateHead } from '../contract/content.ts';
import { type Template, templates } from '../contract/templates.ts';
import { TEMPLATES } from '../paths.ts';

/** Name, trade and description of an own template. */
export default function EditDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const cache = useQueryClient();
  const form = useContractForm(TemplateHead, {
    defaultValues: { name: template.name, industry: template.industry, summary: template.summary },
    failure: 'The template could not be saved.',
    onSubmit: async (body) => {
      await call(templates.update, { params: { id: template.ref }, body: { ...body, version: template.version } });
      await cache.invalidateQueries({ queryKey: [TEMPLATES.own] });
      onClose();
    },
  });
  return (
    <EntryDialog form={form} onClose={onClose} title="Name and description" submit="Save">
      <FormField name="name" label="Name" required autoFocus autoComplete="off" />
      <FormField name="industry" label="Trade" autoComplete="off" hint="Dental practice, law firm…" />
      <FormField name="summary" label="What it is for" rows={3} />
    </EntryDialog>
  );
}
