import { AppError } from '../../../kernel/errors.ts';
import { asSystem, query } from '../../../server/db/index.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { community, type MemberProfile } from '../contract.ts';

export const communityRoutes: readonly BoundRoute[] = [
  route(community.profile, ({ caller }) => asSystem(() => profileOf(caller.userId))),
];

/** @throws AppError 404 for whoever is no member. */
async function profileOf(userId: string): Promise<MemberProfile> {
  const [member] = await query<MemberProfile>('select id, name from users where id = $1 and is_community_member', [
    userId,
  ]);
  if (!member) throw new AppError('not_found', 'You are not a member of the network.');
  return member;
}
