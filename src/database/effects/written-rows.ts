import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type DeleteQueryNode,
  InsertQueryNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  TableNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import { In, Slot } from '../engine/builders.ts'

/** The values of a statement that are not in its syntax tree. */
interface Values {
  readonly rows?: readonly object[]
  readonly slotValues?: Readonly<Record<string, unknown>>
}

/** Returns the name of the table that a statement writes. */
export function findTableName(node: OperationNode | undefined): string | undefined {
  if (node === undefined) return undefined
  if (AliasNode.is(node)) return findTableName(node.node)
  return TableNode.is(node) ? node.table.identifier.name : undefined
}

/** Returns the values of a column in the rows that a statement writes; undefined: they are not in the statement. */
export function findValues(
  node: InsertQueryNode | UpdateQueryNode | DeleteQueryNode,
  column: string,
  { rows, slotValues }: Values,
): readonly unknown[] | undefined {
  if (!InsertQueryNode.is(node)) return node.where && findRequired(node.where.where, column, slotValues)
  const values =
    rows === undefined
      ? findInserted(node, column, slotValues)
      : // Rows have the columns of their table; their type cannot be indexed by name.
        rows.map((row) => (row as Readonly<Record<string, unknown>>)[column])
  return values?.every((value) => value !== undefined) ? values : undefined
}

function findInserted({ columns, values }: InsertQueryNode, column: string, slotValues: Values['slotValues']) {
  const position = columns?.findIndex((each) => each.column.name === column) ?? -1
  if (position < 0 || values === undefined || !ValuesNode.is(values)) return undefined
  return values.values.map((row) => {
    if (PrimitiveValueListNode.is(row)) return row.values[position]
    const value = ValueListNode.is(row) ? row.values[position] : undefined
    return value && operandValue(value, slotValues)
  })
}

const resolve = (value: unknown, slotValues: Values['slotValues']): unknown =>
  value instanceof Slot ? slotValues?.[value.name] : value

/** Returns the values that a condition allows a column to have. */
function findRequired(
  condition: OperationNode,
  column: string,
  slotValues: Values['slotValues'],
): readonly unknown[] | undefined {
  if (ParensNode.is(condition)) return findRequired(condition.node, column, slotValues)
  if (AndNode.is(condition))
    return findRequired(condition.left, column, slotValues) ?? findRequired(condition.right, column, slotValues)
  if (RawNode.is(condition)) {
    // inList of sql.ts
    const [left, right, ...more] = condition.parameters
    if (left === undefined || right === undefined || more.length > 0) return undefined
    const values = ValueNode.is(right) && right.value instanceof In ? right.value.values : undefined
    const resolvedValues = resolve(values, slotValues)
    return isColumn(left, column) && Array.isArray(resolvedValues) ? resolvedValues : undefined
  }
  if (!BinaryOperationNode.is(condition)) return undefined
  const { leftOperand, operator, rightOperand } = condition
  const isEqual = OperatorNode.is(operator) && operator.operator === '='
  if (!isColumn(leftOperand, column) || !isEqual) return undefined
  const value = operandValue(rightOperand, slotValues)
  return value === undefined ? undefined : [value]
}

function isColumn(node: OperationNode, name: string): boolean {
  const only = unwrap(node)
  return ReferenceNode.is(only) && ColumnNode.is(only.column) && only.column.column.name === name
}

/** Returns the only part of a raw expression such as that of `sql.ref`. */
function unwrap(node: OperationNode): OperationNode {
  const [only, ...more] = RawNode.is(node) ? node.parameters : []
  return only === undefined || more.length > 0 ? node : only
}

function operandValue(node: OperationNode, slotValues: Values['slotValues']): unknown {
  const only = unwrap(node)
  return ValueNode.is(only) ? resolve(only.value, slotValues) : undefined
}
