/** How soon everyone hears of a change: a thousand event streams, and a writer. */
import { Agent, get } from 'node:http';
import { contacts } from '../src/domains/crm/contract.ts';
import { TestClient } from '../src/testing/client.ts';
import { OWNER } from './seed.ts';
import { headersOf } from './compared-servers.ts';

export interface FanOut {
  listeners: number;
  /** Milliseconds from the changing call until a listener hears of it. */
  p50: number;
  p95: number;
  slowest: number;
}

const LISTENERS = 1_000;
/** A session may hold six. */
const PER_SESSION = 5;
const CHANGES = 5;
/** Maximum wait; a listener that has not heard by then counts with this. */
const GIVE_UP = 10_000;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function fanOut(url: string, owner: TestClient): Promise<FanOut> {
  const agent = new Agent({ maxSockets: LISTENERS });
  let hear: (() => void) | undefined;
  const open = (headers: Record<string, string>) =>
    new Promise<void>((resolve, reject) => {
      get(`${url}/api/events`, { agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`An event stream was refused: ${response.statusCode}`));
        response
          .on('error', () => undefined)
          .on('data', (chunk: Buffer) => {
            resolve();
            if (chunk.includes('/api/contacts')) hear?.();
          });
      }).on('error', reject);
    });
  for (let opened = 0; opened < LISTENERS; opened += PER_SESSION) {
    const browser = new TestClient(() => url);
    await browser.signIn(OWNER.email, OWNER.password);
    const headers = await headersOf(browser);
    await Promise.all(Array.from({ length: PER_SESSION }, () => open(headers)));
  }
  const waits: number[] = [];
  for (let change = 0; change < CHANGES; change++) {
    // Later messages of the same change.
    await pause(500);
    const began = performance.now();
    const heard: number[] = [];
    const all = new Promise<void>((resolve) => {
      hear = () => {
        if (heard.push(performance.now() - began) === LISTENERS) resolve();
      };
    });
    await owner.call(contacts.create, { body: { firstName: 'Heard', lastName: `by all, ${change}` } });
    await Promise.race([all, pause(GIVE_UP)]);
    waits.push(
      ...heard.slice(0, LISTENERS),
      ...Array.from({ length: Math.max(0, LISTENERS - heard.length) }, () => GIVE_UP),
    );
  }
  agent.destroy();
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.trunc((waits.length - 1) * share)]!;
  return { listeners: LISTENERS, p50: at(0.5), p95: at(0.95), slowest: at(1) };
}
