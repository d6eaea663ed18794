import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { runScheduledBackup } from '../../src/app/backup/run-scheduled-backup.ts'
import { slices } from '../../src/app/slices/slices.ts'

/** All handlers of jobs that the worker runs. */
export const jobHandlers = [...slices.flatMap(({ jobs }) => jobs), runScheduledBackup]

/** Lists the kinds that the slices declare in `JobPayloads`; `finish-*-upload` for a pattern. */
export function listJobKinds(): string[] {
  const files = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const members = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8')
    if (!code.includes('interface JobPayloads')) return []
    return findAll(parse(code), ts.isInterfaceDeclaration)
      .filter(({ name }) => name.text === 'JobPayloads')
      .flatMap((each) => [...each.members])
  })
  return members.map((member) => {
    if (ts.isIndexSignatureDeclaration(member))
      return (
        member.parameters[0]?.type
          ?.getText()
          .replaceAll(/^`|`$/g, '')
          .replaceAll(/\$\{.*?\}/g, '*') ?? ''
      )
    return (member.name as ts.StringLiteral).text
  })
}

/**
 * Lists the actions of the audit log: those that have a name in the pages. A test there requires a name for each action
 * that the server writes.
 */
function listAuditActions(): string[] {
  const source = parse(readFileSync('web/src/texts/audit-actions.ts', 'utf8'))
  const names = findAll(source, ts.isVariableDeclaration).find(({ name }) => name.getText() === 'french')
  if (names?.initializer === undefined || !ts.isObjectLiteralExpression(names.initializer))
    throw new Error('web/src/texts/audit-actions.ts has no object with French names')
  return names.initializer.properties.map((property) => (property.name as ts.Identifier | ts.StringLiteral).text)
}

/** What a transaction does besides its statements, each as `audit <action>` or `job <kind>`. */
export const listEffects = (): string[] => [
  ...listAuditActions().map((action) => `audit ${action}`),
  ...jobHandlers.map(({ kind }) => `job ${kind}`),
]

const parse = (code: string) => ts.createSourceFile('file.ts', code, ts.ScriptTarget.Latest, true)

function findAll<Found extends ts.Node>(node: ts.Node, is: (node: ts.Node) => node is Found): Found[] {
  const nodes: Found[] = is(node) ? [node] : []
  ts.forEachChild(node, (child) => {
    nodes.push(...findAll(child, is))
  })
  return nodes
}
