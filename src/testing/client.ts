/** A client over real HTTP: keeps cookies like a browser, and sends the CSRF token with every call except GET. */
import type { BodyIn, EndpointSpec, ErrorBody, ParamsIn, QueryIn, ResponseOf } from '../kernel/endpoint.ts';
import { fillPath } from '../kernel/path.ts';

export interface Answer<Body = unknown> {
  status: number;
  body: Body;
  headers: Headers;
}

export interface SendOptions {
  body?: unknown;
  /** Sent unchanged, for bodies that are not JSON. */
  raw?: string | Uint8Array<ArrayBuffer> | FormData | Blob;
  headers?: Record<string, string>;
  /** Omits the CSRF token. */
  withoutCsrf?: boolean;
}

type Args<E extends EndpointSpec> = {
  params?: ParamsIn<E>;
  query?: QueryIn<E>;
  body?: BodyIn<E>;
  headers?: Record<string, string>;
};

export class TestClient {
  readonly cookies = new Map<string, string>();
  readonly #base: () => string;

  constructor(base: () => string) {
    this.#base = base;
  }

  /** Sends one request; never throws for an HTTP status. */
  async send<Body = unknown>(method: string, path: string, options: SendOptions = {}): Promise<Answer<Body>> {
    const response = await this.open(method, path, options);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      body: (isJson && text ? JSON.parse(text) : text) as Body,
      headers: response.headers,
    };
  }

  /** Like `send`, with the response still open: for streams. */
  async open(method: string, path: string, options: SendOptions = {}, signal?: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
    if (this.cookies.size > 0)
      headers.cookie ??= [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (method !== 'GET' && !options.withoutCsrf && !headers['x-csrf-token'])
      headers['x-csrf-token'] = await this.csrfToken();
    if (headers['x-csrf-token'] && !options.headers?.cookie)
      headers.cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (options.body !== undefined) headers['content-type'] ??= 'application/json';
    const response = await fetch(this.#base() + path, {
      method,
      headers,
      body: options.raw ?? (options.body === undefined ? null : JSON.stringify(options.body)),
      redirect: 'manual',
      ...(signal ? { signal } : {}),
    });
    this.#keepCookies(response);
    return response;
  }

  /** Calls an endpoint of the contract and returns its body. @throws Error when the status is not successful */
  async call<const E extends EndpointSpec>(endpoint: E, args: Args<E> = {}): Promise<ResponseOf<E>> {
    const { status, body } = await this.tryCall(endpoint, args);
    if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)} [${endpoint.method} ${endpoint.path}]`);
    return body as ResponseOf<E>;
  }

  /** Calls an endpoint of the contract, whatever the result. */
  tryCall<const E extends EndpointSpec>(endpoint: E, args: Args<E> = {}): Promise<Answer<ResponseOf<E> & ErrorBody>> {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries((args.query ?? {}) as Record<string, unknown>)) {
      if (value !== undefined) search.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    const query = search.toString();
    const path = fillPath(endpoint.path, (args.params ?? {}) as Record<string, unknown>);
    return this.send(endpoint.method, query ? `${path}?${query}` : path, {
      body: args.body,
      ...(args.headers ? { headers: args.headers } : {}),
    });
  }

  async signIn(email: string, password: string): Promise<void> {
    const { status, body } = await this.send('POST', '/api/auth/login', { body: { email, password } });
    if (status !== 200) throw new Error(`Sign-in of ${email} failed: ${status} ${JSON.stringify(body)}`);
  }

  async csrfToken(): Promise<string> {
    const known = this.cookies.get('XSRF-TOKEN');
    if (known) return known;
    const { body } = await this.send<{ csrfToken: string }>('GET', '/api/csrf-token');
    return body.csrfToken;
  }

  #keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(name.length + 1);
      const gone = attributes.some((attribute) => /max-age=0|expires=thu, 01 jan 1970/i.test(attribute));
      if (gone || value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
