/** The accounts of the whole installation, for its administrators. */
import { asSystem, query } from '../../../server/db/index.ts';
import type { InstallationAccount } from '../contract.ts';

/**
 * By name. Runs as system.
 * @param options.after position of the last account of the page before: name in lower case, id
 */
export function listAccounts(options: {
  search?: string | undefined;
  after?: readonly string[] | undefined;
  limit: number;
}): Promise<(InstallationAccount & { position: string })[]> {
  return asSystem(() =>
    query<InstallationAccount & { position: string }>(
      `select u.id, u.name, u.email, u.role, u.is_owner as "isOwner", u.active, u.created_at as "createdAt",
        lower(u.name) as position,
       exists (select 1 from two_factors t where t.user_id = u.id and t.confirmed_at is not null) as "twoFactor",
       (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as "lastSeenAt",
       coalesce((select jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'role', m.role) order by w.name)
          from memberships m join workspaces w on w.id = m.workspace_id where m.user_id = u.id), '[]') as workspaces
     from users u
     where ($1::text is null or position($1 in lowered(u.name || ' ' || u.email || ' ' || u.username)) > 0)
        and ($2::text is null or (lower(u.name), u.id) > ($2, $3::uuid))
     order by lower(u.name), u.id limit $4`,
      [options.search?.toLowerCase() || null, options.after?.[0] ?? null, options.after?.[1] ?? null, options.limit],
    ),
  );
}
