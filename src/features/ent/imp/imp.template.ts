import type { DataValidation, WriteSheet } from 'hucre/xlsx'
import type { Context } from '#server/call/context.ts'
import type { ImportColumn } from '#server/importing/importTable.ts'
import { keepWorkbook } from '#server/exporting/smallWorkbook.ts'

const mostRows = 5000

/**
 * Writes the template of an import: titles with a star where they are needed, one example, drop-downs, text format, and a sheet
 * that explains.
 */
export async function writeTemplate(title: string, columns: readonly ImportColumn[], context: Context) {
  const offered = columns.filter(({ options }) => options && options.length > 0)
  const list: WriteSheet = {
    name: title,
    // Formats every cell as text: Excel would take the last digits of an ID number and the first zero of a number.
    columns: columns.map(({ title, hint }) => ({ width: Math.max(12, title.length * 2 + 6, hint ? 20 : 0), numFmt: '@' })),
    rows: [
      columns.map((column) => (column.required ? `★${column.title}` : column.title)),
      columns.map(({ example }) => example || null),
    ],
    freezePane: { rows: 1 },
    dataValidations: columns.flatMap((column, at) => dropDown(column, at, offered.indexOf(column))),
  }
  const notes: WriteSheet = {
    name: '说明',
    columns: [{ width: 14 }, { width: 10 }, { width: 60 }],
    rows: [
      ['列', '必填', '怎么填'],
      ...columns.map(({ title, required, hint, options, example }) => [
        title,
        required ? '是' : '否',
        hint ?? (options?.length ? '从下拉列表里选' : `如 ${example}`),
      ]),
      ['', '', '第 2 行是例子，导入前请删除；空着的格子不改变已有的内容。'],
    ],
  }
  const sheets = offered.length > 0 ? [list, notes, choices(offered)] : [list, notes]
  const path = await keepWorkbook(sheets, context)
  return { path, name: `${title}导入模板.xlsx`, type: 'xlsx' }
}

const choicesName = '可选值'

const choices = (offered: readonly ImportColumn[]): WriteSheet => ({
  name: choicesName,
  hidden: true,
  rows: [
    offered.map(({ title }) => title),
    ...Array.from({ length: Math.max(...offered.map(({ options = [] }) => options.length)) }, (_, row) =>
      offered.map(({ options = [] }) => options[row] ?? null),
    ),
  ],
})

function dropDown({ title, options = [] }: ImportColumn, at: number, place: number): DataValidation[] {
  if (place < 0) return []
  const from = letterOf(place)
  return [
    {
      type: 'list',
      range: `${letterOf(at)}2:${letterOf(at)}${mostRows}`,
      formula1: `'${choicesName}'!$${from}$2:$${from}$${options.length + 1}`,
      allowBlank: true,
      // Allows several values in one cell, where a list offers single ones.
      errorStyle: 'warning',
      showErrorMessage: true,
      errorTitle: title,
      errorMessage: `${title}不在列表里`,
    },
  ]
}

const letterOf = (at: number): string => (at >= 26 ? letterOf(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))
