/** Server-Sent Events as models' providers send them (WHATWG HTML, 9.2.6), from chunks cut anywhere. */

export interface SentEvent {
  /** Blank when the event has no name. */
  name: string;
  data: string;
}

/** Longest event, in characters; a longer one is no reply of a model. */
const MAX_EVENT = 4_000_000;

/** @throws RangeError for an event that does not end */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SentEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  let name = '';
  let data: string[] = [];
  const lines = function* (text: string, last: boolean): Generator<string> {
    rest += text;
    let start = 0;
    for (const match of rest.matchAll(/\r\n|\n|\r/g)) {
      // A carriage return at the end may be half of a line break.
      if (match[0] === '\r' && match.index === rest.length - 1 && !last) break;
      yield rest.slice(start, match.index);
      start = match.index + match[0].length;
    }
    rest = rest.slice(start);
    if (rest.length > MAX_EVENT) throw new RangeError('An event of the stream is too long');
  };
  const take = function* (text: string, last: boolean): Generator<SentEvent> {
    for (const line of lines(text, last)) {
      if (line === '') {
        if (data.length > 0) yield { name, data: data.join('\n') };
        name = '';
        data = [];
        continue;
      }
      const [field, value] = splitField(line);
      if (field === 'event') name = value;
      else if (field === 'data') data.push(value);
    }
  };
  for await (const chunk of chunks) yield* take(decoder.decode(chunk, { stream: true }), false);
  // Some servers leave out the last blank line.
  yield* take(`${decoder.decode()}\n\n`, true);
}

function splitField(line: string): [field: string, value: string] {
  const colon = line.indexOf(':');
  if (colon < 0) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}
