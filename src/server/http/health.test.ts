import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { healthRoutes } from './health.ts';
import { registerRoutes } from './route.ts';

it('asks each dependency once at a time, however many callers wait', async () => {
  const app = Fastify();
  const asked = Promise.withResolvers<undefined>();
  const probe = vi.fn(() => asked.promise);
  registerRoutes(
    app,
    healthRoutes({
      metricsToken: undefined,
      probes: { thing: probe },
      notices: () => Promise.resolve([]),
      stopping: () => false,
    }),
    { checkResponses: true },
  );
  const answers = Array.from({ length: 20 }, () => app.inject('/api/health/dependencies'));
  await vi.waitFor(() => expect(probe).toHaveBeenCalled(), { timeout: 20_000 });
  asked.resolve(undefined);
  for (const answer of await Promise.all(answers))
    expect(answer.json()).toMatchObject({ dependencies: { thing: { state: 'ok' } } });
  expect(probe).toHaveBeenCalledTimes(1);
  await app.close();
});
