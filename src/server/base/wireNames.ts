import { ColumnNode, PostgresQueryCompiler, ReferenceNode, type SelectionNode } from 'kysely'

/**
 * Translates wire names in the code to snake_case in the database (docs/spec/conventions.md#names) while a statement is compiled;
 * selected columns are answered under their wire names, so that no row needs renaming.
 */
export class WireNameCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(snakeOf(identifier))
  }

  protected override visitSelection(node: SelectionNode) {
    super.visitSelection(node)
    const { selection } = node
    const column = ReferenceNode.is(selection) ? selection.column : selection
    // Names what lies inside another statement after it, with column names.
    const statements = this.nodeStack.filter(({ kind }) => statementKinds.has(kind))
    if (statements.length !== 1 || statements[0] !== this.nodeStack[0]) return
    if (ColumnNode.is(column) && /[A-Z]/.test(column.column.name))
      this.append(` as "${super.sanitizeIdentifier(column.column.name)}"`)
  }
}

const statementKinds = new Set<string>(['SelectQueryNode', 'InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

/** Renames the columns of raw statements; those of the query builder have wire names already. */
export function withWireNames<Row>(rows: Row[]): Row[] {
  const [first] = rows as Record<string, unknown>[]
  if (!first || !Object.keys(first).some((name) => name.includes('_'))) return rows
  return (rows as Record<string, unknown>[]).map(
    (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [camelOf(name), value])) as Row,
  )
}

export const snakeOf = remembered((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
export const camelOf = remembered((name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))

// Caches every result: only the few names of tables, columns and aliases come here.
function remembered(turn: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    const kept = known.get(name)
    if (kept !== undefined) return kept
    const turned = turn(name)
    known.set(name, turned)
    return turned
  }
}
