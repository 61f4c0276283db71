/**
 * `npm run mutate -- [--sample=40] [--seed=1] [FOLDER…]`: would the tests notice? Makes one small change at a time in
 * pure code (a comparison, a sign, a constant, a condition), runs the unit tests that reach the file, and counts the
 * changes that fail a test. A sample, because all 7,800 would take days. Works on a copy and prints the survivors:
 * lines that no test holds.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { randomFrom } from './crash/report.ts';

const ROOT = join(import.meta.dirname, '..');
/** Changes are made in a copy. */
const COPY = mkdtempSync(join(tmpdir(), 'gauntlet-mutants-'));
const FOLDERS = ['src/records/engine', 'src/domains/*/engine', 'src/kernel'];
/** A change that never ends is noticed, too. */
const WITHIN = 120_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string', default: '40' }, seed: { type: 'string', default: '1' } },
});

interface Mutant {
  file: string;
  start: number;
  end: number;
  line: number;
  before: string;
  after: string;
}

const { SyntaxKind } = ts;
const SWAPS = new Map<ts.SyntaxKind, string>([
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
  [SyntaxKind.PlusToken, '-'],
  [SyntaxKind.MinusToken, '+'],
  [SyntaxKind.AsteriskToken, '/'],
  [SyntaxKind.SlashToken, '*'],
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
  [SyntaxKind.QuestionQuestionToken, '&&'],
]);

/** The replacement of a node; undefined where nothing is changed. */
function changeOf(node: ts.Node): string | undefined {
  if (node.parent && ts.isBinaryExpression(node.parent) && node.parent.operatorToken === node) {
    // Concatenation is no arithmetic.
    if (
      node.kind === SyntaxKind.PlusToken &&
      [node.parent.left, node.parent.right].some(
        (side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side),
      )
    )
      return undefined;
    return SWAPS.get(node.kind);
  }
  if (node.kind === SyntaxKind.TrueKeyword) return 'false';
  if (node.kind === SyntaxKind.FalseKeyword) return 'true';
  if (ts.isNumericLiteral(node)) return String(Number(node.text) + 1);
  if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) return node.operand.getText();
  return undefined;
}

function mutantsOf(file: string): Mutant[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isTypeNode(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isImportDeclaration(node)
    )
      return;
    const after = changeOf(node);
    if (after !== undefined)
      found.push({
        file,
        start: node.getStart(),
        end: node.getEnd(),
        line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
        before: node.getText(),
        after,
      });
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

/** Whether a test fails because of it. */
function isNoticed({ file, start, end, after }: Mutant): boolean {
  const path = join(COPY, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.slice(0, start) + after + text.slice(end));
  try {
    const run = spawnSync(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'related',
        '--run',
        '--project',
        'unit',
        '--bail',
        '1',
        '--passWithNoTests',
        file,
      ],
      { cwd: COPY, encoding: 'utf8', timeout: WITHIN },
    );
    return run.status !== 0;
  } finally {
    writeFileSync(path, text);
  }
}

const random = randomFrom(Number(values.seed));
const files = globSync(
  (positionals.length > 0 ? positionals : FOLDERS).map((folder) => `${folder}/**/*.ts`),
  { cwd: ROOT },
)
  .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
  .sort();
const all = files.flatMap(mutantsOf);
const sample = Array.from(
  { length: Math.min(Number(values.sample), all.length) },
  () => all.splice(Math.trunc(random() * all.length), 1)[0]!,
);
cpSync(ROOT, COPY, {
  recursive: true,
  filter: (path) => !/\/(node_modules|\.git|dist|\.cache|\.data)(\/|$)/.test(path.slice(ROOT.length)),
});
symlinkSync(join(ROOT, 'node_modules'), join(COPY, 'node_modules'));
process.once('exit', () => rmSync(COPY, { recursive: true, force: true }));
let noticed = 0;
for (const mutant of sample) {
  if (isNoticed(mutant)) noticed++;
  else process.stdout.write(`survived: ${mutant.file}:${mutant.line}  ${mutant.before} → ${mutant.after}\n`);
}
process.stdout.write(
  `${noticed} of ${sample.length} changes were noticed (${Math.round((noticed / sample.length) * 100)} %), out of ${all.length + sample.length} possible ones in ${files.length} files; --seed=${values.seed}\n`,
);
