import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';
import { read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { library, type Template } from '../contract/templates.ts';
import { ExampleBoard } from './example-board.tsx';
import { InstallList } from './install-list.tsx';
import { parseIndustry, tidy, type IndustrySearch } from './search.ts';
import { TemplateContents } from './template-contents.tsx';
import { inside } from './labels.ts';

const InstallDialog = lazy(() => import('./install-dialog.tsx'));

/** `/industry-crm`: how the CRM of a trade looks, and where it is installed. */
export default function IndustryCrmPage() {
  const [search, setRaw] = usePageSearch(parseIndustry);
  const setSearch = useCallback(
    (change: Partial<IndustrySearch>) => setRaw(tidy(change) as Partial<IndustrySearch>),
    [setRaw],
  );
  const list = useQuery(read(library.list));
  const slug = list.data?.items.find(({ ref }) => ref === search.industry)?.ref ?? list.data?.items[0]?.ref ?? '';
  const template = useQuery({ ...read(library.get, { params: { slug: slug || '-' } }), enabled: slug !== '' });
  const error = list.error ?? template.error;
  return (
    <div className="page-frame max-w-6xl">
      <header className="mb-4 flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 tabIndex={-1} className="page-title">
            Industry CRM
          </h1>
          <p className="text-sm text-muted">Preview the CRM for an industry before you install it.</p>
        </div>
        <Select
          aria-label="Industry"
          className="w-56"
          value={slug}
          options={(list.data?.items ?? []).map(({ ref, name }) => ({ value: ref, label: name }))}
          onChange={(event) => setSearch({ industry: event.target.value })}
        />
      </header>
      {template.data?.ref === slug ? (
        <Trade key={slug} template={template.data} />
      ) : error ? (
        <Failure
          error={error}
          what="The industry"
          onRetry={() => {
            void list.refetch();
            void template.refetch();
          }}
        />
      ) : (
        <div className="grid gap-4" role="status" aria-busy="true" aria-label="Loading">
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-72 w-full" />
        </div>
      )}
    </div>
  );
}

function Trade({ template }: { template: Template }) {
  const [installing, setInstalling] = useState(false);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card>
        <CardHeader
          title={template.name}
          description={inside(template.counts)}
          actions={
            <>
              <Link to={`/gauntlet-onboarding/${template.ref}`} className={buttonClass()}>
                With onboarding…
              </Link>
              <Button variant="primary" onClick={() => setInstalling(true)}>
                Install…
              </Button>
            </>
          }
        />
        <CardBody>
          <p className="text-sm">{template.summary}</p>
        </CardBody>
      </Card>
      <ExampleBoard content={template.content} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card>
          <CardHeader title="Everything inside" />
          <CardBody>
            <TemplateContents content={template.content} />
          </CardBody>
        </Card>
        <Card className="self-start">
          <CardHeader title="Installed in" />
          <CardBody>
            <InstallList templateRef={template.ref} empty="Not installed in any workspace" />
          </CardBody>
        </Card>
      </div>
      <Suspense fallback={null}>
        {installing && <InstallDialog template={template} onClose={() => setInstalling(false)} />}
      </Suspense>
    </div>
  );
}
