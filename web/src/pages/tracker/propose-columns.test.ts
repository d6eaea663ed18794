import { describe, expect, it } from 'vitest'
import { findDuplicates, isCheckedByHeadings, listImportTargets, proposeColumns } from './propose-columns.ts'

type Permission = 'read' | 'create' | 'update'
const createField = (field_id: number, name: string, label: string, ...permissions: Permission[]) => ({
  ...{ field_id, name, label, permissions },
})
const fields = [
  createField(1, 'details', 'Details'),
  createField(2, 'title', 'Title', 'read', 'create', 'update'),
  createField(3, 'due_date', 'Échéance', 'read', 'update'),
  createField(4, 'id', 'Number', 'create'),
  createField(5, 'a', 'Owner', 'create'),
  createField(6, 'b', 'Owner', 'create'),
  createField(7, 'born', 'Submitted on', 'read'),
]
const targets = listImportTargets(fields, 'Artifact ID')

describe('columns of an imported table', () => {
  it('have the id and each field as targets, with names that the server accepts and labels that differ', () => {
    expect(targets.map(({ name, label }) => [name, label])).toStrictEqual([
      ['id', 'Artifact ID'],
      ['title', 'Title'],
      ['due_date', 'Échéance'],
      ['#4', 'Number'],
      ['a', 'Owner (a)'],
      ['b', 'Owner (b)'],
    ])
  })

  const propose = (...columns: readonly (readonly [heading: string, name: string | null])[]) =>
    proposeColumns(
      columns.map(([heading, name]) => ({ heading, name })),
      targets,
    )

  it('get what the server found, else the field of the same name or label, whatever its case', () => {
    expect(
      propose(['title', 'title'], ['ECHEANCE', null], ['ID', null], ['#6', null], ['Owner', null], ['Other', null]),
    ).toStrictEqual(['title', 'due_date', 'id', 'b', 'a', ''])
  })

  it('get no field that another column has, and none that is not imported', () => {
    expect(propose(['Title', null], ['title', 'title'], ['TITLE', null], ['born', 'born'], ['', null])).toStrictEqual([
      ...['', 'title', '', '', ''],
    ])
  })

  it('are duplicates of the first column with the same target', () => {
    expect(findDuplicates(['', 'title', '', 'title', 'a', 'title'])).toStrictEqual([
      ...[undefined, undefined, undefined, 1, undefined, 1],
    ])
  })

  it('are those that the server checked by headings, unless it found others or ignored fewer', () => {
    const check = (names: readonly string[], ...columns: readonly (string | null)[]) =>
      isCheckedByHeadings(
        {
          ...{ dry_run: true, created: 0, updated: 0, unchanged: 0, refused: 0, lines: [], problems: [] },
          ignored_columns: ['born'],
          columns: columns.map((name) => ({ heading: name ?? 'x', name })),
        },
        names,
      )
    expect(check(['title', ''], 'title', 'born')).toBe(true)
    expect(check(['title', ''], 'title', 'secret')).toBe(false)
    expect(check(['title', 'a'], 'title', null)).toBe(false)
  })
})
