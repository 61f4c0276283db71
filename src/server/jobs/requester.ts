/** Whether the person in whose name a job runs may still ask for it: they may have been deactivated or lost a role. */

/**
 * The person who asks for jobs of a kind and must stay allowed to until they are done.
 * - `member`: someone who works in the job's workspace, as a member or as an administrator on a visit
 * - `administrator`: an administrator of the installation
 */
export type Asker = 'member' | 'administrator';

/** The error of a job that was stopped for that reason. */
export const NOT_ASKED_ANY_MORE = 'Whoever asked for this has left, or may not do it any more.';

const ACTIVE = 'exists (select 1 from users u where u.id = jobs.created_by and u.active';
const MAY: Readonly<Record<Asker, string>> = {
  member: `${ACTIVE} and (u.role = 'admin' or exists
    (select 1 from memberships m where m.user_id = u.id and m.workspace_id = jobs.workspace_id)))`,
  administrator: `${ACTIVE} and u.role = 'admin')`,
};

/**
 * An expression over a row of `jobs`; run it as system. True for kinds without an asker and for work that no person
 * started.
 */
export function stillAsked(asker: Asker | undefined): string {
  return asker ? `(jobs.created_by is null or ${MAY[asker]})` : 'true';
}
