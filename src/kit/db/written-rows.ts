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
  ReferenceNode,
  TableNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import { Slot } from './builders.ts'

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
): readonly unknown[] | undefined {
  const found = InsertQueryNode.is(node)
    ? findInserted(node, column)
    : node.where && [findRequired(node.where.where, column)]
  return found?.every((value) => value !== undefined && !(value instanceof Slot)) ? found : undefined
}

function findInserted({ columns, values }: InsertQueryNode, column: string): readonly unknown[] | undefined {
  const position = columns?.findIndex((each) => each.column.name === column) ?? -1
  if (position < 0 || values === undefined || !ValuesNode.is(values)) return undefined
  return values.values.map((row) => {
    if (PrimitiveValueListNode.is(row)) return row.values[position]
    const value = ValueListNode.is(row) ? row.values[position] : undefined
    return value !== undefined && ValueNode.is(value) ? value.value : undefined
  })
}

/** Returns the value that a condition requires of a column. */
function findRequired(condition: OperationNode, column: string): unknown {
  if (ParensNode.is(condition)) return findRequired(condition.node, column)
  if (AndNode.is(condition)) return findRequired(condition.left, column) ?? findRequired(condition.right, column)
  if (!BinaryOperationNode.is(condition)) return undefined
  const { leftOperand, operator, rightOperand } = condition
  const isOfColumn =
    ReferenceNode.is(leftOperand) && ColumnNode.is(leftOperand.column) && leftOperand.column.column.name === column
  const isEqual = OperatorNode.is(operator) && operator.operator === '='
  return isOfColumn && isEqual && ValueNode.is(rightOperand) ? rightOperand.value : undefined
}
