import { createContext, type ReactNode, use } from 'react';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Badge } from '../../../web/ui/badge.tsx';
import { type Call, describeSchema, fieldsOf, type JsonSchema, type Schemas } from './openapi.ts';

const TONES = { GET: 'info', POST: 'success', PUT: 'warning', PATCH: 'warning', DELETE: 'danger' } as const;
const ACCESS = { public: 'Anyone', user: 'Signed in', admin: 'Administrators' } as const;
const DEEPEST = 4;

/** The schemas with a name, of the document that is shown. */
export const NamedSchemas = createContext<Schemas>({});

/** One call: folded to its line, opened to its parameters, body and answers. */
export function Operation({ call }: { call: Call }) {
  const { operation } = call;
  const body = Object.entries(operation.requestBody?.content ?? {})[0];
  return (
    <details className="group rounded-md border border-line bg-canvas">
      <summary className="flex cursor-pointer list-none items-center gap-2.5 rounded-md px-3 py-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={14}
          aria-hidden="true"
          className="shrink-0 text-faint transition-transform group-open:rotate-90"
        />
        <Badge tone={TONES[call.method as keyof typeof TONES]} className="w-14 justify-center font-mono">
          {call.method}
        </Badge>
        <code className="min-w-0 font-mono text-xs break-all text-ink">{call.path}</code>
        <span className="ml-auto hidden truncate text-sm text-muted sm:block">{operation.summary}</span>
      </summary>
      <div className="grid gap-4 border-t border-line px-4 py-3 text-sm">
        <div>
          <p className="font-medium text-ink">{operation.summary}</p>
          {operation.description && <p className="mt-1 max-w-3xl text-muted">{operation.description}</p>}
          <p className="mt-2 flex flex-wrap gap-1.5">
            <Badge>{ACCESS[operation['x-access']]}</Badge>
            {operation['x-scope'] && <Badge tone="accent">API key scope {operation['x-scope']}</Badge>}
          </p>
        </div>
        {operation.parameters.length > 0 && (
          <Section title="Parameters">
            {operation.parameters.map((parameter) => (
              <Field
                key={`${parameter.in} ${parameter.name}`}
                name={parameter.name}
                note={parameter.in}
                required={parameter.required}
                schema={{ ...parameter.schema, description: parameter.description ?? parameter.schema.description }}
              />
            ))}
          </Section>
        )}
        {body && (
          <Section title={`Body · ${body[0]}`}>
            <Fields schema={body[1].schema} />
          </Section>
        )}
        {Object.entries(operation.responses).map(([status, response]) => {
          const content = Object.entries(response.content ?? {})[0];
          const succeeded = status.startsWith('2');
          return (
            <Section key={status} title={`${status} · ${response.description}`}>
              {succeeded && content && <Fields schema={content[1].schema} />}
            </Section>
          );
        })}
      </div>
    </details>
  );
}

function Section({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <section>
      <h3 className="text-xs font-medium text-muted">{title}</h3>
      {children && <dl className="mt-1.5 grid gap-1 border-l border-line pl-3">{children}</dl>}
    </section>
  );
}

function Fields({ schema, depth = 0 }: { schema: JsonSchema; depth?: number }) {
  const object = fieldsOf(schema, use(NamedSchemas));
  if (!object?.properties || depth > DEEPEST) return <Field name="" required schema={schema} />;
  const required = new Set(object.required ?? []);
  return Object.entries(object.properties).map(([name, property]) => (
    <Field key={name} name={name} required={required.has(name)} schema={property} depth={depth} />
  ));
}

function Field({
  name,
  note,
  required,
  schema,
  depth = 0,
}: {
  name: string;
  note?: string;
  required: boolean;
  schema: JsonSchema;
  depth?: number;
}) {
  const schemas = use(NamedSchemas);
  const inner = depth < DEEPEST ? fieldsOf(schema, schemas) : undefined;
  return (
    <div>
      <dt className="inline font-mono text-xs text-ink">
        {name}
        {required && name && (
          <span className="text-danger-ink" title="Required">
            {' '}
            *
          </span>
        )}
        {note && <span className="font-sans text-faint"> in {note}</span>}
      </dt>
      <dd className="inline text-xs text-muted">
        {' '}
        {describeSchema(schema)}
        {schema.description ? `. ${schema.description}` : ''}
      </dd>
      {inner && (
        <dl className="mt-1 grid gap-1 border-l border-line pl-3">
          <Fields schema={inner} depth={depth + 1} />
        </dl>
      )}
    </div>
  );
}
