import type { ApprovalKind, ContentField } from '../contract.ts';
import type { Draft } from './content-draft.ts';
import { PartEditor } from './content-editor.tsx';
import { isBlank, ValueOf } from './content-parts.tsx';
import { SHAPES } from './content-shapes.tsx';

interface ContentProps {
  kind: ApprovalKind | undefined;
  content: Record<string, unknown>;
  /** No one has decided yet. */
  pending: boolean;
}

const fieldsOf = (kind: ApprovalKind | undefined, content: Record<string, unknown>): readonly ContentField[] =>
  kind?.fields ?? Object.keys(content).map((key) => ({ key, label: key, input: 'json' }));

/** Exactly what will be done, in the shape of its kind; what is empty is left out. */
export function ContentView({ kind, content, pending }: ContentProps) {
  const fields = fieldsOf(kind, content);
  const Shape = kind?.shape && SHAPES[kind.shape];
  if (kind && Shape) {
    return (
      <Shape
        kind={kind}
        content={content}
        pending={pending}
        editing={false}
        renderPart={(key) => {
          const field = fields.find((one) => one.key === key);
          return field && <ValueOf field={field} value={content[key]} bare />;
        }}
      />
    );
  }
  return (
    <dl className="grid gap-x-4 gap-y-3 sm:grid-cols-[8rem_1fr]">
      {fields
        .filter(({ key }) => !isBlank(content[key]))
        .map((field) => (
          <div key={field.key} className="contents">
            <dt className="text-sm text-muted">{field.label}</dt>
            <dd className="min-w-0 text-sm max-sm:-mt-2">
              <ValueOf field={field} value={content[field.key]} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

interface ContentEditorProps {
  kind: ApprovalKind;
  /** As the draft has it, as far as that can be read. */
  content: Record<string, unknown>;
  draft: Draft;
  onChange: (draft: Draft) => void;
  errors: Readonly<Record<string, string>>;
}

/** The same shape with controls in place of values. */
export function ContentEditor({ kind, content, draft, onChange, errors }: ContentEditorProps) {
  const editor = { draft, onChange, errors };
  const Shape = kind.shape && SHAPES[kind.shape];
  if (!Shape)
    return (
      <div className="grid gap-3">
        {kind.fields.map((field) => (
          <PartEditor key={field.key} field={field} {...editor} />
        ))}
      </div>
    );
  return (
    <Shape
      kind={kind}
      content={content}
      pending
      editing
      renderPart={(key) => {
        const field = kind.fields.find((one) => one.key === key);
        return (
          field &&
          (field.input === 'fixed' ? (
            <ValueOf field={field} value={content[key]} bare />
          ) : (
            <PartEditor field={field} hideLabel {...editor} />
          ))
        );
      }}
    />
  );
}
