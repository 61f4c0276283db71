/**
 * Checks imports against `.dependency-cruiser.cjs`, and that the tool saw the whole source: it is silent when blind.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const run = spawnSync(
  join(root, 'node_modules/.bin/depcruise'),
  ['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
  { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
);
interface Report {
  modules: { source: string }[];
  summary: { violations: { rule: { name: string }; from: string; to: string; cycle?: { name: string }[] }[] };
}
let report: Report;
try {
  report = JSON.parse(run.stdout) as Report;
} catch {
  process.stderr.write(run.stderr || 'dependency-cruiser gave no report\n');
  process.exit(1);
}
const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).length;
const seen = report.modules.filter((module) => /^src\/.*\.tsx?$/.test(module.source)).length;
if (seen < files * 0.95) {
  process.stderr.write(`dependency-cruiser saw ${seen} of ${files} source files: the rules were not checked\n`);
  process.exit(1);
}
for (const { rule, from, to, cycle } of report.summary.violations) {
  process.stderr.write(`${rule.name}: ${from} → ${cycle ? cycle.map((step) => step.name).join(' → ') : to}\n`);
}
process.stdout.write(`${seen} modules, ${report.summary.violations.length} broken import rules\n`);
process.exit(report.summary.violations.length > 0 ? 1 : 0);
