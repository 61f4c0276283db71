import { expect, it } from 'vitest';
import { Hosts, splitHosts } from './connection-hosts.ts';
import { openPostgres } from './open.ts';

it.each<[string, string[]]>([
  ['postgres://u:p@one:5432,two:5433/g', ['postgres://u:p@one:5432/g', 'postgres://u:p@two:5433/g']],
  [
    'postgresql://u:a%40b@one,two,three/g?sslmode=require&target_session_attrs=read-write',
    [
      'postgresql://u:a%40b@one/g?sslmode=require',
      'postgresql://u:a%40b@two/g?sslmode=require',
      'postgresql://u:a%40b@three/g?sslmode=require',
    ],
  ],
  ['postgres://one,two/g?target_session_attrs=read-write', ['postgres://one/g', 'postgres://two/g']],
  ['postgres://u:p@one:5432/g?x=1', ['postgres://u:p@one:5432/g?x=1']],
  ['postgres://u@[::1]:5432,[::2]:5432/g', ['postgres://u@[::1]:5432/g', 'postgres://u@[::2]:5432/g']],
])('%s names its hosts one by one', (text, expected) => expect(splitHosts(text)).toEqual(expected));

it('goes on from a host once, however many noticed that it is gone', () => {
  const hosts = new Hosts('postgres://one,two/g');
  const first = hosts.current;
  hosts.leave(first);
  hosts.leave(first);
  expect(hosts.current).toBe('postgres://two/g');
  hosts.leave(hosts.current);
  expect(hosts.current).toBe(first);
});

it('a PostgreSQL that cannot be reached names the setting, in one sentence', async () => {
  await expect(openPostgres({ onError: () => undefined }, 'postgres://u:p@127.0.0.1:1/g')).rejects.toThrow(
    /^The PostgreSQL that DATABASE_URL names cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1$/,
  );
});
