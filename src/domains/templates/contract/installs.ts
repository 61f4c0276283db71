/** Stamping a template into a workspace: what would happen, doing it, and taking it back. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { TEMPLATES } from '../paths.ts';
import { Part, PARTS } from './content.ts';
import { TemplateRef } from './templates.ts';

/**
 * `create`: it will be made. `present`: there is one of this key already, and it is the same. `differs`: there is one,
 * and it stays as it is. `conflict`: it cannot be made; `note` says why.
 */
export const PlanState = z.enum(['create', 'present', 'differs', 'conflict']);
export type PlanState = z.infer<typeof PlanState>;

export const PlanItem = z.object({
  part: Part,
  key: z.string(),
  label: z.string(),
  /** A short description: `Lead · one of 4 choices`. */
  detail: z.string(),
  state: PlanState,
  note: z.string(),
});
export type PlanItem = z.infer<typeof PlanItem>;

/** `made`, `present` (was there), `failed` (could not be made); after an undo `removed` or `kept`. */
export const StampState = z.enum(['made', 'present', 'failed', 'removed', 'kept']);
export type StampState = z.infer<typeof StampState>;
export const Stamp = z.object({ part: Part, key: z.string(), label: z.string(), state: StampState, note: z.string() });
export type Stamp = z.infer<typeof Stamp>;

export const INSTALL_STATES = ['queued', 'running', 'done', 'failed', 'undoing', 'undone'] as const;
export const InstallState = z.enum(INSTALL_STATES);
export type InstallState = z.infer<typeof InstallState>;

export const InstallSummary = z.object({
  id: Id,
  workspaceId: Id,
  workspaceName: z.string(),
  /** True for the agency's own workspace. */
  own: z.boolean(),
  templateRef: z.string(),
  templateName: z.string(),
  number: z.number().int(),
  state: InstallState,
  parts: z.array(Part),
  /** Parts that are through, of how many. */
  done: z.number().int(),
  of: z.number().int(),
  made: z.number().int(),
  present: z.number().int(),
  failed: z.number().int(),
  removed: z.number().int(),
  kept: z.number().int(),
  error: z.string().nullable(),
  createdBy: z.string().nullable(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type InstallSummary = z.infer<typeof InstallSummary>;
export const Install = InstallSummary.extend({ stamps: z.array(Stamp) });
export type Install = z.infer<typeof Install>;

/** The effect of an undo on each created item. */
export const UndoItem = z.object({
  part: Part,
  key: z.string(),
  label: z.string(),
  /** Why it stays unless one insists; blank: it goes. */
  kept: z.string(),
  /** Whether insisting helps. */
  removable: z.boolean(),
});
export type UndoItem = z.infer<typeof UndoItem>;

const tag = 'Templates';
const admin = { tag, access: 'admin' } as const;
const Parts = z.array(Part).max(PARTS.length);
const PartList = z
  .string()
  .max(200)
  .transform((list) => list.split(',').filter(Boolean))
  .pipe(Parts);

export const installs = {
  preview: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/templates/{ref}/preview',
    summary: 'What stamping a template into a workspace would do',
    description: 'Nothing is written.',
    params: z.object({ ref: TemplateRef }),
    query: z.object({ workspaceId: Id, parts: PartList.optional() }),
    response: z.object({
      items: z.array(PlanItem),
      counts: z.record(PlanState, z.number().int()),
      installed: Id.nullable(),
    }),
    errors: ['not_found', 'validation'],
  }),
  apply: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/templates/{ref}/apply',
    summary: 'Stamp a template into a workspace',
    status: 202,
    description:
      'A job does it part by part. Done again it adds only what is missing. With `onboarding` the template’s checklist starts for that client.',
    params: z.object({ ref: TemplateRef }),
    body: z
      .strictObject({
        workspaceId: Id,
        parts: Parts,
        onboarding: z.strictObject({ ownerId: Id.nullable().default(null), startsOn: Day.optional() }).optional(),
      })
      .refine((body) => body.parts.length > 0 || body.onboarding !== undefined, {
        message: 'Choose at least one part, or start the checklist.',
        path: ['parts'],
      }),
    response: Install,
    errors: ['not_found', 'validation', 'conflict'],
  }),
  list: endpoint({
    ...admin,
    method: 'GET',
    path: TEMPLATES.installs,
    summary: 'Where templates were stamped, the latest first',
    query: z.object({
      workspaceId: Id.optional(),
      ref: TemplateRef.optional(),
      cursor: Id.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: pageOf(InstallSummary),
    errors: ['validation'],
  }),
  get: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/template-installs/{id}',
    summary: 'One stamping with everything that it made',
    params: IdParams,
    response: Install,
    errors: ['not_found'],
  }),
  undoPreview: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/template-installs/{id}/undo',
    summary: 'What undoing would remove, and what it would keep',
    params: IdParams,
    response: z.object({ items: z.array(UndoItem) }),
    errors: ['not_found'],
  }),
  undo: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/template-installs/{id}/undo',
    summary: 'Remove what was stamped',
    status: 202,
    description: 'What people changed or use since is kept, except the keys in `insist`.',
    params: IdParams,
    body: z.strictObject({ insist: z.array(z.string().max(400)).max(500).default([]) }),
    response: Install,
    errors: ['not_found', 'conflict', 'validation'],
  }),
  retry: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/template-installs/{id}/retry',
    summary: 'Go on with one that failed',
    status: 202,
    params: IdParams,
    response: Install,
    errors: ['not_found', 'conflict'],
  }),
  targets: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/template-targets',
    summary: 'Workspaces that a template can be stamped into: the agency’s own and its clients',
    description: 'The agency’s own comes first; at most 50, so search.',
    query: z.object({ search: z.string().trim().max(100).optional(), id: Id.optional() }),
    response: z.object({
      items: z.array(z.object({ id: Id, name: z.string(), own: z.boolean(), setUp: z.boolean() })),
    }),
    errors: ['validation'],
  }),
} as const;
