import { useState } from 'react';
import { Badge } from '../../../web/ui/badge.tsx';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { stageTone } from '../../crm/web/index.ts';
import type { TemplateContent, TemplateExamples } from '../contract/content.ts';

type Deal = TemplateExamples['opportunities'][number];

/** A pipeline of the template as a board, with its example deals. Nothing of it is anyone's record. */
export function ExampleBoard({ content }: { content: TemplateContent }) {
  const [chosen, setChosen] = useState(0);
  const pipeline = content.pipelines[chosen] ?? content.pipelines[0];
  if (!pipeline) return null;
  const deals = content.examples.opportunities.filter((deal) => deal.pipeline === pipeline.name);
  return (
    <Card>
      <CardHeader
        title="How it looks"
        description="Sample deals from the template. They are not your records."
        actions={
          content.pipelines.length > 1 && (
            <Select
              aria-label="Pipeline"
              className="w-44"
              value={String(chosen)}
              options={content.pipelines.map(({ name }, n) => ({ value: String(n), label: name }))}
              onChange={(event) => setChosen(Number(event.target.value))}
            />
          )
        }
      />
      <CardBody>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
        <div
          className="flex gap-3 overflow-x-auto pb-2"
          tabIndex={0}
          role="region"
          aria-label={`Board of ${pipeline.name}`}
        >
          {pipeline.stages.map((stage) => {
            const here = deals.filter((deal) => deal.stage === stage.name);
            return (
              <section
                key={stage.name}
                aria-label={stage.name}
                className="flex w-52 shrink-0 flex-col gap-2 rounded-md bg-sunken p-2"
                style={stageTone(stage.color)}
              >
                <h3 className="flex items-center gap-1.5 text-xs font-semibold">
                  <span className="size-2 shrink-0 rounded-full bg-(--tone)" aria-hidden="true" />
                  <span className="min-w-0 flex-1 truncate" title={stage.name}>
                    {stage.name}
                  </span>
                  <span className="tabular font-normal text-muted">
                    {stage.outcome === 'open' ? `${stage.probability}%` : stage.outcome}
                  </span>
                </h3>
                {here.map((deal) => (
                  <DealCard key={deal.name} deal={deal} />
                ))}
                {stage.requiredFields.length > 0 && (
                  <p className="mt-auto text-2xs text-muted">
                    Asks for{' '}
                    {stage.requiredFields
                      .map((field) =>
                        field
                          .replace(/^custom\./, '')
                          .replaceAll('_', ' ')
                          .replace('closeReasonId', 'the reason')
                          .replace('contactId', 'a contact')
                          .replace('expectedClose', 'the day'),
                      )
                      .join(', ')}
                  </p>
                )}
              </section>
            );
          })}
        </div>
      </CardBody>
    </Card>
  );
}

function DealCard({ deal }: { deal: Deal }) {
  const first = Object.values(deal.custom ?? {})
    .flat()
    .find((value) => typeof value === 'string' && !/^[+-]\d+d$/.test(value));
  return (
    <article className="rounded-md border border-line bg-raised p-2 text-xs">
      <p className="font-medium">{deal.name}</p>
      <p className="mt-1 flex flex-wrap items-center gap-1.5 text-muted">
        {deal.amount && <span className="tabular">{Number(deal.amount).toLocaleString()}</span>}
        {first !== undefined && <Badge>{String(first)}</Badge>}
      </p>
    </article>
  );
}
