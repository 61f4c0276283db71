import { type BoundRoute, route } from '../../../server/http/route.ts';
import { audited, currentUser, limitTries, startSession } from '../../identity/index.ts';
import { countOwned, ownedKinds } from '../../../server/ownership/ownership.ts';
import { account, availability, invitations, onboarding, ownBusiness, policy, team, workspaces } from '../contract.ts';
import { acceptWithNewAccount, joinWithAccount, readOffer } from './accept-invitation.ts';
import { addAbsence, readAvailability, removeAbsence, setHours } from './availability.ts';
import { invite, listInvitations, resendInvitation, revokeInvitation } from './invitations.ts';
import { sendLogo } from './logo.ts';
import {
  changeRole,
  deactivateMember,
  deleteOwnAccount,
  handOverRecords,
  makeOwner,
  reactivateMember,
  removeMembersTwoFactor,
} from './member-acts.ts';
import { getMember, listMembers } from './members.ts';
import { requireManager } from './membership.ts';
import { completeStep, finish, readOnboarding, requireOwner, saveBusiness, saveDraft, savePlan } from './onboarding.ts';
import { readOwnBusiness, saveOwnBusiness } from './own-business.ts';
import { addClient, readPolicy, updatePolicy } from './registration-policy.ts';
import { createTeam, deleteTeam, listTeams, updateTeam } from './teams.ts';
import { listClients, listVisits, stepIn, stepOut, switchWorkspace } from './visits.ts';

/** Vain tries with invitations' links in a quarter of an hour, from one address. */
const TOKENS = 30;
const WINDOW = 900;

const teamRoutes: BoundRoute[] = [
  route(team.members, ({ query }) => listMembers(query)),
  route(team.member, ({ params }) => getMember(params.id)),
  route(team.changeRole, ({ caller, params, body }) => changeRole(caller, params.id, body)),
  route(team.deactivate, ({ caller, params, body }) => deactivateMember(caller, params.id, body)),
  route(team.reactivate, ({ params }) => reactivateMember(params.id)),
  route(team.handOver, ({ params, body }) => handOverRecords(params.id, body.receivers)),
  route(team.removeTwoFactor, ({ caller, params, body }) => removeMembersTwoFactor(caller, params.id, body.password)),
  route(team.passOwnership, ({ caller, params, body }) => makeOwner(caller, params.id, body)),
  route(team.teams, async () => ({ items: await listTeams() })),
  route(team.createTeam, ({ body }) => createTeam(body)),
  route(team.updateTeam, ({ params, body }) => updateTeam(params.id, body)),
  route(team.deleteTeam, ({ params }) => deleteTeam(params.id)),
  route(availability.get, ({ params }) => readAvailability(params.id)),
  route(availability.setHours, ({ caller, params, body }) => setHours(caller, params.id, body)),
  route(availability.addAbsence, ({ caller, params, body }) => addAbsence(caller, params.id, body)),
  route(availability.removeAbsence, ({ caller, params }) => removeAbsence(caller, params.id, params.absenceId)),
  route(account.owned, async ({ caller }) => ({
    kinds: ownedKinds().map(({ kind, label }) => ({ kind, label })),
    owns: (await countOwned([caller.userId])).get(caller.userId)!,
  })),
  route(account.remove, async ({ caller, body }) => {
    await deleteOwnAccount(caller, body);
    return { message: 'Your account is deleted.' };
  }),
];

const invitationRoutes: BoundRoute[] = [
  route(invitations.list, async ({ caller, query }) => {
    await requireManager(caller);
    return listInvitations(query);
  }),
  route(invitations.create, async ({ caller, body }) => {
    await requireManager(caller);
    return invite(caller, body);
  }),
  route(invitations.resend, async ({ caller, params }) => {
    await requireManager(caller);
    return resendInvitation(caller, params.id);
  }),
  route(invitations.revoke, async ({ caller, params }) => {
    await requireManager(caller);
    await revokeInvitation(params.id);
  }),
  route(invitations.read, ({ body, request }) =>
    limitTries('invitation-token', request.ip, TOKENS, WINDOW, () => readOffer(body.token)),
  ),
  route(invitations.accept, async ({ body, request, reply }) => {
    const user = await limitTries('invitation-token', request.ip, TOKENS, WINDOW, () => acceptWithNewAccount(body));
    await audited(
      { userId: user.id, workspaceId: user.workspaceId },
      { action: 'session.started', details: { address: request.ip } },
      () => startSession(request, reply, user),
    );
    return currentUser(user.id, user.workspaceId);
  }),
  route(invitations.join, async ({ caller, body }) => {
    const workspaceId = await joinWithAccount(caller, body.token);
    await switchWorkspace(caller, workspaceId);
    return currentUser(caller.userId, workspaceId);
  }),
];

const visitRoutes: BoundRoute[] = [
  route(workspaces.clients, ({ query }) => listClients(query)),
  route(workspaces.stepIn, async ({ caller, params, body }) => {
    await stepIn(caller, params.id, body);
    return currentUser(caller.userId, params.id, caller.sessionId);
  }),
  route(workspaces.stepOut, async ({ caller }) => currentUser(caller.userId, await stepOut(caller))),
  route(workspaces.switch, async ({ caller, params }) => {
    await switchWorkspace(caller, params.id);
    return currentUser(caller.userId, params.id);
  }),
  route(workspaces.logo, ({ caller, reply }) => sendLogo(caller.workspaceId, reply)),
  route(workspaces.visits, async ({ caller, query }) => {
    await requireManager(caller);
    return listVisits(query);
  }),
];

const registrationRoutes: BoundRoute[] = [
  route(onboarding.get, async ({ caller }) => {
    await requireOwner(caller);
    return readOnboarding();
  }),
  route(onboarding.saveBusiness, async ({ caller, body }) => {
    await requireOwner(caller);
    return saveBusiness(body);
  }),
  route(onboarding.savePlan, async ({ caller, body }) => {
    await requireOwner(caller);
    return savePlan(body.plan, body.version);
  }),
  route(onboarding.skipPlan, async ({ caller, body }) => {
    await requireOwner(caller);
    return savePlan(null, body.version);
  }),
  route(onboarding.completeStep, async ({ caller, params, body }) => {
    await requireOwner(caller);
    return completeStep(params.step, body);
  }),
  route(onboarding.saveDraft, async ({ caller, params, body }) => {
    await requireOwner(caller);
    await saveDraft(params.step, body);
  }),
  route(onboarding.finish, async ({ caller }) => {
    await requireOwner(caller);
    return finish();
  }),
  route(ownBusiness.get, () => readOwnBusiness()),
  route(ownBusiness.save, ({ caller, body }) => saveOwnBusiness(caller, body)),
  route(policy.get, () => readPolicy()),
  route(policy.update, ({ body }) => updatePolicy(body)),
  route(policy.addClient, ({ caller, body }) => addClient(caller, body)),
];

/** All calls of the team, invitations, visits and registration. */
export const workspaceRoutes: readonly BoundRoute[] = [
  ...teamRoutes,
  ...invitationRoutes,
  ...visitRoutes,
  ...registrationRoutes,
];
