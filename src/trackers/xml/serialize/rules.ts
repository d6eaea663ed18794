import { buildElement, type Markup } from '../../../kit/xml/write.ts'
import type { TrackerDefinition } from '../../model/definition.ts'
import { ruleEntries } from '../../rules/registry.ts'

/** Writes the rules about values (docs/api/archive-format.md §2.5). */
export const writeRules = ({ rules }: Pick<TrackerDefinition, 'rules'>): Markup =>
  buildElement(
    'rules',
    {},
    ...ruleEntries.map(([name, { archive }]) => {
      const contents = rules[name].flatMap((rule) => {
        const content = archive.write(rule)
        return content === undefined ? [] : [buildElement('rule', {}, ...content)]
      })
      return buildElement(archive.holder, {}, ...contents)
    }),
  )
