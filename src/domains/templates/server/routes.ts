import { asSystem } from '../../../server/db/index.ts';
import { contentDisposition } from '../../../server/files/index.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { administrators } from '../../identity/index.ts';
import { checklist, installs, library, onboardings, templates } from '../contract.ts';
import { captureWorkspace } from './capture.ts';
import { apply, getInstall, listInstalls, preview, retry, undo, undoPreview } from './installs.ts';
import { addStep, markStep, remind, removeStep, updateOnboarding } from './onboarding/actions.ts';
import { markOwnStep } from './onboarding/mark-step.ts';
import { countOnboardings, getChecklist, getOnboarding, listOnboardings } from './onboarding/read.ts';
import {
  atHome,
  bringBack,
  createTemplate,
  duplicateTemplate,
  fileOf,
  getShipped,
  getTemplate,
  listLibrary,
  listTemplates,
  listVersions,
  setArchived,
  updateTemplate,
} from './store.ts';
import { listTargets } from './targets.ts';

export const templateRoutes: readonly BoundRoute[] = [
  route(library.list, () => ({ items: listLibrary() })),
  route(library.get, ({ params }) => getShipped(params.slug)),
  route(templates.list, ({ query, caller }) => atHome(caller, () => listTemplates(query))),
  route(templates.get, ({ params, caller }) => atHome(caller, () => getTemplate(params.ref))),
  route(templates.create, ({ body: { content, name, summary, industry }, caller }) =>
    atHome(caller, () => createTemplate({ name, summary, industry }, content, { note: 'From a file' })),
  ),
  route(templates.capture, ({ body, caller }) => captureWorkspace(caller, body)),
  route(templates.update, ({ params, body, caller }) => atHome(caller, () => updateTemplate(params.id, body))),
  route(templates.duplicate, ({ params, caller }) => atHome(caller, () => duplicateTemplate(params.ref))),
  route(templates.archive, ({ params, caller }) => atHome(caller, () => setArchived(params.id, true))),
  route(templates.unarchive, ({ params, caller }) => atHome(caller, () => setArchived(params.id, false))),
  route(templates.versions, ({ params, caller }) =>
    atHome(caller, async () => ({ items: await listVersions(params.id) })),
  ),
  route(templates.bringBack, ({ params, body, caller }) =>
    atHome(caller, () => bringBack(params.id, params.number, body.version)),
  ),
  route(templates.file, async ({ params, caller, reply }) => {
    const template = await atHome(caller, () => getTemplate(params.ref));
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', contentDisposition('attachment', `${template.name}.template.json`))
      .header('cache-control', 'no-store')
      .send(JSON.stringify(fileOf(template), null, 2));
  }),
  route(installs.preview, ({ params, query, caller }) => preview(caller, params.ref, query)),
  route(installs.apply, ({ params, body, caller }) => apply(caller, params.ref, body)),
  route(installs.list, ({ query }) => listInstalls(query)),
  route(installs.get, ({ params }) => getInstall(params.id)),
  route(installs.undoPreview, ({ params, caller }) => undoPreview(caller, params.id)),
  route(installs.undo, ({ params, body, caller }) => undo(caller, params.id, body.insist)),
  route(installs.retry, ({ params, caller }) => retry(caller, params.id)),
  route(installs.targets, ({ query }) => listTargets(query)),
  route(onboardings.list, ({ query, caller }) => listOnboardings(caller, query)),
  route(onboardings.counts, () => countOnboardings()),
  route(onboardings.agents, async () => ({ items: await asSystem(administrators) })),
  route(onboardings.get, ({ params }) => getOnboarding(params.id)),
  route(onboardings.update, ({ params, body, caller }) => updateOnboarding(caller, params.id, body)),
  route(onboardings.addStep, ({ params, body, caller }) => addStep(caller, params.id, body)),
  route(onboardings.mark, ({ params, body, caller }) => markStep(caller, params.id, params.key, body.state)),
  route(onboardings.removeStep, ({ params, caller }) => removeStep(caller, params.id, params.key)),
  route(onboardings.remind, ({ params, caller }) => remind(caller, params.id)),
  route(checklist.get, () => getChecklist()),
  route(checklist.mark, ({ params, body }) => markOwnStep(params.key, body.state)),
];
