/**
 * Every call of the API's description with invalid input: it is refused in words, nothing breaks, and no internals
 * leak.
 */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kernel/ids.ts';
import type { Answer, TestClient } from '../testing/client.ts';
import { fitting, HOSTILE, spoiled } from '../testing/schema-values.ts';
import { startTestSystem, type TestSystem } from '../testing/system.ts';
import { inTurn, type Operation, readOperations } from './operations.ts';

let system: TestSystem;
let admin: TestClient;
let operations: Operation[];

beforeAll(async () => {
  system = await startTestSystem();
  admin = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
  operations = await readOperations(admin);
});
afterAll(() => system.destroy());

/** Streams stay open, and these end the calling session. */
const NOT_HERE =
  /\/api\/events$|\/api\/auth\/|\/api\/settings\/(sessions|security|password)|\/api\/sync-session|\/api\/direct-login|\/api\/workspaces\/(switch|visit)|\/api\/(user|account)$/;
/** Forbidden in any answer: stack traces, database messages, file paths, hashes. */
const LEAK =
  /\bat \w[\w.<> ]* ?\(?(?:\/|file:|node:)|node_modules|syntax error at or near|(?:relation|column) "[^"]+" (?:does not exist|of relation)|invalid input syntax|violates \w+ constraint|\bECONNREFUSED\b|\$argon2/;
const SEED = 20_260_101;

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

function address(operation: Operation, values: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  let { path } = operation;
  for (const { name, in: place } of operation.parameters) {
    const value = values[name];
    const text = typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value);
    if (place === 'path')
      path = path.replace(`{${name}}`, value === undefined ? newId() : encodeURIComponent(text || '0'));
    else if (place === 'query' && value !== undefined) search.set(name, text);
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}

/** The problem with an answer, if any. */
function wrong({ status, body, headers }: Answer): string | undefined {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (status >= 500 && status !== 503) return `${status} ${text.slice(0, 200)}`;
  const leak = LEAK.exec(text);
  if (leak) return `tells "${leak[0]}"`;
  if (headers.get('x-content-type-options') !== 'nosniff') return 'may be sniffed';
  // Pages for visitors of other sites' forms, which open from mails.
  if (status === 404 && text.startsWith('<!doctype html>')) return undefined;
  if (status >= 400 && !(typeof body === 'object' && body !== null && 'message' in body && 'code' in body))
    return `${status} without words: ${text.slice(0, 100)}`;
  return undefined;
}

interface Try {
  name: string;
  run: () => Promise<Answer>;
  judge?: (answer: Answer) => string | undefined;
}

/** Runs the tries. @returns problems by call */
const faults = (tries: readonly Try[]) =>
  inTurn(tries, async ({ name, run, judge = wrong }) => {
    const fault = judge(await run());
    return fault && `${name}: ${fault}`;
  });

const tried = () => operations.filter((operation) => !NOT_HERE.test(operation.path));

describe('every call', () => {
  it('refuses hostile addresses and questions in words [V3 V12 V49]', { timeout: 240_000 }, async () => {
    const tries = tried().flatMap((operation) =>
      operation.parameters
        .filter(({ in: place }) => place !== 'header')
        .flatMap((parameter, at) => {
          // Each parameter meets a few hostile values, and every value meets many parameters; page cursors meet all of
          // them.
          const values =
            parameter.name === 'cursor'
              ? HOSTILE
              : HOSTILE.filter((_, n) => (n + at + operation.path.length) % 9 === 0);
          return values.map((value) => ({
            name: `${nameOf(operation)} ${parameter.name}=${JSON.stringify(value).slice(0, 60)}`,
            run: () =>
              admin.send(
                operation.method,
                address(operation, { [parameter.name]: value }),
                operation.body ? { body: {} } : {},
              ),
          }));
        }),
    );
    expect(tries.length).toBeGreaterThan(1_000);
    expect(await faults(tries)).toEqual([]);
  });

  it(
    'refuses hostile bodies in words, and takes no harm from fitting ones [V3 V11 V12 V49]',
    { timeout: 240_000 },
    async () => {
      const tries = tried()
        .filter(({ body }) => body)
        .flatMap((operation) => {
          const bodies = [
            ...fc.sample(fitting(operation.body!), { numRuns: 2, seed: SEED }),
            ...fc.sample(spoiled(operation.body!), { numRuns: 4, seed: SEED }),
          ];
          const raw = [
            '',
            '[]',
            'null',
            '{"a":',
            '['.repeat(5_000),
            '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
          ];
          return [
            ...bodies.map((body) => ({
              name: `${nameOf(operation)} ${JSON.stringify(body).slice(0, 300)}`,
              run: () => admin.send(operation.method, address(operation), { body }),
            })),
            ...raw.map((text) => ({
              name: `${nameOf(operation)} raw ${text.slice(0, 40)}`,
              run: () =>
                admin.send(operation.method, address(operation), {
                  raw: text,
                  headers: { 'content-type': 'application/json' },
                }),
            })),
          ];
        });
      expect(tries.length).toBeGreaterThan(1_000);
      expect(await faults(tries)).toEqual([]);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    },
  );

  it('is closed to visitors unless it says that it is public [V42]', async () => {
    const visitor = system.visitor();
    const closed = operations.filter(({ isPublic }) => !isPublic);
    expect(closed.length).toBeGreaterThan(300);
    expect(
      await faults(
        closed.map((operation) => ({
          name: nameOf(operation),
          run: () => visitor.send(operation.method, address(operation), operation.body ? { body: {} } : {}),
          judge: ({ status }) => (status === 401 ? undefined : `answers a visitor with ${status}`),
        })),
      ),
    ).toEqual([]);
  });

  it('that changes something wants the token, our own origin and JSON [V24]', async () => {
    const changing = tried().filter(({ method, isPublic }) => method !== 'GET' && !isPublic);
    const refused =
      (expected: readonly number[]) =>
      ({ status }: Answer) =>
        expected.includes(status) ? undefined : `answers ${status}`;
    expect(
      await faults(
        changing.flatMap((operation) => [
          {
            name: `${nameOf(operation)} without the token`,
            run: () =>
              admin.send(operation.method, address(operation), {
                withoutCsrf: true,
                ...(operation.body && { body: {} }),
              }),
            judge: refused([403]),
          },
          {
            name: `${nameOf(operation)} from elsewhere`,
            run: () =>
              admin.send(operation.method, address(operation), {
                headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
                ...(operation.body && { body: {} }),
              }),
            judge: refused([403]),
          },
          ...(operation.body
            ? ['text/plain', 'application/x-www-form-urlencoded'].map((type) => ({
                name: `${nameOf(operation)} as ${type}`,
                run: () =>
                  admin.send(operation.method, address(operation), { raw: 'a=b', headers: { 'content-type': type } }),
                judge: refused([415]),
              }))
            : []),
        ]),
      ),
    ).toEqual([]);
  });
});
