/**
 * Google Places API (New), Text Search: https://developers.google.com/maps/documentation/places/web-service/text-search
 *
 * The field mask names only the fields in use, because Google bills by field. Its terms forbid storing results other
 * than place ids, so callers show them and keep only what a person enters.
 */
import * as z from 'zod';
import { defineProvider, type GuardedFetch } from '../define.ts';
import { errorOfAnswer, errorOfSilence, ProviderError } from '../provider-error.ts';
import type { Place, PlacesAnswer, PlaceSearch } from './port.ts';

const NAME = 'Google Places';
const PAGE_SIZE = 20;
const FIELDS = [
  'places.id',
  'places.displayName',
  'places.formattedAddress',
  'places.websiteUri',
  'places.businessStatus',
  'nextPageToken',
].join(',');

const Settings = z.object({
  apiKey: z
    .string()
    .trim()
    .min(1, 'API key is required.')
    .max(200)
    .meta({ title: 'API key', description: 'Of a Google Cloud project with Places API (New). Google bills searches.' }),
  region: z
    .string()
    .trim()
    .regex(/^([A-Za-z]{2})?$/, 'Enter a country code with two letters, such as US.')
    .default('')
    .meta({ title: 'Country', description: 'Country code for ambiguous places, such as US. Optional.' }),
  apiUrl: z
    .url()
    .default('https://places.googleapis.com')
    .meta({ title: 'API address', description: 'Leave it as it is.' }),
});
type Settings = z.output<typeof Settings>;

const Answer = z.object({
  places: z
    .array(
      z.object({
        id: z.string(),
        displayName: z.object({ text: z.string() }).optional(),
        formattedAddress: z.string().default(''),
        websiteUri: z.string().default(''),
        businessStatus: z.string().default('OPERATIONAL'),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
});
const Failed = z.object({
  error: z.object({
    message: z.string().default(''),
    status: z.string().default(''),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
});

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

async function searchText(
  { apiKey, region, apiUrl }: Settings,
  fetch: GuardedFetch,
  { text, page }: PlaceSearch,
  { fields = FIELDS, size = PAGE_SIZE }: { fields?: string; size?: number } = {},
): Promise<z.output<typeof Answer>> {
  const response = await fetch({
    url: `${apiUrl.replace(/\/+$/, '')}/v1/places:searchText`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': apiKey, 'x-goog-fieldmask': fields },
    body: JSON.stringify({
      textQuery: text,
      pageSize: size,
      ...(page && { pageToken: page }),
      ...(region && { regionCode: region.toUpperCase() }),
    }),
    timeout: 15_000,
    maxBytes: 1024 * 1024,
  }).catch((error: unknown) => {
    throw errorOfSilence(NAME, error);
  });
  const json = readJson(response.body);
  if (response.status !== 200) throw failureOf(response, json);
  const parsed = Answer.safeParse(json);
  if (!parsed.success) throw new ProviderError('temporary', `${NAME} gave an answer that cannot be read.`);
  return parsed.data;
}

function failureOf(
  response: { status: number; headers: Readonly<Record<string, string>> },
  json: unknown,
): ProviderError {
  const error = Failed.safeParse(json).data?.error;
  const said = { message: error?.message ?? '', code: error?.status };
  // A wrong key is answered with status 400.
  if (error?.details.some(({ reason }) => reason === 'API_KEY_INVALID'))
    return new ProviderError('settings', `${NAME} answered: ${said.message}`, {
      providerCode: said.code,
      field: 'apiKey',
    });
  return errorOfAnswer(NAME, response, said);
}

const toPlace = ({
  id,
  displayName,
  formattedAddress,
  websiteUri,
  businessStatus,
}: z.output<typeof Answer>['places'][number]): Place => ({
  id,
  name: displayName?.text ?? '',
  address: formattedAddress,
  website: websiteUri,
  isClosed: businessStatus !== 'OPERATIONAL',
});

async function search(settings: Settings, fetch: GuardedFetch, request: PlaceSearch): Promise<PlacesAnswer> {
  const { places, nextPageToken } = await searchText(settings, fetch, request);
  return { places: places.map(toPlace), next: nextPageToken };
}

defineProvider({
  port: 'places',
  id: 'google',
  name: NAME,
  summary: 'Lets the lead scraper find businesses and their websites by type and place.',
  settings: Settings,
  secrets: ['apiKey'],
  open: (settings, { fetch }) => ({ source: 'Google Maps', search: (request) => search(settings, fetch, request) }),
  async verify(settings, { fetch }) {
    // A search for ids alone is free.
    await searchText(settings, fetch, { text: 'coffee' }, { fields: 'places.id', size: 1 });
  },
});
