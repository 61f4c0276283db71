/** Speech to text by the protocol of OpenAI, which Whisper servers speak as well (`POST /audio/transcriptions`). */
import * as z from 'zod';
import { defineProvider, type GuardedFetch } from '../define.ts';
import { errorWords } from '../model/exchange.ts';
import { addressOf } from '../model/openai-protocol.ts';
import { errorOfAnswer, errorOfSilence, ProviderError } from '../provider-error.ts';
import { SPEECH_TYPES, type Spoken, type SpokenPart, type SpokenSound } from './port.ts';
import { silentWav } from './silence.ts';

const MAX_BYTES = 32 * 1024 * 1024;
/** A server of one's own may take as long as the meeting took. */
const TIMEOUT = 60 * 60_000;
/** Loading a model takes a while. */
const VERIFY_TIMEOUT = 60_000;

const Settings = z.object({
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'Enter an address that begins with https://.' })
    .default('https://api.openai.com/v1')
    .meta({
      title: 'Base URL',
      description: 'The address before /audio/transcriptions, such as http://localhost:8000/v1.',
    }),
  apiKey: z
    .string()
    .trim()
    .max(2_000)
    .default('')
    .meta({ title: 'API key', description: 'Leave blank for a server that wants none.' }),
  model: z
    .string()
    .trim()
    .min(1, 'Model is required.')
    .max(200)
    .default('whisper-1')
    .meta({
      title: 'Model',
      description: 'Choose one that gives times (verbose_json), so that the recording plays along with the transcript.',
    }),
  language: z
    .string()
    .trim()
    .regex(/^(?:[a-z]{2,3})?$/, 'Use a code such as en.')
    .default('')
    .meta({ title: 'Language', description: 'A code such as en. Leave blank to detect it.' }),
  maxMegabytes: z.coerce
    .number()
    .int()
    .min(1, 'Enter 1 to 200.')
    .max(200, 'Enter 1 to 200.')
    .default(25)
    .meta({
      title: 'Largest file (MB)',
      description: 'OpenAI accepts 25. Larger MP3, WAV, and WebM recordings are sent in pieces.',
    }),
});
type Settings = z.output<typeof Settings>;

const Seconds = z.number().min(0).nullish().catch(null);
const Answer = z.object({
  text: z.string().default(''),
  segments: z
    .array(
      z.object({
        start: Seconds,
        end: Seconds,
        text: z.string(),
        speaker: z.union([z.string(), z.number()]).nullish().catch(null),
      }),
    )
    .nullish(),
});

const ms = (seconds: number | null | undefined) => (typeof seconds === 'number' ? Math.round(seconds * 1_000) : null);

async function encode(
  { model, language }: Settings,
  { type, content }: SpokenSound,
): Promise<{ contentType: string; body: Buffer }> {
  const form = new FormData();
  form.append('model', model);
  form.append('response_format', 'verbose_json');
  form.append('timestamp_granularities[]', 'segment');
  if (language) form.append('language', language);
  // Services tell the format by the ending of the name.
  form.append('file', new Blob([Buffer.from(content)], { type }), `recording.${SPEECH_TYPES[type]}`);
  const encoded = new Response(form);
  return { contentType: encoded.headers.get('content-type')!, body: Buffer.from(await encoded.arrayBuffer()) };
}

async function ask(
  settings: Settings,
  fetch: GuardedFetch,
  sound: SpokenSound,
  { signal, timeout = TIMEOUT }: { signal?: AbortSignal | undefined; timeout?: number } = {},
): Promise<Spoken> {
  const { baseUrl, apiKey } = settings;
  const isAzure = new URL(baseUrl).hostname.endsWith('.azure.com');
  const { contentType, body } = await encode(settings, sound);
  const answer = await fetch({
    url: addressOf(baseUrl, 'audio/transcriptions'),
    method: 'POST',
    headers: {
      'content-type': contentType,
      accept: 'application/json',
      ...(apiKey && (isAzure ? { 'api-key': apiKey } : { authorization: `Bearer ${apiKey}` })),
    },
    body,
    maxBytes: MAX_BYTES,
    timeout,
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    throw errorOfSilence('The speech service', error);
  });
  const text = Buffer.from(answer.body).toString('utf8');
  if (answer.status >= 400) throw errorOfAnswer('The speech service', answer, { message: errorWords(text) });
  const parts = readParts(text);
  if (!parts || answer.cut)
    throw new ProviderError('temporary', 'The speech service gave an answer that cannot be read.');
  return { parts };
}

/** Segments, or the text as one part where a model gives no times; undefined when it is neither. */
function readParts(json: string): SpokenPart[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  const { data } = Answer.safeParse(value);
  if (!data) return undefined;
  if (!data.segments?.length) return data.text.trim() ? [blankTimes(data.text)] : [];
  return data.segments.map(({ start, end, text, speaker }) => ({
    startMs: ms(start),
    endMs: ms(end),
    text: text.trim(),
    speaker: typeof speaker === 'number' ? `Speaker ${speaker + 1}` : (speaker ?? ''),
  }));
}

const blankTimes = (text: string): SpokenPart => ({ startMs: null, endMs: null, text: text.trim(), speaker: '' });

export const openAiSpeech = defineProvider({
  port: 'speech',
  id: 'openai-compatible',
  name: 'OpenAI-compatible',
  summary:
    'OpenAI, Azure OpenAI, and Whisper servers of your own. Anything that answers at /audio/transcriptions. Recordings are sent there.',
  settings: Settings,
  secrets: ['apiKey'],
  open: (settings, { fetch }) => ({
    model: settings.model,
    maxBytes: settings.maxMegabytes * 1_000_000,
    transcribe: (sound, signal) => ask(settings, fetch, sound, { signal }),
  }),
  verify: async (settings, { fetch }) =>
    void (await ask(settings, fetch, { type: 'audio/wav', content: silentWav(1) }, { timeout: VERIFY_TIMEOUT })),
});
