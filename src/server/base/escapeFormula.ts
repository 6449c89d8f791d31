/** Quotes a text that a spreadsheet could take for a formula (docs/spec/security.md#workbooks). */
export const escapeFormula = <Cell>(cell: Cell): Cell | string =>
  typeof cell === 'string' && /^[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell
