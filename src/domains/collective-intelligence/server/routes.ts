import { type BoundRoute, route } from '../../../server/http/route.ts';
import { benchmarks, councils } from '../contract.ts';
import { createCouncil, listCouncils, readCouncil, removeCouncil, stopCouncil } from './councils.ts';
import { measureNow, readParticipation, readReport, setDismissed, setParticipation } from './report.ts';

export const collectiveIntelligenceRoutes: BoundRoute[] = [
  route(benchmarks.report, ({ query }) => readReport(query.group)),
  route(benchmarks.measure, measureNow),
  route(benchmarks.dismiss, ({ params, body }) => setDismissed(params.suggestion, body.dismissed)),
  route(benchmarks.participation, ({ caller }) => readParticipation(caller)),
  route(benchmarks.setParticipation, ({ caller, body }) => setParticipation(caller, body.contributes)),
  route(councils.list, ({ query }) => listCouncils(query)),
  route(councils.create, ({ caller, body }) => createCouncil(caller, body)),
  route(councils.get, ({ params }) => readCouncil(params.id)),
  route(councils.stop, ({ params }) => stopCouncil(params.id)),
  route(councils.remove, ({ params }) => removeCouncil(params.id)),
];
