import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Job } from '../contract.ts';
import { isActive } from './job-progress.ts';

const JobsList = lazy(() => import('./jobs-list.tsx'));

/** Path of `jobs.list`, as a constant: the tray is part of the first load, the contract is not. */
export const JOBS_PATH = '/api/jobs';
const RECENT = 10;

/** Long work under way, wherever it was started. Nothing shows, and hardly anything is loaded, while there is none. */
export default function JobsTray() {
  const [open, setOpen] = useState(false);
  const { data } = useQuery<{ items: Job[] }>({ queryKey: [JOBS_PATH, { limit: RECENT }] });
  const jobs = data?.items ?? [];
  // While the list is open it stays, so that what has just finished can be read.
  if (!open && !jobs.some(isActive)) return null;
  return (
    <Suspense fallback={null}>
      <JobsList jobs={jobs} open={open} onOpenChange={setOpen} />
    </Suspense>
  );
}
