/** Uploads with progress: `fetch` does not report how much was sent, XMLHttpRequest does. */
import type { EndpointSpec, ParamsIn, QueryIn, ResponseOf } from '../../kernel/endpoint.ts';
import { newIntent } from './idempotency-key.ts';
import { fillPath } from '../../kernel/path.ts';
import { browserSender, createSender } from './send.ts';

export interface UploadOptions<E extends EndpointSpec> {
  params?: ParamsIn<E>;
  query?: QueryIn<E>;
  file: File;
  /** Called with the sent share, 0 to 1. At 1 the server still works on it. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends one file as `file` of a form, by the rules of every other call.
 * @throws ApiError when the server refuses, TypeError when it cannot be reached, DOMException `AbortError` when
 * `signal` fires
 */
export function upload<E extends EndpointSpec>(
  endpoint: E,
  { params, query, file, onProgress, signal }: UploadOptions<E>,
): Promise<ResponseOf<E>> {
  const body = new FormData();
  body.append('file', file);
  const send = createSender({
    ...browserSender,
    fetch: (input, init) =>
      init?.body instanceof FormData ? sendForm(input as string, init, onProgress) : browserSender.fetch(input, init),
  });
  return send<ResponseOf<E>>(endpoint.method, fillPath(endpoint.path, params as Record<string, unknown> | undefined), {
    body,
    query: query as Record<string, string> | undefined,
    signal,
    headers: { 'Idempotency-Key': newIntent() },
  });
}

/** The part of `fetch` that a form needs. */
function sendForm(url: string, init: RequestInit, onProgress?: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'POST', url);
    new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    };
    request.onload = () =>
      resolve(
        new Response((request.response as string) || null, {
          status: request.status,
          statusText: request.statusText,
          headers: answerHeaders(request),
        }),
      );
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    request.onabort = () => reject(new DOMException('The upload was canceled.', 'AbortError'));
    if (init.signal?.aborted) request.abort();
    init.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(init.body as FormData);
  });
}

function answerHeaders(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
