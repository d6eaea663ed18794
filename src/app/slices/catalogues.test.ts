import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { reasons } from '../../http/responses/statuses.ts'
import { mergeCatalogues } from '../../kit/messages/translate.ts'
import { catalogues } from './catalogues.ts'

/** Slices whose messages are not translated yet. */
const openSlices: readonly string[] = []

/** Output of the command line stays English. */
const withoutTranslation = ['cli', ...openSlices]

interface SourceText {
  readonly text: string
  /** `src/kit/values/schema.ts:12` */
  readonly place: string
}

const templateOf = (node: ts.TemplateLiteral): string =>
  ts.isTemplateExpression(node)
    ? node.templateSpans.reduce((text, { literal }, i) => `${text}{${i}}${literal.text}`, node.head.text)
    : node.text

const { texts, faults } = collectTexts()
const translated = new Map(Object.entries(catalogues.fr))

/** Collects the texts of `` message`…` `` and `new Refusal(kind, '…')`: the only ways to write a message. */
function collectTexts(): { readonly texts: readonly SourceText[]; readonly faults: readonly string[] } {
  const texts: SourceText[] = []
  const faults: string[] = []
  const files = readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .filter((file) => !withoutTranslation.includes(file.split('/')[1] ?? ''))
  const sources = files
    .map((file) => ({ file, content: readFileSync(file, 'utf8') }))
    .filter(({ content }) => /new Refusal\(|\bmessage`/.test(content))
  for (const { file, content } of sources) {
    const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true)
    const placeOf = (node: ts.Node) => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    const constants = new Map<string, ts.Expression>()
    for (const statement of source.statements)
      if (ts.isVariableStatement(statement))
        for (const { name, initializer } of statement.declarationList.declarations)
          if (initializer !== undefined) constants.set(name.getText(), initializer)
    const collectArgument = (node: ts.Expression): void => {
      if (ts.isParenthesizedExpression(node)) collectArgument(node.expression)
      else if (ts.isConditionalExpression(node)) {
        collectArgument(node.whenTrue)
        collectArgument(node.whenFalse)
      } else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
        if (node.text !== '') texts.push({ text: node.text, place: placeOf(node) })
      } else if (ts.isTemplateExpression(node)) faults.push(`${placeOf(node)}: the text needs the tag message\`…\``)
      else if (ts.isIdentifier(node)) {
        const constant = constants.get(node.text)
        if (constant !== undefined && !ts.isTaggedTemplateExpression(constant) && !ts.isCallExpression(constant))
          faults.push(`${placeOf(node)}: the constant ${node.text} needs the tag message\`…\``)
      }
    }
    const visit = (node: ts.Node): void => {
      if (ts.isNewExpression(node) && node.expression.getText() === 'Refusal' && node.arguments?.[1] !== undefined)
        collectArgument(node.arguments[1])
      else if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'message')
        texts.push({ text: templateOf(node.template), place: placeOf(node) })
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return { texts, faults }
}

const hasWords = (text: string): boolean => /\p{L}/u.test(text)
const marksIn = (text: string): string[] => (text.match(/\{\d+\}/g) ?? []).toSorted()

describe('each message', () => {
  it('is a text of new Refusal or of the tag message, so that it has a key', () => {
    expect(texts.length).toBeGreaterThan(300)
    expect(faults).toStrictEqual([])
  })

  it('has a French translation', () => {
    const missing = texts.filter(({ text }) => hasWords(text) && !translated.has(text))
    expect(missing.map(({ place, text }) => `${place}: ${text}`)).toStrictEqual([])
  })
})

describe('the French catalogue', () => {
  it('has no translation of a text that does not exist', () => {
    const knownTexts = new Set([...texts.map(({ text }) => text), ...Object.values(reasons)])
    // Texts of open slices are unknown, not missing.
    const dead = [...translated.keys()].filter((text) => !knownTexts.has(text))
    expect(openSlices.length > 0 ? [] : dead).toStrictEqual([])
  })

  it('has the status of each error', () => {
    expect(Object.values(reasons).filter((reason) => !translated.has(reason))).toStrictEqual([])
  })

  it('inserts each value of a message', () => {
    const breaking = [...translated].filter(([text, french]) => marksIn(text).join() !== marksIn(french).join())
    expect(breaking).toStrictEqual([])
  })

  it('keeps names of members and parameters, which are in back quotes', () => {
    const namesIn = (text: string): string[] => (text.match(/`[^`]*`/g) ?? []).toSorted()
    const breaking = [...translated].filter(([text, french]) => namesIn(text).join() !== namesIn(french).join())
    expect(breaking).toStrictEqual([])
  })

  it('has French punctuation: ’ for apostrophes, « » for quotes, unbreakable spaces before : ; ? !', () => {
    const wrong =
      /[a-zA-Zé]'[a-zA-Zéèêà]|“|”|[^\s\d] ?[;?!](?=\s|$)| :(?=\s|$)|[\p{L}}»]:(?=\s|$)|« | »|«[^\u00a0]|[^\u00a0]»/u
    const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`/g, '`…`')
    expect([...translated.values()].filter((french) => wrong.test(withoutCode(french)))).toStrictEqual([])
  })

  it('has no blanks at ends and no empty text', () => {
    const breaking = [...translated].filter(
      ([text, french]) => french === '' || (french !== french.trim() && text === text.trim()),
    )
    expect(breaking).toStrictEqual([])
  })
})

describe('catalogues', () => {
  it('are merged, and refuse a text with two translations', () => {
    expect(mergeCatalogues([{ a: 'x' }, { a: 'x', b: 'y' }])).toStrictEqual({ a: 'x', b: 'y' })
    expect(() => mergeCatalogues([{ a: 'x' }, { a: 'y' }])).toThrow('Two translations of: a')
  })
})
