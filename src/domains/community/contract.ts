/** The High Net Worth Network. So far: who is a member of it. */
import * as z from 'zod';
import { endpoint, Id } from '../../kernel/endpoint.ts';

export const MemberProfile = z.object({
  id: Id,
  /** As other members see it. */
  name: z.string(),
});
export type MemberProfile = z.infer<typeof MemberProfile>;

export const community = {
  profile: endpoint({
    method: 'GET',
    path: '/api/community/member/profile',
    tag: 'Community',
    access: 'user',
    summary: 'Your member’s profile',
    description: 'Answers members only: whoever is not one, administrators included, gets a 404.',
    response: MemberProfile,
    errors: ['not_found'],
  }),
};
