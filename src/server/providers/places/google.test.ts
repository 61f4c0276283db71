import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowPrivateHosts } from '../../http-client/client.ts';
import { findProvider, guardedFetch, type ProviderContext } from '../define.ts';
import './google.ts';
import type { PlacesClient } from './port.ts';

const KEY = 'AIza-test-key';
let server: FastifyInstance;
let apiUrl: string;
let asked: FastifyRequest[];
let answer: (request: FastifyRequest) => { status?: number; headers?: Record<string, string>; body: unknown };

beforeAll(async () => {
  server = Fastify();
  server.post('/v1/*', (request, reply) => {
    asked.push(request);
    const { status = 200, headers = {}, body } = answer(request);
    return reply.code(status).headers(headers).send(body);
  });
  apiUrl = await server.listen({ host: '127.0.0.1', port: 0 });
  allowPrivateHosts([new URL(apiUrl).host]);
});
afterAll(async () => {
  allowPrivateHosts([]);
  await server.close();
});
beforeEach(() => {
  asked = [];
  answer = () => ({ body: { places: [] } });
});

const provider = () => findProvider('places', 'google')!;
const context = (): ProviderContext => ({ workspaceId: null, connectionId: null, fetch: guardedFetch(provider()) });
const open = (more: object = {}) => provider().open({ apiKey: KEY, apiUrl, ...more }, context()) as PlacesClient;
const verify = () => provider().verify({ apiKey: KEY, apiUrl }, context());

describe('Google Places', () => {
  it('asks Text Search for the fields in use, and reads places page by page', async () => {
    answer = ({ body }) =>
      (body as { pageToken?: string }).pageToken === 'p2'
        ? { body: { places: [{ id: 'b', displayName: { text: 'Bo’s Dental', languageCode: 'en' } }] } }
        : {
            body: {
              places: [
                {
                  id: 'a',
                  displayName: { text: 'Ash Dental' },
                  formattedAddress: '1 Main St, Denver, CO 80202, USA',
                  websiteUri: 'https://ash-dental.example/',
                  businessStatus: 'CLOSED_PERMANENTLY',
                },
              ],
              nextPageToken: 'p2',
            },
          };
    const client = open({ region: 'us' });
    const first = await client.search({ text: 'dentists in Denver' });
    expect(first).toEqual({
      places: [
        {
          id: 'a',
          name: 'Ash Dental',
          address: '1 Main St, Denver, CO 80202, USA',
          website: 'https://ash-dental.example/',
          isClosed: true,
        },
      ],
      next: 'p2',
    });
    expect(await client.search({ text: 'dentists in Denver', page: 'p2' })).toEqual({
      places: [{ id: 'b', name: 'Bo’s Dental', address: '', website: '', isClosed: false }],
      next: undefined,
    });
    expect(asked[0]!.url).toBe('/v1/places:searchText');
    expect(asked[0]!.headers).toMatchObject({
      'x-goog-api-key': KEY,
      'x-goog-fieldmask':
        'places.id,places.displayName,places.formattedAddress,places.websiteUri,places.businessStatus,nextPageToken',
    });
    expect(asked[0]!.body).toEqual({ textQuery: 'dentists in Denver', pageSize: 20, regionCode: 'US' });
    expect(asked[1]!.body).toMatchObject({ textQuery: 'dentists in Denver', pageToken: 'p2' });
  });

  it('tests a connection with a search for ids alone, which is free', async () => {
    await verify();
    expect(asked[0]!.headers['x-goog-fieldmask']).toBe('places.id');
  });

  it('reports a wrong key as a wrong setting, in Google’s own words', async () => {
    answer = () => ({
      status: 400,
      body: {
        error: {
          code: 400,
          message: 'API key not valid. Please pass a valid API key.',
          status: 'INVALID_ARGUMENT',
          details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
        },
      },
    });
    await expect(verify()).rejects.toMatchObject({ kind: 'settings', message: expect.stringContaining('not valid') });
  });

  it.each([
    [403, 'PERMISSION_DENIED', 'settings'],
    [400, 'INVALID_ARGUMENT', 'refused'],
    [429, 'RESOURCE_EXHAUSTED', 'temporary'],
    [503, 'UNAVAILABLE', 'temporary'],
  ])('reads status %i as %s', async (status, code, kind) => {
    answer = () => ({ status, body: { error: { code: status, message: `No: ${code}`, status: code } } });
    await expect(open().search({ text: 'x' })).rejects.toMatchObject({ kind, providerCode: code });
  });

  it('rejects an answer that is no JSON', async () => {
    answer = () => ({ headers: { 'content-type': 'text/html' }, body: '<html>' });
    await expect(open().search({ text: 'x' })).rejects.toMatchObject({ kind: 'temporary' });
  });
});
