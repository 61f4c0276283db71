import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../web/api/request.ts';
import { EntryDialog } from '../../web/form/entry-dialog.tsx';
import { CheckboxField, FormField } from '../../web/form/form-field.tsx';
import { useContractForm } from '../../web/form/use-contract-form.ts';
import { Button } from '../../web/ui/button.tsx';
import { NewView, type SavedView, type ViewConfig, views } from '../contract/views.ts';
import type { RecordKind } from '../contract/kinds.ts';
import { RECORD_PATHS } from '../paths.ts';

interface ViewDialogProps {
  kind: RecordKind;
  /** The view to rename; absent: a new one. */
  view?: SavedView;
  config: ViewConfig;
  onClose: () => void;
  onSaved: (view: SavedView) => void;
}

/** Name of a view, and who sees it. */
export default function ViewDialog({ kind, view, config, onClose, onSaved }: ViewDialogProps) {
  const client = useQueryClient();
  const form = useContractForm(NewView, {
    defaultValues: {
      object: kind,
      name: view?.name ?? '',
      shared: view?.shared ?? false,
      config: view?.config ?? config,
    },
    failure: 'The view could not be saved.',
    onSubmit: async (values) => {
      const saved = view
        ? await call(views.update, {
            params: { id: view.id },
            body: { name: values.name, shared: values.shared, version: view.version },
          })
        : await call(views.create, { body: values });
      await client.invalidateQueries({ queryKey: [RECORD_PATHS.views] });
      onSaved(saved);
      onClose();
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={view ? 'Rename view' : 'Save as new view'}
      description="A view saves the search, filters, sort order, and columns."
      submit="Save view"
      aside={<Button onClick={onClose}>Cancel</Button>}
    >
      <FormField<NewViewInput> name="name" label="Name" required autoFocus autoComplete="off" />
      <CheckboxField<NewViewInput>
        name="shared"
        label="Share with the workspace"
        hint="Everyone can see it. You and administrators can edit it."
      />
    </EntryDialog>
  );
}

interface NewViewInput {
  name: string;
  shared: boolean;
}
