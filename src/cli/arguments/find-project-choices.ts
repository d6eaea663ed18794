import { Refusal } from '../../kit/messages/refusal.ts'
import { type Category, type CategoryChoice, findPathToRoot } from '../../projects/model/categories.ts'
import type { FieldValue, ProjectField } from '../../projects/model/project-field.ts'
import { parseAssignment } from './parse-assignment.ts'

/** Returns the values of project fields from `name=value`; names ignore case. */
export function findFieldValues(fields: readonly ProjectField[], texts: readonly string[]): FieldValue[] {
  return texts.map((text) => {
    const { name, value } = parseAssignment(text)
    const field = fields.find((each) => isSameText(each.name, name))
    if (field === undefined) throw unknown('project field', name, fields)
    return { fieldId: field.id, value }
  })
}

/** Returns the chosen values of categories from `category=value`, both an id, a short name or a name. */
export function findCategoryChoices(categories: readonly Category[], texts: readonly string[]): CategoryChoice[] {
  const roots = categories.filter(({ parentId }) => parentId === null)
  return texts.map((text) => {
    const { name, value: valueName } = parseAssignment(text)
    const root = roots.find((each) => isNamed(each, name))
    if (root === undefined) throw unknown('category', name, roots)
    const values = categories.filter(({ id }) => id !== root.id && findPathToRoot(categories, id).includes(root.id))
    const value = values.find((each) => isNamed(each, valueName))
    if (value === undefined) throw unknown(`value of the category ${root.name}`, valueName, values)
    return { categoryId: root.id, valueId: value.id }
  })
}

const isNamed = ({ id, shortName, name }: Category, text: string): boolean =>
  text === `${id}` || isSameText(shortName, text) || isSameText(name, text)

const isSameText = (a: string, b: string): boolean => a.toLowerCase() === b.trim().toLowerCase()

function unknown(what: string, text: string, known: readonly { readonly name: string }[]): Refusal {
  const names = known.length === 0 ? 'There is none' : `Use one of: ${known.map(({ name }) => name).join(', ')}`
  return new Refusal('absent', `No ${what} "${text}". ${names}`)
}
