/** Language models, and assistants that work with them. */
import { defineServerDomain } from '../../server/domain.ts';
import '../../server/providers/model/providers.ts';
import { askEntry, mcpEntry, modelsEntry } from './catalog.ts';
import * as contract from './contract.ts';
import { stopAnswers } from './server/ask/stream.ts';
import { mountMcp } from './server/mcp/server.ts';
import { assistantRoutes } from './server/routes.ts';
import { forgetTraces } from './server/runtime/trace.ts';

export const assistantsDomain = defineServerDomain({
  name: 'assistants',
  catalog: [askEntry, modelsEntry, mcpEntry],
  contract,
  routes: () => assistantRoutes,
  recurring: [forgetTraces],
  mount: mountMcp,
  stop: () => Promise.resolve(stopAnswers()),
  demo: () => import('./demo/load.ts'),
});
