import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ApiError, messageFor } from '../api/error.ts';
import { ErrorState } from '../ui/states.tsx';
import { ChunkError } from './chunk.ts';
import { useFirstPictureGone } from './boot-outline.ts';

/** Replaces a failed page: what happened, the id to quote, and another try. */
export function PageError({ error, reset }: ErrorComponentProps) {
  useFirstPictureGone();
  const router = useRouter();
  const { reset: resetQueries } = useQueryErrorResetBoundary();
  const retry = () => {
    // A failed chunk stays failed while the document lives.
    if (error instanceof ChunkError) return window.location.reload();
    resetQueries();
    reset();
    return void router.invalidate();
  };
  const message =
    error instanceof ChunkError ? error.message : messageFor(error, 'Something went wrong while showing this page.');
  return (
    <div className="grid min-h-[60vh] place-items-center">
      <h1 className="sr-only">This page could not be shown</h1>
      <ErrorState
        title="This page could not be shown"
        message={message}
        requestId={error instanceof ApiError ? error.requestId : undefined}
        onRetry={retry}
      />
    </div>
  );
}

/** Placeholder while a page's chunk loads, in the geometry of most pages. */
export function PagePending() {
  return (
    <div className="animate-appear-late p-4 sm:p-6" aria-hidden="true">
      <div className="h-7 w-44 rounded-md bg-hover" />
      <div className="mt-6 grid gap-3">
        {[88, 72, 80, 64, 76].map((width) => (
          <div key={width} className="h-5 rounded-sm bg-hover" style={{ width: `${width}%` }} />
        ))}
      </div>
    </div>
  );
}
