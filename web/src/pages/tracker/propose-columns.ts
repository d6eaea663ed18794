import type { FieldRepresentation } from '../../../../src/trackers/representations/field.ts'
import type { ImportedTable } from '../../data/table-import.ts'
import { fold } from '../../fields/editors/fold.ts'

/** What a column of a file can be imported into. */
export interface ImportTarget {
  /** As the server calls it. */
  readonly name: string
  readonly label: string
  /** Headings for which it is proposed. */
  readonly headings: readonly string[]
}

const idName = 'id'

/** Returns what columns can be imported into, with labels that differ: the id, and what the user may write. */
export function listImportTargets(
  fields: readonly Pick<FieldRepresentation, 'field_id' | 'name' | 'label' | 'permissions'>[],
  idLabel: string,
): ImportTarget[] {
  const imported = fields.filter(({ permissions }) => permissions.includes('create') || permissions.includes('update'))
  const names = new Set<string>()
  const labels = imported.map(({ label }) => label)
  const targets = imported.map(({ field_id, name, label }) => {
    const isUnclear = name === idName || name.includes(',') || names.has(name)
    names.add(name)
    return {
      name: isUnclear ? `#${field_id}` : name,
      label: labels.filter((each) => each === label).length > 1 ? `${label} (${name})` : label,
      headings: [name, label, `#${field_id}`],
    }
  })
  return [{ name: idName, label: idLabel, headings: [idName, idLabel] }, ...targets]
}

/**
 * Returns the name of the target of each column, '' for none: what the server found, else the target with this name or
 * label, whatever its case, unless another column has it.
 */
export function proposeColumns(columns: ImportedTable['columns'], targets: readonly ImportTarget[]): string[] {
  const names = new Set(targets.map(({ name }) => name))
  const found = columns.map(({ name }) => (name !== null && names.has(name) ? name : ''))
  const used = new Set(found)
  return columns.map(({ heading, name }, index) => {
    if (name !== null) return found[index] ?? ''
    const folded = fold(heading)
    const target = targets.find((each) => !used.has(each.name) && each.headings.some((known) => fold(known) === folded))
    if (target === undefined) return ''
    used.add(target.name)
    return target.name
  })
}

/** Returns for each column the index of an earlier one with the same target; undefined: it is the first one. */
export const findDuplicates = (columns: readonly string[]): (number | undefined)[] =>
  columns.map((name, index) => {
    const first = columns.indexOf(name)
    return name === '' || first === index ? undefined : first
  })

/**
 * Whether a check by the headings of a file is one of these columns as well: what the server found and they do not have
 * is ignored by it.
 */
export const isCheckedByHeadings = ({ columns, ignored_columns }: ImportedTable, names: readonly string[]): boolean =>
  columns.every(({ name }, index) => name !== null && (name === names[index] || ignored_columns.includes(name)))
