/** The import rules. `scripts/boundaries.ts` runs them and fails when it saw no module or a rule is broken. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const DOMAIN = '^src/domains/([^/]+)/';
/** The public part of a domain: its contract and its paths. */
const SHOWN = 'contract(/|[.]ts$)|paths[.]ts$|kinds(/|[.]ts$)';
/** The part of the record engine that every half may import. */
const RECORDS_SHOWN = 'contract(/|[.]ts$)|paths[.]ts$|catalog[.]ts$|definitions[.]ts$|define-(kind|record)[.]ts$';

/** The domains in the order of their layers, read from the one list of them. */
const LAYERS = [...readFileSync(join(__dirname, 'src/domains.ts'), 'utf8').matchAll(/^  (\w+)Domain,$/gm)]
  .map(([, name]) => name)
  .filter((name) => name !== 'records');

/** A domain uses the servers and pages only of domains above it in the list; others fill its slots. */
const upward = LAYERS.slice(0, -1).map((name, layer) => ({
  name: `${name}-uses-no-domain-below-it`,
  severity: 'error',
  from: { path: `^src/domains/${name}/`, pathNot: '[.]test[.]tsx?$|/domain[.](permissions|smoke)[.]ts$' },
  to: { path: `^src/domains/(${LAYERS.slice(layer + 1).join('|')})/(index[.]ts|web/index[.]tsx?|web/slots[.]ts)$` },
}));

module.exports = {
  forbidden: [
    ...upward,
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'kernel-stands-alone',
      severity: 'error',
      from: { path: '^src/kernel/' },
      to: { path: '^src/(?!kernel/)' },
    },
    {
      name: 'server-knows-no-domain',
      severity: 'error',
      from: { path: '^src/server/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/(?!kernel/|server/)' },
    },
    {
      name: 'web-knows-no-domain',
      severity: 'error',
      from: { path: '^src/web/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^src/(?!kernel/|web/)' },
    },
    {
      name: 'contract-sees-contracts',
      severity: 'error',
      from: { path: `${DOMAIN}(${SHOWN})`, pathNot: '[.]test[.]ts$' },
      to: { path: '^src/', pathNot: `^src/kernel/|^src/records/(${RECORDS_SHOWN})|^src/domains/[^/]+/(${SHOWN})` },
    },
    {
      name: 'engine-is-pure',
      severity: 'error',
      from: { path: `${DOMAIN}engine/`, pathNot: '[.]test[.]ts$' },
      to: {
        path: '^src/',
        pathNot: `^src/kernel/|^src/records/(engine/|${RECORDS_SHOWN})|^src/domains/$1/(engine/|${SHOWN})`,
      },
    },
    {
      name: 'server-half-stays-on-the-server',
      severity: 'error',
      from: { path: `${DOMAIN}(server/|demo/|index[.]ts$|domain[.]server[.]ts$)`, pathNot: '[.]test[.]ts$' },
      to: {
        path: '^src/',
        pathNot: `^src/(kernel|server)/|^src/records/(engine/|server/|${RECORDS_SHOWN})|^src/demo/(generate/|rows[.]ts$|workspaces[.]ts$)|^src/domains/$1/|^src/domains/[^/]+/(index[.]ts$|${SHOWN})`,
      },
    },
    {
      name: 'server-half-sees-no-web',
      severity: 'error',
      from: { path: `${DOMAIN}(server/|demo/|index[.]ts$|domain[.]server[.]ts$)` },
      to: { path: '^src/(web/|records/web/|domains/[^/]+/web/)' },
    },
    {
      name: 'web-half-stays-in-the-browser',
      severity: 'error',
      from: { path: `${DOMAIN}(web/|domain[.]web[.]ts$)`, pathNot: '[.]test[.]tsx?$' },
      to: {
        path: '^src/',
        pathNot: `^src/(kernel|web)/|^src/records/(engine/|web/|${RECORDS_SHOWN})|^src/domains/$1/(web/|engine/|${SHOWN})|^src/domains/[^/]+/(web/(index[.]tsx?|slots[.]ts)$|${SHOWN})`,
      },
    },
    {
      name: 'records-contract-sees-contracts',
      severity: 'error',
      from: { path: `^src/records/(${RECORDS_SHOWN})`, pathNot: '[.]test[.]ts$' },
      to: { path: '^src/', pathNot: `^src/kernel/|^src/records/(${RECORDS_SHOWN})|^src/domains/[^/]+/kinds(/|[.]ts$)` },
    },
    {
      name: 'records-engine-is-pure',
      severity: 'error',
      from: { path: '^src/records/engine/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/', pathNot: `^src/kernel/|^src/records/(engine/|${RECORDS_SHOWN})` },
    },
    {
      name: 'records-server-knows-no-kind',
      severity: 'error',
      // The exception still knows pipelines, whose stages may require a custom field.
      from: { path: '^src/records/server/', pathNot: '[.]test[.]ts$|custom-fields/custom-fields[.]ts$' },
      to: {
        path: '^src/',
        pathNot: `^src/(kernel|server)/|^src/records/(engine/|server/|${RECORDS_SHOWN})|^src/domains/notifications/index[.]ts$`,
      },
    },
    {
      name: 'records-web-knows-no-kind',
      severity: 'error',
      // The exceptions still name the CRM's kinds: their choices, labels, and filter fields.
      from: {
        path: '^src/records/web/',
        pathNot: '[.]test[.]tsx?$|/(choices|field-labels)[.]ts$|/(peek-sheet|rollup-editor)[.]tsx$',
      },
      to: {
        path: '^src/',
        pathNot: `^src/(kernel|web)/|^src/records/(engine/|web/|${RECORDS_SHOWN})|^src/domains/identity/contract[.]ts$`,
      },
    },
    {
      name: 'product-needs-no-test-code',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(testing|attacks)/|[.]test[.]tsx?$|/domain[.](permissions|smoke)[.]ts$' },
      to: { path: '^src/(testing|attacks)/' },
    },
    {
      name: 'no-development-package-in-the-product',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/testing/|[.]test[.]tsx?$|/conformance[.]ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.boundaries.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
