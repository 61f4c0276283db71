/** A server that turns speech into text on 127.0.0.1, for tests: it answers with what the test scripted. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ScriptedSpeech {
  segments?: readonly { start: number; end: number; text: string; speaker?: string | number }[];
  text?: string;
  /** Another status, with this error message. */
  status?: number;
  message?: string;
  /** Sent instead of an answer. */
  garbage?: string;
  /** No answer comes. */
  hang?: true;
}

export interface ReceivedSpeech {
  path: string;
  headers: IncomingHttpHeaders;
  /** Fields of the form other than the file. */
  fields: Record<string, string>;
  file: { name: string; type: string; size: number };
}

export interface TestSpeechServer {
  baseUrl: string;
  /** `host:port`, to allow in `OUTGOING_ALLOW`. */
  host: string;
  /** The next answers. Without any, no one spoke. */
  replies: ScriptedSpeech[];
  requests: ReceivedSpeech[];
  close(): Promise<void>;
}

/** @param port a fixed one for the browser's tests; 0 chooses a free one */
export async function startTestSpeechServer(port = 0): Promise<TestSpeechServer> {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const speech: TestSpeechServer = {
    baseUrl: `http://${host}/v1`,
    host,
    replies: [],
    requests: [],
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const form = await new Response(body, {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData();
    const file = form.get('file');
    const fields = Object.fromEntries(
      [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
    if (!(file instanceof File)) return void response.writeHead(400).end('{"error":{"message":"no file"}}');
    speech.requests.push({
      path: request.url ?? '',
      headers: request.headers,
      fields,
      file: { name: file.name, type: file.type, size: file.size },
    });
    const { segments = [], text, status = 200, message, garbage, hang } = speech.replies.shift() ?? {};
    if (hang) return;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(
      garbage ??
        JSON.stringify(
          status >= 400
            ? { error: { message } }
            : { task: 'transcribe', text: text ?? segments.map((one) => one.text).join(' '), segments },
        ),
    );
  }
  return speech;
}
