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
  readonly given?: Readonly<Record<string, unknown>>
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
  { rows, given }: Values,
): readonly unknown[] | undefined {
  if (!InsertQueryNode.is(node)) return node.where && findRequired(node.where.where, column, given)
  const found =
    rows === undefined
      ? findInserted(node, column, given)
      : // Rows have the columns of their table; their type cannot be indexed by name.
        rows.map((row) => (row as Readonly<Record<string, unknown>>)[column])
  return found?.every((value) => value !== undefined) ? found : undefined
}

function findInserted({ columns, values }: InsertQueryNode, column: string, given: Values['given']) {
  const position = columns?.findIndex((each) => each.column.name === column) ?? -1
  if (position < 0 || values === undefined || !ValuesNode.is(values)) return undefined
  return values.values.map((row) => {
    if (PrimitiveValueListNode.is(row)) return row.values[position]
    const value = ValueListNode.is(row) ? row.values[position] : undefined
    return value && operandValue(value, given)
  })
}

const resolve = (value: unknown, given: Values['given']): unknown =>
  value instanceof Slot ? given?.[value.name] : value

/** Returns the values that a condition allows a column to have. */
function findRequired(
  condition: OperationNode,
  column: string,
  given: Values['given'],
): readonly unknown[] | undefined {
  if (ParensNode.is(condition)) return findRequired(condition.node, column, given)
  if (AndNode.is(condition))
    return findRequired(condition.left, column, given) ?? findRequired(condition.right, column, given)
  if (RawNode.is(condition)) {
    // inList of sql.ts
    const [left, right, ...more] = condition.parameters
    if (left === undefined || right === undefined || more.length > 0) return undefined
    const values = ValueNode.is(right) && right.value instanceof In ? right.value.values : undefined
    const found = resolve(values, given)
    return isColumn(left, column) && Array.isArray(found) ? found : undefined
  }
  if (!BinaryOperationNode.is(condition)) return undefined
  const { leftOperand, operator, rightOperand } = condition
  const isEqual = OperatorNode.is(operator) && operator.operator === '='
  if (!isColumn(leftOperand, column) || !isEqual) return undefined
  const value = operandValue(rightOperand, given)
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

function operandValue(node: OperationNode, given: Values['given']): unknown {
  const only = unwrap(node)
  return ValueNode.is(only) ? resolve(only.value, given) : undefined
}
