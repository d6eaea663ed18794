import { Type } from '../../kit/values/schema.ts'

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])

const TableProblemRepresentation = Type.Object(
  {
    line: Type.Integer(),
    column: nullable(Type.Integer()),
    field: nullable(Type.String()),
    message: Type.String(),
  },
  { title: 'TableProblem', additionalProperties: false },
)

/** Result of an import or of its dry run (decision 23). */
export const ImportedTableRepresentation = Type.Object(
  {
    dry_run: Type.Boolean(),
    created: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    refused: Type.Integer(),
    ignored_columns: Type.Array(Type.String()),
    columns: Type.Array(
      Type.Object(
        {
          heading: Type.String(),
          name: nullable(
            Type.String({
              description:
                'What `columns` calls it; null: it is not imported, or its heading is not the name of a field.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    lines: Type.Array(
      Type.Object(
        {
          line: Type.Integer(),
          outcome: Type.Union(
            (['created', 'updated', 'unchanged', 'refused'] as const).map((outcome) => Type.Literal(outcome)),
          ),
          artifact: nullable(
            Type.Object(
              { id: Type.Integer(), uri: Type.String() },
              { title: 'ResourceReference', additionalProperties: false },
            ),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    problems: Type.Array(TableProblemRepresentation),
  },
  { title: 'ImportedTable', additionalProperties: false },
)
