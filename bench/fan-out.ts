/** How soon everybody hears of a change: a thousand event streams, and somebody who writes. */
import { Agent, get } from 'node:http';
import { contacts } from '../src/domains/crm/contract.ts';
import type { TestClient } from '../src/testing/client.ts';
import { headersOf } from './sides.ts';

export interface FanOut {
  listeners: number;
  /** Milliseconds from the call that changes something until a listener hears of it. */
  p50: number;
  p95: number;
  slowest: number;
}

const LISTENERS = 1_000;
const CHANGES = 5;
/** Nobody waits longer; who has not heard by then counts with this. */
const GIVE_UP = 10_000;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function fanOut(url: string, owner: TestClient): Promise<FanOut> {
  const headers = await headersOf(owner);
  const agent = new Agent({ maxSockets: LISTENERS });
  let hear: (() => void) | undefined;
  const opened = Array.from({ length: LISTENERS }, () => new Promise<void>((resolve, reject) => {
    get(`${url}/api/events`, { agent, headers }, (response) => {
      response.on('error', () => undefined).on('data', (chunk: Buffer) => {
        resolve();
        if (chunk.includes('/api/contacts')) hear?.();
      });
    }).on('error', reject);
  }));
  await Promise.all(opened);
  const waits: number[] = [];
  for (let change = 0; change < CHANGES; change++) {
    // What else goes out after a change is out.
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
    waits.push(...heard.slice(0, LISTENERS), ...Array.from({ length: Math.max(0, LISTENERS - heard.length) }, () => GIVE_UP));
  }
  agent.destroy();
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.trunc((waits.length - 1) * share)]!;
  return { listeners: LISTENERS, p50: at(0.5), p95: at(0.95), slowest: at(1) };
}
