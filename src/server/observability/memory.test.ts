import { expect, it } from 'vitest';
import { collectAtRest } from './memory.ts';

const MB = 1024 * 1024;

function server() {
  const state = { busy: 0, memory: 200 * MB, collected: 0 };
  const look = collectAtRest({
    busy: () => state.busy,
    memory: () => state.memory,
    collect: () => {
      state.collected++;
      state.memory = 210 * MB;
    },
  });
  return {
    state,
    look: (times: number) => {
      for (let n = 0; n < times; n++) look();
    },
  };
}

it('releases memory once after a rush, when the server is idle', () => {
  const { state, look } = server();
  Object.assign(state, { busy: 0.9, memory: 600 * MB });
  look(10);
  expect(state.collected).toBe(0);
  state.busy = 0.01;
  look(2);
  expect(state.collected).toBe(0);
  look(10);
  expect(state.collected).toBe(1);
});

it('releases memory after the start, and then ignores small growth and light work', () => {
  const { state, look } = server();
  look(10);
  expect(state.collected).toBe(1);
  state.memory = 300 * MB;
  look(10);
  Object.assign(state, { busy: 0.1, memory: 900 * MB });
  look(10);
  expect(state.collected).toBe(1);
});

it('does not repeat a useless collection before memory grows', () => {
  let collected = 0;
  const look = collectAtRest({ busy: () => 0, memory: () => 600 * MB, collect: () => collected++ });
  for (let n = 0; n < 10; n++) look();
  expect(collected).toBe(1);
});
