/** The product's API with a browser's cookies and CSRF token, for preparing a test. */
import { expect, type APIRequestContext } from '@playwright/test';
import type { BodyIn, EndpointSpec, ParamsIn, QueryIn, ResponseOf } from '../../src/kernel/endpoint.ts';
import { fillPath } from '../../src/kernel/path.ts';

interface Args<E extends EndpointSpec> {
  params?: ParamsIn<E>;
  query?: QueryIn<E>;
  body?: BodyIn<E>;
}

export class Api {
  readonly #request: APIRequestContext;
  readonly #url: string;

  constructor(request: APIRequestContext, url: string) {
    this.#request = request;
    this.#url = url;
  }

  async signIn(email: string, password: string): Promise<void> {
    const response = await this.#send('POST', '/api/auth/login', { email, password });
    expect(response.status(), `sign-in of ${email}`).toBe(200);
  }

  /** Calls an endpoint of the contract. The test fails when the answer is not successful. */
  async call<const E extends EndpointSpec>(endpoint: E, args: Args<E> = {}): Promise<ResponseOf<E>> {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries((args.query ?? {}) as Record<string, unknown>)) {
      if (value !== undefined) search.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    const path = `${fillPath(endpoint.path, (args.params ?? {}) as Record<string, unknown>)}${search.size > 0 ? `?${search}` : ''}`;
    const response = await this.#send(endpoint.method, path, args.body);
    const text = await response.text();
    expect(response.ok(), `${endpoint.method} ${path}: ${response.status()} ${text.slice(0, 500)}`).toBe(true);
    return (text ? JSON.parse(text) : undefined) as ResponseOf<E>;
  }

  async #send(method: string, path: string, data: unknown) {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (method !== 'GET') {
      const token = await this.#request.get(`${this.#url}/api/csrf-token`);
      headers['x-csrf-token'] = ((await token.json()) as { csrfToken: string }).csrfToken;
    }
    return this.#request.fetch(this.#url + path, { method, headers, ...(data === undefined ? {} : { data }) });
  }
}
