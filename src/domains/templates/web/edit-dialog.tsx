import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../../web/api/request.ts';
import { Form } from '../../../web/form/form.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { TemplateHead } from '../contract/content.ts';
import { type Template, templates } from '../contract/templates.ts';
import { TEMPLATES } from '../paths.ts';

/** Name, trade and description of an own template. */
export default function EditDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const formId = useId();
  const cache = useQueryClient();
  const form = useContractForm(TemplateHead, {
    defaultValues: { name: template.name, industry: template.industry, summary: template.summary }, failure: 'The template could not be saved.',
    onSubmit: async (body) => {
      await call(templates.update, { params: { id: template.ref }, body: { ...body, version: template.version } });
      await cache.invalidateQueries({ queryKey: [TEMPLATES.own] });
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={onClose} size="sm" title="Name and description" footer={<><Button onClick={onClose}>Cancel</Button><Button type="submit" form={formId} variant="primary" loading={form.saving}>Save</Button></>}>
      <Form form={form} id={formId} className="grid gap-4">
        <FormField name="name" label="Name" required autoFocus autoComplete="off" />
        <FormField name="industry" label="Trade" autoComplete="off" hint="Dental practice, law firm…" />
        <FormField name="summary" label="What it is for" rows={3} />
      </Form>
    </Dialog>
  );
}
