import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildAttachmentUrl } from '../../fields/representations/attachment-url.ts'
import { escapeHtml } from '../../kit/text/escape-html.ts'
import type { ArchivedArtifact } from './artifact.ts'
import { replaceFileUrls } from './html-urls.ts'

/** Imports a comment of an artifact with the files 1 and 2, which become 201 and 202. */
function importHtml(html: string, names: readonly string[]): string {
  const files = names.map((name, index) => {
    const key = `fileinfo_${index + 1}`
    return [key, { line: 1, key, name, path: key, mediaType: 'text/plain', description: '' }] as const
  })
  const person = { line: 1, person: undefined, authorLine: 1, submittedOn: 0 }
  const comment = { ...person, format: 'html', body: html, groups: null }
  const artifact: ArchivedArtifact = {
    oldId: '7',
    line: 1,
    changesets: [{ ...person, key: 'CHANGESET_1', changes: [], comments: [comment] }],
    files: new Map(files),
  }
  const addressOf = (oldId: string) => {
    const name = names[Number(oldId) - 1]
    return name === undefined ? undefined : buildAttachmentUrl(Number(oldId) + 200, name)
  }
  return replaceFileUrls(artifact, addressOf).changesets[0]?.comments[0]?.body ?? ''
}

const at = '/plugins/tracker/attachments'

describe('URLs of attached files in HTML', () => {
  it.each([
    [`<a href="${at}/1-a b.txt">x y</a>`, 'a b.txt', `<a href="${at}/201-a%20b.txt">x y</a>`],
    [`<a href='${at}/1-a (1).txt'>x</a>`, 'a (1).txt', `<a href='${at}/201-a%20%281%29.txt'>x</a>`],
    [`<img src="${at}/preview/1-a b.png" alt="a">`, 'a b.png', `<img src="${at}/preview/201-a%20b.png" alt="a">`],
    [`<img src=${at}/1-a.png alt=a>`, 'a.png', `<img src=${at}/201-a.png alt=a>`],
    [`<b style="background:url(${at}/1-a.png) red">`, 'a.png', `<b style="background:url(${at}/201-a.png) red">`],
    [`see ${at}/1-a.png too`, 'a.png', `see ${at}/201-a.png too`],
    // A name that was changed since.
    [`<a href="${at}/1-old name.txt">`, 'new.txt', `<a href="${at}/201-new.txt">`],
    [`<a href="https://else.example${at}/1-a.txt">`, 'a.txt', `<a href="https://else.example${at}/1-a.txt">`],
    [`<a href="${at}/9-a b.txt">`, 'a b.txt', `<a href="${at}/9-a b.txt">`],
    [`<a href="${at}/1-a.txt>broken`, 'a.txt', `<a href="${at}/201-a.txt>broken`],
  ])('are replaced: %s', (html, name, expected) => {
    expect(importHtml(html, [name])).toBe(expected)
  })

  it.each([
    ['densities', `${at}/1-a.png 1x, ${at}/2-b%20c.png 2x`, `${at}/201-a.png 1x, ${at}/202-b%20c.png 2x`],
    ['widths', `${at}/1-a.png 480w,${at}/9-c.png 800w`, `${at}/201-a.png 480w,${at}/9-c.png 800w`],
    ['no sizes', `${at}/1-a.png, ${at}/2-b%20c.png`, `${at}/201-a.png, ${at}/202-b%20c.png`],
  ])('are replaced in a list of pictures with %s', (_case, list, expected) => {
    expect(importHtml(`<img srcset="${list}">`, ['a.png', 'b c.png'])).toBe(`<img srcset="${expected}">`)
  })

  it('are replaced for each name, in each form and in both quotes', () => {
    const character = fc.oneof(
      fc.constantFrom(' ', '"', "'", '(', ')', '%', '%20', '&', '<', '>', '=', ',', '/', '2x', 'é', '日', '😀', '.'),
      fc.string({ minLength: 1, maxLength: 3 }),
    )
    const name = fc.string({ unit: character, minLength: 1, maxLength: 12 }).map((each) => each.toWellFormed())
    const forms: readonly ((name: string) => string)[] = [
      escapeHtml,
      (each) => escapeHtml(encodeURI(each)),
      (each) => escapeHtml(encodeURIComponent(each)),
      (each) => buildAttachmentUrl(1, each).slice(`${at}/1-`.length),
    ]
    fc.assert(
      fc.property(name, fc.constantFrom(...forms), fc.constantFrom('"', "'"), (each, form, quote) => {
        const html = (url: string) => `<p>a <a title=${quote}b${quote} href=${quote}${url}${quote}>c (d)</a></p>`
        expect(importHtml(html(`${at}/1-${form(each)}`), [each])).toBe(html(buildAttachmentUrl(201, each)))
      }),
    )
  })
})
