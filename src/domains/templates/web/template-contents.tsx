import { useState, type ReactNode } from 'react';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import type { TemplateContent, TemplateField } from '../contract/content.ts';
import { counted, fieldWords } from '../engine/contents.ts';
import { StageSteps } from './stage-strip.tsx';

interface SectionProps {
  title: string;
  count: number;
  children: ReactNode;
}

function Section({ title, count, children }: SectionProps) {
  if (count === 0) return null;
  return (
    <section>
      <h3 className="mb-2 flex items-baseline gap-2 text-sm font-semibold">
        {title}
        <span className="tabular text-xs font-normal text-muted">{count}</span>
      </h3>
      {children}
    </section>
  );
}

const FEW = 6;

/** Name and a few words, the first of them at once. */
function Lines({ items, what }: { items: readonly { key: string; name: string; words: ReactNode }[]; what: string }) {
  const [all, setAll] = useState(false);
  const shown = all ? items : items.slice(0, FEW);
  return (
    <>
      <ul className="divide-y divide-line rounded-md border border-line">
        {shown.map(({ key, name, words }) => (
          <li key={key} className="flex flex-wrap gap-x-3 px-3 py-1.5 text-sm">
            <span className="min-w-0 flex-1 basis-40 font-medium">{name}</span>
            <span className="min-w-0 text-muted">{words}</span>
          </li>
        ))}
      </ul>
      {!all && items.length > FEW && (
        <Button variant="link" className="mt-1" onClick={() => setAll(true)}>
          Show all {items.length} {what}
        </Button>
      )}
    </>
  );
}

/** Everything that a template holds, in words. */
export function TemplateContents({ content }: { content: TemplateContent }) {
  const {
    pipelines,
    fields,
    views,
    scoreRules,
    assignmentRules,
    forms,
    plans,
    workflows,
    closeReasons,
    examples,
    steps,
  } = content;
  const records = [
    [examples.companies.length, 'company', 'companies'],
    [examples.contacts.length, 'contact', 'contacts'],
    [examples.leads.length, 'lead', 'leads'],
    [examples.opportunities.length, 'opportunity', 'opportunities'],
    [examples.activities.length, 'activity', 'activities'],
  ] as const;
  return (
    <div className="grid gap-5">
      <Section title="Pipelines" count={pipelines.length}>
        <div className="grid gap-3">
          {pipelines.map(({ name, stages }) => (
            <div key={name}>
              <p className="mb-1 text-sm font-medium">{name}</p>
              <StageSteps stages={stages} />
            </div>
          ))}
        </div>
      </Section>
      <Section title="Workflows" count={workflows.length}>
        <Lines
          what="workflows"
          items={workflows.map(({ name, description, on }) => ({
            key: name,
            name,
            words: (
              <>
                {description} {!on && <Badge>Draft</Badge>}
              </>
            ),
          }))}
        />
      </Section>
      <Section title="Activity plans" count={plans.length}>
        <Lines
          what="plans"
          items={plans.map(({ name, tasks, on }) => ({
            key: name,
            name,
            words: `${counted(tasks.length, 'task')} · ${on ? 'starts automatically' : 'started manually'}`,
          }))}
        />
      </Section>
      <Section title="Fields" count={fields.length}>
        <Lines
          what="fields"
          items={fields.map((field) => ({
            key: `${field.object} ${field.label}`,
            name: field.label,
            words: <FieldWords field={field} />,
          }))}
        />
      </Section>
      <Section title="Views" count={views.length}>
        <Lines
          what="views"
          items={views.map(({ object, name, config }) => ({
            key: `${object} ${name}`,
            name,
            words: `${object === 'company' ? 'Companies' : `${object[0]!.toUpperCase()}${object.slice(1)}s`.replace(/ys$/, 'ies')} · ${counted(config.filter?.conditions.length ?? 0, 'condition')}`,
          }))}
        />
      </Section>
      <Section title="Lead score" count={scoreRules.length}>
        <Lines
          what="rules"
          items={scoreRules.map(({ label, points }) => ({
            key: label,
            name: label,
            words: <span className="tabular">{points > 0 ? `+${points}` : `−${Math.abs(points)}`} points</span>,
          }))}
        />
      </Section>
      <Section title="Lead assignment" count={assignmentRules.length}>
        <Lines
          what="rules"
          items={assignmentRules.map(({ label, to }) => ({
            key: label,
            name: label,
            words: to === 'owners' ? 'The owners, in turns' : 'Everybody, in turns',
          }))}
        />
      </Section>
      <Section title="Web forms" count={forms.length}>
        <Lines
          what="forms"
          items={forms.map(({ name, fields: asked }) => ({
            key: name,
            name,
            words: `Asks for ${counted(asked.length, 'thing')}`,
          }))}
        />
      </Section>
      <Section title="Won and lost reasons" count={closeReasons.length}>
        <p className="text-sm text-muted">{closeReasons.map(({ label }) => label).join(' · ')}</p>
      </Section>
      <Section title="Sample records" count={records.reduce((sum, [count]) => sum + count, 0)}>
        <p className="text-sm text-muted">
          {records
            .filter(([count]) => count > 0)
            .map(([count, one, many]) => counted(count, one, many))
            .join(', ')}
          . They are tagged “example” and can be removed with one click.
        </p>
      </Section>
      <Section title="Onboarding checklist" count={steps.length}>
        <Lines
          what="steps"
          items={steps.map(({ key, title, audience, rule, dueInDays }) => ({
            key,
            name: title,
            words: `${audience === 'client' ? 'Client' : 'Agency'} · day ${dueInDays}${rule ? ' · ticks itself off' : ''}`,
          }))}
        />
      </Section>
    </div>
  );
}

const FieldWords = ({ field }: { field: TemplateField }) => (
  <span title={field.kind === 'formula' ? field.formula : field.options.join(', ')}>{fieldWords(field)}</span>
);
