import { AppError } from '../../../kernel/errors.ts';
import { asSystem, selectRow } from '../../../server/db/index.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { community, type MemberProfile } from '../contract.ts';

export const communityRoutes: readonly BoundRoute[] = [
  route(community.profile, ({ caller }) => asSystem(() => profileOf(caller.userId))),
];

/** @throws AppError 404 for whoever is no member. */
async function profileOf(userId: string): Promise<MemberProfile> {
  const member = await selectRow('users', ['id', 'name'], { id: userId, isCommunityMember: true });
  if (!member) throw new AppError('not_found', 'You are not a member of the network.');
  return member;
}
