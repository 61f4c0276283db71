/**
 * Reads transcripts: WebVTT and SubRip subtitles, the text that Zoom, Teams, and Meet save, and the JSON of speech
 * services (Whisper, AssemblyAI, Deepgram). What was said becomes segments of one speaker each.
 */
import { AppError } from '../../../kernel/errors.ts';

export interface Segment {
  /** As the transcript names them; blank where it does not. */
  speaker: string;
  /** Milliseconds from the beginning; null where the transcript has no times. */
  startMs: number | null;
  endMs: number | null;
  text: string;
}

export type TranscriptFormat = 'vtt' | 'srt' | 'json' | 'text';

export interface Transcript {
  format: TranscriptFormat;
  segments: Segment[];
}

/** Segments of one transcript; longer meetings are split into several. */
export const MAX_SEGMENTS = 5_000;
/** Characters of one segment; longer ones are split between sentences. */
const MAX_TEXT = 1_200;
/** Cues of one speaker that follow within this time are one segment, up to {@link JOINED} characters. */
const GAP_MS = 2_500;
const JOINED = 500;
const MAX_SPEAKER = 80;

/** @throws AppError `validation` when nothing in it can be read as speech */
export function readTranscript(source: string): Transcript {
  const text = source.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const format = formatOf(text);
  const read = { vtt: readCues, srt: readCues, json: readJson, text: readText }[format](text);
  const segments = joined(read).flatMap(split);
  if (segments.length === 0)
    throw new AppError('validation', 'There is no speech in this transcript.', {
      fields: [{ field: 'transcript', message: 'There is no speech in this transcript.' }],
    });
  if (segments.length > MAX_SEGMENTS)
    throw new AppError('validation', `A transcript has at most ${MAX_SEGMENTS} passages. Split the file.`, {
      fields: [{ field: 'transcript', message: `Use at most ${MAX_SEGMENTS} passages.` }],
    });
  return { format, segments };
}

const CUE_TIMES = /^(\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}[ \t]+-->[ \t]+(\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}/;

function formatOf(text: string): TranscriptFormat {
  const start = text.trimStart();
  if (start.startsWith('WEBVTT')) return 'vtt';
  if (start.startsWith('{') || start.startsWith('[{')) return 'json';
  const head = start.split('\n', 40);
  return head.some((line) => CUE_TIMES.test(line)) ? 'srt' : 'text';
}

/** `1:02:03.456`, `02:03,4`, `0:03`. @returns milliseconds */
function msOf(clock: string): number {
  const [whole = '', fraction = ''] = clock.split(/[.,]/);
  const seconds = whole.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return seconds * 1_000 + Number(fraction.padEnd(3, '0').slice(0, 3));
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  quot: '"',
  lrm: '',
  rlm: '',
};
const unescaped = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|nbsp|quot|lrm|rlm);/g, (_, name: string) => ENTITIES[name]!);

const VOICE = /^<v(?:\.[^\s>]*)?[ \t]+([^>]{1,200})>/;

function readCues(text: string): Segment[] {
  return text.split(/\n{2,}/).flatMap((block) => {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => CUE_TIMES.test(line));
    if (at < 0) return [];
    const [start, , end] = lines[at]!.trim().split(/[ \t]+/, 3);
    const times = { startMs: msOf(start!), endMs: msOf(end!) };
    let speaker = '';
    const said: string[] = [];
    for (const line of lines.slice(at + 1)) {
      const voice = VOICE.exec(line)?.[1];
      if (voice !== undefined) speaker = unescaped(voice).trim();
      said.push(unescaped(line.replaceAll(/<[^<>]{0,200}>/g, '')));
    }
    const whole = said.join(' ').trim();
    const named = speaker ? undefined : namedLine(whole);
    return [{ speaker: speaker || (named?.speaker ?? ''), ...times, text: named?.text ?? whole }];
  });
}

/** `Anna Berg: Good morning.` @returns undefined for a line that names nobody */
function namedLine(line: string): { speaker: string; text: string } | undefined {
  const colon = line.indexOf(':');
  if (colon < 1 || colon > MAX_SPEAKER) return undefined;
  const speaker = line.slice(0, colon).trim();
  const text = line.slice(colon + 1).trim();
  // A name is a few words, the first of which begins with a capital letter or a digit.
  if (!text || !/^[\p{Lu}\p{N}]/u.test(speaker) || speaker.split(/\s+/).length > 5) return undefined;
  if (/[.?!;"]$/.test(speaker) || /https?$/i.test(speaker)) return undefined;
  return { speaker, text };
}

/** `[Anna Berg] 10:02:11` (Zoom), `Anna Berg   0:03` (Teams), `10:02:11 Anna Berg`, `00:05:00` alone (Meet). */
const ZOOM = /^\[([^\]]{1,80})\]\s+(\d{1,2}:\d{2}(?::\d{2})?)$/;
const TEAMS = /^(\S.{0,79}?)\s{1,}(\d{1,2}:\d{2}(?::\d{2})?)$/;
const CLOCK_FIRST = /^\[?(\d{1,2}:\d{2}(?::\d{2})?)\]?\s+(\S.*)$/;
const CLOCK_ALONE = /^\[?(\d{1,2}:\d{2}(?::\d{2})?)\]?$/;

function readText(text: string): Segment[] {
  const segments: Segment[] = [];
  let current: Segment | undefined;
  let clock: number | null = null;
  const begin = (speaker: string, said: string) => {
    current = { speaker, startMs: clock, endMs: null, text: said };
    segments.push(current);
  };
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (!line) continue;
    const alone = CLOCK_ALONE.exec(line);
    if (alone) {
      clock = msOf(alone[1]!);
      continue;
    }
    const heading = ZOOM.exec(line) ?? TEAMS.exec(line);
    if (heading && /^[\p{Lu}\p{N}]/u.test(heading[1]!)) {
      clock = msOf(heading[2]!);
      begin(heading[1]!.trim(), '');
      continue;
    }
    const first = CLOCK_FIRST.exec(line);
    if (first) clock = msOf(first[1]!);
    const rest = first ? first[2]! : line;
    const named = namedLine(rest);
    if (named) begin(named.speaker, named.text);
    else if (first || !current) begin(current?.speaker ?? '', rest);
    else current.text = `${current.text} ${rest}`.trim();
  }
  return fromZero(segments);
}

/** Zoom writes the time of day: the meeting begins with its first time. */
function fromZero(segments: Segment[]): Segment[] {
  const first = segments.find(({ startMs }) => startMs !== null)?.startMs ?? 0;
  const offset = first >= 3_600_000 ? first : 0;
  const day = 86_400_000;
  return segments.map((segment, index) => {
    const next = segments[index + 1]?.startMs ?? null;
    const at = (ms: number | null) => (ms === null ? null : (ms - offset + (ms < offset ? day : 0)) % day);
    return { ...segment, startMs: at(segment.startMs), endMs: at(next) };
  });
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists of utterances in the JSON of speech services, and the unit of their times in milliseconds. */
function utterancesIn(data: unknown): { rows: unknown[]; unit: number } | undefined {
  if (Array.isArray(data)) return { rows: data, unit: 1_000 };
  if (!isObject(data)) return undefined;
  if (Array.isArray(data['segments'])) return { rows: data['segments'], unit: 1_000 };
  if (Array.isArray(data['utterances'])) return { rows: data['utterances'], unit: 1 };
  const results = data['results'];
  if (isObject(results) && Array.isArray(results['utterances'])) return { rows: results['utterances'], unit: 1_000 };
  return undefined;
}

function readJson(text: string): Segment[] {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new AppError('validation', 'This JSON cannot be read.', {
      fields: [{ field: 'transcript', message: 'This JSON cannot be read.' }],
    });
  }
  const found = utterancesIn(data);
  if (!found) return [];
  const time = (value: unknown) =>
    typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value * found.unit) : null;
  return found.rows.filter(isObject).map((row) => {
    const { speaker, start, end, text: said, transcript } = row;
    const name = typeof speaker === 'number' ? `Speaker ${speaker + 1}` : typeof speaker === 'string' ? speaker : '';
    const words = typeof said === 'string' ? said : typeof transcript === 'string' ? transcript : '';
    return {
      // AssemblyAI names speakers by one letter.
      speaker: /^[A-Z]$/.test(name) ? `Speaker ${name}` : name.trim(),
      startMs: time(start),
      endMs: time(end),
      text: words,
    };
  });
}

/** Joins what one speaker said without a pause, and drops what is blank. */
function joined(segments: readonly Segment[]): Segment[] {
  const all: Segment[] = [];
  for (const { speaker, startMs, endMs, text } of segments) {
    const said = text.replaceAll(/\s+/g, ' ').trim();
    if (!said) continue;
    const last = all.at(-1);
    const name = speaker.replaceAll(/\s+/g, ' ').slice(0, MAX_SPEAKER);
    const follows =
      last?.speaker === name &&
      last.text.length + said.length < JOINED &&
      (startMs === null || last.endMs === null || startMs - last.endMs <= GAP_MS);
    if (follows) Object.assign(last, { text: `${last.text} ${said}`, endMs: endMs ?? last.endMs });
    else all.push({ speaker: name, startMs, endMs, text: said });
  }
  return all;
}

/** Splits a long monologue between sentences; its time is divided by length. */
function split(segment: Segment): Segment[] {
  if (segment.text.length <= MAX_TEXT) return [segment];
  const parts: string[] = [];
  let part = '';
  for (const sentence of segment.text.split(/(?<=[.?!…]) /)) {
    for (let at = 0; at < sentence.length; at += MAX_TEXT) {
      const piece = sentence.slice(at, at + MAX_TEXT);
      if (part && part.length + piece.length >= MAX_TEXT) {
        parts.push(part);
        part = piece;
      } else part = part ? `${part} ${piece}` : piece;
    }
  }
  parts.push(part);
  const { startMs, endMs } = segment;
  const length = startMs === null || endMs === null ? null : (endMs - startMs) / segment.text.length;
  let said = 0;
  return parts.map((text) => {
    const from = length === null ? startMs : Math.round(startMs! + said * length);
    said += text.length + 1;
    const until = length === null ? endMs : Math.min(endMs!, Math.round(startMs! + said * length));
    return { ...segment, text, startMs: from, endMs: until };
  });
}
