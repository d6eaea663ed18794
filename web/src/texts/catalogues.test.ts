import { describe, expect, it } from 'vitest'
import { settingDefinitions } from '../../../src/site/model/setting-definitions.ts'
import { en } from './en.ts'
import { partsEn } from './en-parts.ts'
import { trackerAdminEn } from './en-tracker-admin.ts'
import { fr, partsFr, trackerAdminFr } from './fr.ts'
import type { Language } from './language.ts'

type Text = string | ((...values: never[]) => string)

/** All texts of a catalogue by their path, such as `account.profile.title`. */
function textsOf(node: unknown, path = ''): [string, Text][] {
  if (typeof node === 'string' || typeof node === 'function') return [[path, node as Text]]
  return Object.entries(node as object).flatMap(([key, child]) => textsOf(child, path === '' ? key : `${path}.${key}`))
}

/** Texts of the form of settings, which stand with the setting. */
const settingsIn = (language: Language) =>
  Object.entries(settingDefinitions).map(([name, definition]) => [name, definition[language]])

const english = new Map([
  ...textsOf({ ...en, ...trackerAdminEn, ...partsEn }),
  ...textsOf(Object.fromEntries(settingsIn('en')), 'settings'),
])
const french = new Map([
  ...textsOf({ ...fr, ...trackerAdminFr, ...partsFr }),
  ...textsOf(Object.fromEntries(settingsIn('fr')), 'settings'),
])

/** Texts for numbers of each plural form, and for a name. */
function examplesOf(text: Text): string[] {
  if (typeof text === 'string') return [text]
  const call = text as (...values: unknown[]) => unknown
  return [0, 1, 2, 1234, 'Ada'].map((value) => String(call(value, value, value)))
}

/** Words that are the same in both languages, and names. */
const equalWords =
  /^(?:Tulipwood|Trackers?|Administration|Notifications?|Actions?|Description|Sessions?|Applications?|Versions?|Webhooks?|Commits?|Pages?|Subversion|URL|Secret|Permissions?|Sections?|Options?|Public|Format|JSON|Markdown|HTML|Date|Message|English|Français|Action|Export|Ctrl|TQL|Conditions|Workflow|Sprints|Mode|Simple|Transitions|Burnup|Parent|[^a-zA-Z]*)$/

describe('the French catalogue', () => {
  it('has the texts of the English one, and functions with the same parameters', () => {
    const shapeOf = (texts: ReadonlyMap<string, Text>) =>
      [...texts].map(([path, text]) => `${path}: ${typeof text} ${text.length * Number(typeof text === 'function')}`)
    expect(shapeOf(french).toSorted()).toStrictEqual(shapeOf(english).toSorted())
  })

  it('has no English text', () => {
    const untranslated = [...french]
      .filter(([path, text]) => typeof text === 'string' && text === english.get(path))
      .filter(([, text]) => !equalWords.test(String(text)))
    expect(untranslated).toStrictEqual([])
  })

  it('uses no term that docs/translation.md replaces', () => {
    const replaced =
      /(?<![\p{L}’])(?:tickets?|bogues?|mél|courriels?|passwords?|emails?|artifacts?|repositor(?:y|ies)|veuillez|tu|ton|ta|tes|toi)(?!\p{L})/iu
    const breaking = [...french].filter(([path, text]) => {
      const isExample = path === 'svnRepository.access.textHint'
      return !isExample && examplesOf(text).some((each) => replaced.test(each))
    })
    expect(breaking.map(([path]) => path)).toStrictEqual([])
  })

  it('has French punctuation: ’ for apostrophes, « » for quotes, unbreakable spaces before : ; ? !', () => {
    const wrong = /[a-zA-Zé]'[a-zA-Zéèêà]|“|”| [;?!](?=\s|$)| :(?=\s|$)|« | »/
    const breaking = [...french].filter(([, text]) => examplesOf(text).some((each) => wrong.test(each)))
    expect(breaking.map(([path]) => path)).toStrictEqual([])
    expect(fr.states.labelled('Recherche', 'grue')).toBe('Recherche\u00a0: grue')
  })

  it('writes the plural of zero like the singular, and numbers with French separators', () => {
    expect([0, 1, 2].map(fr.artifact.files)).toStrictEqual(['0 fichier', '1 fichier', '2 fichiers'])
    expect(fr.tracker.total(1234)).toBe('1\u202f234 artefacts')
    expect(fr.states.retryIn(1)).toBe('Réessayez dans 1 seconde.')
  })
})

describe('each catalogue', () => {
  it.each([
    ['English', english],
    ['French', french],
  ])('in %s has no empty text and none with blanks at its ends', (_, texts) => {
    const breaking = [...texts].filter(([, text]) =>
      examplesOf(text).some((each) => each === '' || each !== each.trim()),
    )
    expect(breaking.map(([path]) => path)).toStrictEqual([])
  })

  it('lists each parameter of an English text in the French one', () => {
    const marks = ['⟦a⟧', '⟦b⟧', '⟦c⟧']
    const marksIn = (text: Text): string[] => {
      const result = String((text as (...values: unknown[]) => unknown)(...marks))
      return marks.filter((mark) => result.includes(mark))
    }
    const breaking = [...english].filter(([path, text]) => {
      const other = french.get(path)
      return typeof text === 'function' && other !== undefined && marksIn(text).join() !== marksIn(other).join()
    })
    expect(breaking.map(([path]) => path)).toStrictEqual([])
  })
})
