import { useQuery } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { useMemo } from 'react';
import { ApiError } from '../../../web/api/error.ts';
import { read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { usePathParam } from '../../../web/router/use-page.ts';
import { buttonClass } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { workflows } from '../contract/workflows.ts';
import { Editor } from './editor.tsx';

/** A workflow as it is built, at /workflow-visualization/{id}. */
export default function EditorPage() {
  const id = usePathParam('id');
  const workflow = useQuery(read(workflows.get, { params: { id } }));
  const catalogue = useQuery(read(workflows.catalogue));
  const error = useMemo(() => workflow.error ?? catalogue.error, [workflow.error, catalogue.error]);
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={<h1>Workflow not found</h1>}
        action={
          <Link to="/workflow-visualization" className={buttonClass({ variant: 'primary' })}>
            All workflows
          </Link>
        }
      >
        It may have been deleted or belong to another workspace.
      </EmptyState>
    );
  }
  if (error && (!workflow.data || !catalogue.data))
    return (
      <div>
        <h1 className="sr-only">Workflow</h1>
        <Failure
          error={error}
          what="The workflow"
          onRetry={() => {
            void workflow.refetch();
            void catalogue.refetch();
          }}
        />
      </div>
    );
  if (!workflow.data || !catalogue.data) {
    return (
      <div className="p-6" aria-busy="true">
        <h1 className="sr-only">Workflow</h1>
        <Skeleton className="h-8 w-64" />
        <Skeleton className="mt-6 h-96 w-full" />
      </div>
    );
  }
  return <Editor key={id} workflow={workflow.data} catalogue={catalogue.data} />;
}
