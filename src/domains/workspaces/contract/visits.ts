/** Moving between workspaces: members switch, administrators step into a client's for a while and on the record. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { CurrentUser, WORKSPACE_LOGO, WorkspaceRef } from '../../identity/contract.ts';

/** Minutes that a visit may last. */
export const VISIT_MINUTES = [15, 60, 240] as const;

export const StepIn = z.strictObject({
  /** The client reads it. */
  reason: z.string().trim().min(5, 'Enter a reason. The client can read it.').max(300),
  minutes: z.union(VISIT_MINUTES.map((minutes) => z.literal(minutes))).default(60),
});

export const Visit = z.object({
  id: Id,
  admin: z.string(),
  reason: z.string(),
  startedAt: Instant,
  /** When it ended or will end at the latest. */
  endsAt: Instant,
  /** Under way. */
  open: z.boolean(),
});
export type Visit = z.infer<typeof Visit>;

export const VisitableWorkspace = WorkspaceRef.extend({ owner: z.string().nullable(), members: z.number().int() });
export type VisitableWorkspace = z.infer<typeof VisitableWorkspace>;

const tag = 'Workspaces';
export const workspaces = {
  clients: endpoint({
    method: 'GET',
    path: '/api/workspaces/clients',
    tag,
    access: 'admin',
    summary: 'List client workspaces that you can step into',
    query: z.object({
      search: z.string().trim().max(100).optional(),
      cursor: z.string().max(2_000).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    response: pageOf(VisitableWorkspace),
    errors: ['validation', 'bad_request'],
  }),
  stepIn: endpoint({
    method: 'POST',
    path: '/api/workspaces/{id}/step-in',
    tag,
    access: 'admin',
    summary: "Step into a client's workspace",
    description:
      "Calls in this session now apply to that workspace. The visit ends automatically and is recorded in the audit logs of both workspaces. The client's owner can see the reason.",
    params: IdParams,
    body: StepIn,
    response: CurrentUser,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  stepOut: endpoint({
    method: 'POST',
    path: '/api/workspaces/step-out',
    tag,
    access: 'user',
    summary: 'End the visit and go back',
    response: CurrentUser,
    errors: ['conflict'],
  }),
  switch: endpoint({
    method: 'POST',
    path: '/api/workspaces/{id}/switch',
    tag,
    access: 'user',
    summary: 'Switch to another of your workspaces',
    params: IdParams,
    response: CurrentUser,
    errors: ['not_found'],
  }),
  logo: endpoint({
    method: 'GET',
    path: WORKSPACE_LOGO,
    tag,
    access: 'user',
    summary: 'Get the logo of the active workspace',
    description: 'The address with `v`, as `GET /api/user` answers it, changes with the picture.',
    query: z.object({ v: z.string().max(40).optional() }),
    produces: 'image/png, image/jpeg, image/webp',
    errors: ['not_found'],
  }),
  visits: endpoint({
    method: 'GET',
    path: '/api/workspaces/visits',
    tag,
    access: 'user',
    summary: 'List administrator visits to the active workspace, newest first',
    description: 'For owners of the workspace and administrators.',
    query: z.object({ cursor: Id.optional(), limit: z.coerce.number().int().min(1).max(100).default(20) }),
    response: pageOf(Visit),
    errors: ['validation', 'forbidden'],
  }),
} as const;
